"""The card as a Slack message: what decides, short enough to be read where it is posted.

The verdict, its confidence and what limits it, the table, how the question was read, when it pays and what would
change it, what to do next. Everything else comes by a press: *Why*, *Math*, *Sources*.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.advice.advisor import Answer
from bot.blockkit.build import (
    Block,
    Mrkdwn,
    bold,
    bullets,
    context,
    header,
    inert_context,
    joined,
    line_chart,
    safe,
    section,
    sections,
)
from bot.blockkit.shorter import shortened
from bot.card.blocks.lines import LONGEST_SENTENCE, MOST, cited, first, line, named, say
from bot.card.blocks.sources import deciding
from bot.card.blocks.table import table
from bot.card.blocks.why import sure
from bot.card.card import Card, card
from bot.card.fact_lines import last_lines
from bot.wording.words import clip, mrkdwn
from bot.wording.words import say as sentence_of

VOTES = "context_actions"
OPEN_LINES, OPEN_CHARACTERS = 8, 1200  # of an answer's lines
OPEN_FACTS, OPEN_FACTS_BESIDE = 3, 1  # where they are the answer, and beside a verdict
OPEN_LEFT_OUT = 3  # where nothing fits, they are the answer
ALSO_CHARACTERS, ALSO_ROWS = 400, 4  # of each further question in a message


def blocks(shown: Card, buttons: Sequence[Block] = ()) -> list[Block]:
    """The card in the newest blocks; `bot.blockkit.fallbacks` finds simpler ones where Slack refuses these.

    `buttons` come under what is said, where a thumb finds them; a vote comes last.
    """
    pressed = [block for block in buttons if block["type"] != VOTES]
    votes = [block for block in buttons if block["type"] == VOTES]
    made = [
        *(_answer(shown) if shown.is_answer else _verdict(shown)),
        *(block for other in shown.more for block in _also(other)),
        *(inert_context(text) for text in last_lines(shown.read_as, shown.withheld, shown.unanswered)),
        *pressed,
        *votes,
    ]
    return shortened(made, MOST)


def _verdict(shown: Card) -> list[Block]:
    facts = [line(shown, entry) for entry in shown.facts[: OPEN_FACTS_BESIDE if shown.confidence else OPEN_FACTS]]
    return [
        *_lead(shown),
        *sure(shown),
        *sections([Mrkdwn(f"• {entry}") for entry in ([] if shown.facts_last else facts)], 2),
        *table(shown),
        *context([*understood(shown), *deciding(shown)]),
        *_below(shown),
        *_chart(shown),
    ]


def _answer(shown: Card) -> list[Block]:
    """What was asked first, then how it was read, then the verdict in a line or two."""
    below = shown.below
    if not (shown.lines or shown.rows or shown.questions or shown.said or below):
        return [section(safe(shown.headline))]  # hello, thanks: a line and no card
    level = [bold(safe(say("confidence", shown.confidence, bool(shown.not_surer))))] if shown.confidence else []
    doubts = [line(shown, entry) for entry in shown.doubts[:1]]
    top = joined([*level, *doubts, *cited(shown, shown.headline_notes)])
    count = min(OPEN_LINES, first(shown.lines, OPEN_CHARACTERS))
    after = [("which", below.headline), ("break_even", below.break_even), ("next", below.next)] if below else []
    return [
        *header(shown.headline),
        *context([top] if top else []),
        *sections([line(shown, entry) for entry in shown.lines[:count]], 3),
        *table(shown),
        *bullets(say("answer_here"), [safe(text) for text in shown.questions], 1),
        *context(understood(shown)),
        *([inert_context(say("unread", " · ".join(shown.unread)))] if shown.unread else []),
        *sections([_labelled(title, safe(text)) for title, text in after if text], 1),
    ]


def _also(shown: Card) -> list[Block]:
    """What else was asked: the question, its first line and what that rests on. A message holds one table."""
    entries = shown.lines or shown.facts
    count = min(OPEN_LINES, first(entries, ALSO_CHARACTERS))
    rows = [safe(" · ".join(cell for cell in row.cells if cell)) for row in shown.rows[:ALSO_ROWS]]
    after = [safe(text) for text in (shown.break_even, shown.next) if text]
    return [
        inert_context(say("asked", shown.question)),
        *header(shown.headline),
        *sections([line(shown, entry) for entry in entries[:count]], 2),
        *bullets(say("options"), rows, 2),
        *sections(after, 1),
    ]


def _lead(shown: Card) -> list[Block]:
    """The first line, what changed, what is asked back."""
    first_line, *rest = header(shown.headline)
    lines = [Mrkdwn(block["text"]["text"]) for block in rest]
    lines += [safe(shown.changed)] if shown.changed else []
    if shown.ask:
        lines.append(bold(safe(say("ask", shown.ask) if shown.choices else shown.ask)))
    out = [first_line, *([section(joined(lines, "\n"))] if lines else [])]
    if not shown.because:
        out += bullets(say("left_out"), [line(shown, entry) for entry in shown.left_out[:OPEN_LEFT_OUT]], 1)
    return out + bullets(say("answer_here"), [safe(text) for text in shown.questions], 1)


def understood(shown: Card) -> list[Mrkdwn]:
    """How the question was read, a line for each part."""
    return named(
        ("said", shown.known),
        ("worked_out", shown.worked_out),
        ("ruled_out", shown.ruled_out),
        ("assumed", shown.supposed[: shown.weighty]),
    )


def _below(shown: Card) -> list[Block]:
    """Under the table: what was named and not used, when it pays if no row says so, what changes it, what to do."""
    lines = [_labelled("left_out", line(shown, entry)) for entry in shown.left_out[: shown.named_out]]
    if not shown.because:
        lines = []
    lines += [_labelled("break_even", safe(shown.break_even))] if shown.break_even and not shown.against else []
    lines += [_labelled("near_tie", safe(shown.tie))] if shown.tie else []
    lines += [_labelled("reason", line(shown, shown.because[shown.lead]))] if shown.lead is not None else []
    if shown.nearest:
        lines.append(_labelled("flips", safe("; ".join(shown.flips[at] for at in shown.nearest))))
    after = [("next", shown.next), ("yours", shown.yours)]
    lines += [_labelled(title, safe(text)) for title, text in after if text]
    return [*context([safe(shown.footnote)] if shown.footnote else []), *sections(lines, 2)]


def _labelled(title: str, text: Mrkdwn) -> Mrkdwn:
    return joined([bold(safe(say(title))), text])


def _chart(shown: Card) -> list[Block]:
    chart = shown.plot
    if chart is None or "carbon" in shown.keys:  # dollars by runs do not decide by carbon
        return []
    series = [(each.name, each.usd) for each in chart.lines]
    return [line_chart(chart.title, (chart.x_label, chart.y_label), chart.runs, series)]


def card_blocks(answer: Answer, buttons: Sequence[dict[str, Any]] = ()) -> list[dict[str, Any]]:
    """The card as Block Kit blocks for a message, with the buttons where a thumb finds them."""
    return blocks(card(answer), buttons)


def sentence(answer: Answer) -> str:
    """Top-level text of a message: one full sentence for notifications and screen readers, Slack-escaped."""
    return clip(mrkdwn(sentence_of("words/card/spoken.j2", "spoken", card(answer))), LONGEST_SENTENCE)
