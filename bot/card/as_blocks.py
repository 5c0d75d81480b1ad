"""The card as Slack shows it: what decides stands open and fits a phone, the rest opens on a tap.

Open: the verdict, its reason, its confidence and what limits it, the table, how the question was read, what would
change the answer. Folded: every reason, all assumptions with theirs, trade-offs and conflicts, the plan, sources.
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
    code,
    container,
    context,
    data_table,
    header,
    inert_context,
    joined,
    line_chart,
    link,
    links,
    raw,
    safe,
    section,
    sections,
)
from bot.card.card import Card, card
from bot.card.citations import Citation
from bot.card.fact_lines import CardLine
from bot.card.tables import OptionRow
from bot.wording.words import mrkdwn, say

WORDS = "words/slack.j2"
VOTES = "context_actions"
OPEN_LINES = 8  # of an answer
OPEN_FACTS, OPEN_FACTS_BESIDE = 3, 1  # where they are the answer, and beside a verdict
OPEN_LEFT_OUT = 3  # where nothing fits, they are the answer
NAMED = ("instance", "bought")  # together they name a row
LATER = ("hours", "rate", "seen", "region")  # come after what a run costs: a phone shows the first columns
HIDDEN = frozenset({"range"})  # as in a terminal; the export has them


def blocks(shown: Card, buttons: Sequence[Block] = ()) -> list[Block]:
    """The whole card, in the newest blocks; `bot.blockkit.fallbacks` finds simpler ones where Slack refuses these.

    `buttons` stand between what is open and what is folded, where a thumb finds them; a vote comes last.
    """
    votes = [block for block in buttons if block["type"] == VOTES]
    if shown.unanswered:
        alone = blocks(shown.model_copy(update={"unanswered": ()}), buttons)
        last = len(alone) - len(votes)
        beyond = say("words/card/next.j2", "unanswered", shown.unanswered)
        return [*alone[:last], inert_context(beyond), *votes]
    if shown.more:
        alone = blocks(shown.model_copy(update={"more": ()}), buttons)
        last = len(alone) - len(votes)
        return [*alone[:last], *(block for other in shown.more for block in _also(other)), *votes]
    if shown.is_answer:
        return [*_answer(shown, [block for block in buttons if block["type"] != VOTES]), *votes]
    facts = [_line(shown, entry) for entry in shown.facts]
    first = [] if shown.facts_last else facts
    open_facts = OPEN_FACTS_BESIDE if shown.confidence else OPEN_FACTS
    return [
        *header(shown.headline),
        *_lead(shown),
        *_sure(shown),
        *sections([Mrkdwn(f"• {entry}") for entry in first[:open_facts]], 2),
        *_table(shown),
        *_named(
            ("said", shown.known),
            ("worked_out", shown.worked_out),
            ("ruled_out", shown.ruled_out),
            ("assumed", shown.supposed[: shown.weighty]),
        ),
        *_below(shown),
        *_chart(shown),
        *(block for block in buttons if block["type"] != VOTES),
        *container(_say("more_facts"), "", bullets(_say("facts"), first[open_facts:], 5)),
        *container(_say("why"), _say("why_short", len(shown.because)) if shown.because else "", _why(shown)),
        *container(_say("reading"), "", _read_in_full(shown)),
        *container(_say("weigh"), " · ".join(shown.axes), _weigh(shown)),
        *container(_say("plan"), "", _plan(shown)),
        *container(_say("more_facts"), "", bullets(_say("facts"), facts if shown.facts_last else [], 5)),
        *container(_say("sources", len(shown.notes)), "", _sources(shown)),
        *votes,
    ]


def _answer(shown: Card, buttons: Sequence[Block]) -> list[Block]:
    """What was asked first, then how it was read, then the verdict: its first lines open, the rest on a tap."""
    below = shown.below
    if not (shown.lines or shown.rows or shown.questions or shown.said or below):
        return [section(safe(shown.headline))]  # hello, thanks: a line and no card
    small = [joined(_cited(shown, shown.headline_notes))] if shown.headline_notes else []
    sure = [bold(safe(_say("confidence", shown.confidence, False)))] if shown.confidence else []
    next_lines = [] if below is None else [(_say("break_even"), below.break_even), (_say("next"), below.next)]
    return [
        *header(shown.headline),
        *context([joined([*sure, *small])] if sure or small else []),
        *sections([_line(shown, entry) for entry in shown.lines[:OPEN_LINES]], 3),
        *_table(shown),
        *bullets(_say("answer_here"), [safe(text) for text in shown.questions], 1),
        *_named(
            ("said", shown.known),
            ("worked_out", shown.worked_out),
            ("ruled_out", shown.ruled_out),
            ("assumed", shown.supposed[: shown.weighty]),
        ),
        *([inert_context(_say("unread", " · ".join(shown.unread)))] if shown.unread else []),
        *([] if below is None else sections([joined([bold(safe(_say("which"))), safe(below.headline)])], 1)),
        *sections([joined([bold(safe(title)), safe(text)]) for title, text in next_lines if text], 1),
        *buttons,
        *container(_say("more_facts"), "", sections([_line(shown, entry) for entry in shown.lines[OPEN_LINES:]], 5)),
        *container(_say("written"), "", bullets(_say("facts"), [_line(shown, entry) for entry in shown.facts], 5)),
        *(
            []
            if below is None
            else container(_say("why"), "", [*_sure(below), *([] if shown.rows else _table(below)), *_why(below)])
        ),
        *container(_say("reading"), "", _read_in_full(shown)),
        *container(_say("sources", len(shown.notes)), "", _sources(shown)),
    ]


def _also(shown: Card) -> list[Block]:
    """What else was asked: the question, its first line and what that rests on. A message holds one table."""
    told = [_line(shown, entry) for entry in (shown.lines or shown.facts)[:OPEN_LINES]]
    rows = [safe(" · ".join(cell for cell in row.cells if cell)) for row in shown.rows[:OPEN_LINES]]
    after = [safe(text) for text in (shown.break_even, shown.next) if text]
    return [
        inert_context(_say("asked", shown.question)),
        *header(shown.headline),
        *sections(told, 2),
        *bullets(_say("options"), rows, 2),
        *sections(after, 1),
    ]


def _below(shown: Card) -> list[Block]:
    """Under the table, as in a terminal: what was named and not used, when it pays, what changes it, what to do."""
    lines = [(_say("left_out"), _line(shown, entry)) for entry in shown.left_out[: shown.named_out]]
    if not shown.because:
        lines = []
    lines += [(_say("break_even"), safe(shown.break_even))] if shown.break_even else []
    lines += [(_say("near_tie"), safe(shown.tie))] if shown.tie else []
    lines += [(_say("reason"), _line(shown, shown.because[shown.lead]))] if shown.lead is not None else []
    small = [safe(shown.footnote)] if shown.footnote else []
    flips = bullets(_say("flips"), [safe(shown.flips[at]) for at in shown.nearest], 1)
    after = [(_say("next"), shown.next), (_say("batching"), shown.batching), (_say("yours"), shown.yours)]
    return [
        *context(small),
        *sections([joined([bold(safe(title)), line]) for title, line in lines], 2),
        *flips,
        *sections([joined([bold(safe(title)), safe(text)]) for title, text in after if text], 1),
    ]


def reasons(shown: Card) -> list[Block]:
    """Of the card, what tells why: all reasons under the verdict, and their sources."""
    sources = container(_say("sources", len(shown.notes)), "", _sources(shown))
    return [*header(shown.headline), *_sure(shown), *_why(shown), *sources]


def _lead(shown: Card) -> list[Block]:
    """What changed, what is asked back."""
    lines = [safe(shown.changed)] if shown.changed else []
    if shown.ask:
        lines.append(bold(safe(_say("ask", shown.ask) if shown.choices else shown.ask)))
    out = [section(joined(lines, "\n"))] if lines else []
    if not shown.because:
        out += bullets(_say("left_out"), [_line(shown, entry) for entry in shown.left_out[:OPEN_LEFT_OUT]], 1)
    return out + bullets(_say("answer_here"), [safe(text) for text in shown.questions], 1)


def _sure(shown: Card) -> list[Block]:
    """How sure, with the weightiest doubt; what was not understood is inert."""
    out: list[Block] = []
    if shown.confidence:
        sure = bold(safe(_say("confidence", shown.confidence, bool(shown.not_surer), shown.chance)))
        out += context([joined([sure, *(_line(shown, entry) for entry in shown.doubts[:1])])])
    return [*out, inert_context(_say("unread", " · ".join(shown.unread)))] if shown.unread else out


def _named(*lines: tuple[str, Sequence[str]]) -> list[Block]:
    """Small print: a name and words, a line each."""
    parts = [joined([bold(safe(_say(name))), safe(" · ".join(words))]) for name, words in lines if words]
    return context(parts)


def _table(shown: Card) -> list[Block]:
    if not shown.rows:
        return []
    rows = shown.rows
    sortable = [
        bool(shown.is_offers) and all(at < len(row.values) and row.values[at] is not None for row in rows)
        for at in range(len(shown.columns))
    ]
    order = _order(shown)
    heads = [shown.columns[at] or _say("property_head") for at in order]
    if shown.is_offers:
        heads = [_say("machine_head"), *heads]
    held = any(row.remark for row in rows)
    cited = any(row.notes for row in rows)
    return data_table(
        _say("caption_offers", shown.advised is not None, shown.as_of)
        if shown.is_offers
        else _say("caption_facts", shown.as_of),
        [*heads, *([_say("remark_head")] if held else []), *([_say("sources_head")] if cited else [])],
        [
            [
                *_cells(shown, row, order, sortable),
                *([raw(row.remark)] if held else []),
                *([_cites(shown, row)] if cited else []),
            ]
            for row in rows
        ],
    )


def _order(shown: Card) -> list[int]:
    """The columns as a phone should meet them: what a run costs first; empty ones are left off."""
    if not shown.keys:
        return [at for at in range(len(shown.columns)) if at == 0 or any(row.cells[at] for row in shown.rows)]
    named = [at for at, key in enumerate(shown.keys) if key not in (*NAMED, *HIDDEN)]
    return sorted(named, key=lambda at: (shown.keys[at] in LATER or shown.keys[at] == "evidence", at))


def _cells(shown: Card, row: OptionRow, order: Sequence[int], sortable: Sequence[bool]) -> list[Block]:
    named = [raw(_say("machine", *row.cells[: len(NAMED)]))] if shown.is_offers else []
    return named + [raw(row.cells[at], row.values[at] if sortable[at] else None) for at in order]


def _cites(shown: Card, row: OptionRow) -> Block:
    return links([(f"[{number}]", _url(shown, number)) for number in row.notes]) if row.notes else raw("")


def _chart(shown: Card) -> list[Block]:
    chart = shown.plot
    if chart is None:
        return []
    series = [(line.name, line.usd) for line in chart.lines]
    return [line_chart(chart.title, (chart.x_label, chart.y_label), chart.runs, series)]


def _why(shown: Card) -> list[Block]:
    more = [text for at, text in enumerate(shown.flips) if at not in shown.nearest]
    return [
        *bullets(_say("reasons"), [_line(shown, entry) for entry in shown.reasons], 4),
        *bullets(_say("not_surer"), [_line(shown, entry) for entry in shown.not_surer], 2),
        *bullets(_say("held_figures"), [_line(shown, entry) for entry in shown.held_figures], 2),
        *bullets(_say("more_flips"), [safe(text) for text in more], 2),
        *bullets(_say("chart_in_words"), [safe(shown.plot.in_words)] if shown.plot else [], 1),
        *bullets(_say("not_counted"), [safe(shown.not_counted)] if shown.not_counted else [], 1),
    ]


def _read_in_full(shown: Card) -> list[Block]:
    """Every slot, and every assumption with its reason."""
    if not (shown.assumed or shown.taken):
        return []
    assumed = [_line(shown, entry) for entry in shown.assumed]
    taken = [safe(", ".join(shown.taken))] if shown.taken else []
    return [
        inert_context(_say("asked", shown.question)),
        *bullets(_say("said"), [safe(" · ".join(shown.said))] if shown.said else [], 1),
        *bullets(_say("assumed"), [*assumed, *taken], 4),
    ]


def _weigh(shown: Card) -> list[Block]:
    parts = (("tradeoffs", shown.tradeoffs), ("differ", shown.differ), ("left_out", shown.left_out))
    return [
        block
        for title, entries in parts
        for block in bullets(_say(title), [_line(shown, entry) for entry in entries], 3)
    ]


def _plan(shown: Card) -> list[Block]:
    lines = sections([Mrkdwn(f"• {_line(shown, entry)}") for entry in shown.plan], 4)
    return [*lines, *([section(code(shown.command))] if shown.command else [])] if lines else []


def _sources(shown: Card) -> list[Block]:
    return sections([_source(note) for note in shown.notes], 9)


def _source(note: Citation) -> Mrkdwn:
    named = link(note.url, _say("source", note))
    return joined([safe(f"[{note.number}]"), named, safe("· " + _say("source_end", note))])


def _line(shown: Card, entry: CardLine) -> Mrkdwn:
    return joined([safe(entry.text), *_refs(shown, entry)])


def _refs(shown: Card, entry: CardLine) -> list[Mrkdwn]:
    return _cited(shown, entry.notes)


def _cited(shown: Card, numbers: Sequence[int]) -> list[Mrkdwn]:
    return [link(_url(shown, number), f"[{number}]") for number in numbers]


def _url(shown: Card, number: int) -> str | None:
    return next((note.url for note in shown.notes if note.number == number), None)


def _say(macro: str, *values: object) -> str:
    return say(WORDS, macro, *values)


def card_blocks(answer: Answer, buttons: Sequence[dict[str, Any]] = ()) -> list[dict[str, Any]]:
    """The card as Block Kit blocks for a message, with the buttons where a thumb finds them."""
    return blocks(card(answer), buttons)


def reason_blocks(answer: Answer) -> list[dict[str, Any]]:
    """The reasons and why confidence is not higher: the part of the card that opens on a tap, open."""
    return reasons(card(answer))


def sentence(answer: Answer) -> str:
    """Top-level text of a message: one full sentence for notifications and screen readers, Slack-escaped."""
    return mrkdwn(say("words/card/spoken.j2", "spoken", card(answer)))
