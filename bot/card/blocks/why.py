"""*Why*: whatever a card says beyond what stands open, as the blocks of a modal; and the reasons alone, for a thread.

Modals hold neither tables nor folded parts; theirs are lists and headings.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from bot.advice.advisor import Answer
from bot.blockkit.build import (
    Block,
    Mrkdwn,
    bold,
    bullets,
    code,
    context,
    header,
    inert_context,
    joined,
    safe,
    section,
    sections,
)
from bot.blockkit.shorter import shortened
from bot.card.blocks.lines import MOST, cited, line, say
from bot.card.card import Card, card
from bot.card.fact_lines import CardLine
from bot.wording.words import environment

MANY = 9  # sections of 2,900 characters


def why_blocks(shown: Card) -> list[Block]:
    """Everything there is to say about a card; one line where that is nothing."""
    told = [block for each in (shown, *shown.more) for block in _told(each)]
    return told or [inert_context(say("nothing_more"))]


def reason_blocks(answer: Answer, number: str) -> list[Block]:
    """The reasons, and why confidence is not higher: what "why?" in a thread gets. `number`: of the verdict."""
    shown = card(answer)
    button = json.loads(environment().get_template("slack/card/sources_button.j2").render(number=number))
    return shortened([*header(shown.headline), *sure(shown), *_reasons(shown), button], MOST)


def sure(shown: Card) -> list[Block]:
    """How sure, with the weightiest doubt; what was not understood is inert."""
    out: list[Block] = []
    if shown.confidence:
        level = Mrkdwn(f"*{safe(say('confidence', shown.confidence, bool(shown.not_surer), shown.chance))}*")
        out += context([joined([level, *(line(shown, entry) for entry in shown.doubts[:1])])])
    return [*out, inert_context(say("unread", " · ".join(shown.unread)))] if shown.unread else out


def _told(shown: Card) -> list[Block]:
    below = [] if shown.below is None else _told(shown.below)
    rows = _rows(shown.below) if shown.below is not None and not shown.rows else []
    told = [
        *_listed(shown, "facts", [*shown.lines, *shown.facts]),
        *rows,
        *below,
        *_reasons(shown),
        *_weighed(shown),
        *_plan(shown),
        *_read(shown),
    ]
    return [*header(shown.headline), *told] if told else []


def _reasons(shown: Card) -> list[Block]:
    when = [("break_even", shown.break_even), ("batching", shown.batching)]
    return [
        *sections([joined([bold(safe(say(title))), safe(text)]) for title, text in when if text], 1),
        *_listed(shown, "reasons", shown.reasons),
        *_listed(shown, "not_surer", shown.not_surer),
        *_listed(shown, "held_figures", shown.held_figures),
        *bullets(say("flips"), [safe(text) for text in shown.flips], 2),
        *bullets(say("chart_in_words"), [safe(shown.plot.in_words)] if shown.plot else [], 1),
        *bullets(say("not_counted"), [safe(shown.not_counted)] if shown.not_counted else [], 1),
    ]


def _weighed(shown: Card) -> list[Block]:
    parts = (("tradeoffs", shown.tradeoffs), ("differ", shown.differ), ("left_out", shown.left_out))
    return [block for title, entries in parts for block in _listed(shown, title, entries)]


def _plan(shown: Card) -> list[Block]:
    told = _listed(shown, "plan", shown.plan)
    return [*told, *([section(code(shown.command))] if shown.command else [])] if told else []


def _read(shown: Card) -> list[Block]:
    """Every slot, and every assumption with its reason."""
    if not (shown.assumed or shown.taken):
        return []
    taken = [safe(", ".join(shown.taken))] if shown.taken else []
    return [
        inert_context(say("asked", shown.question)),
        *bullets(say("said"), [safe(" · ".join(shown.said))] if shown.said else [], 1),
        *bullets(say("assumed"), [*(line(shown, entry) for entry in shown.assumed), *taken], 4),
    ]


def _rows(shown: Card) -> list[Block]:
    rows = [joined([safe(" · ".join(row.cells)), *cited(shown, row.notes)]) for row in shown.rows]
    return bullets(say("options"), rows, 3)


def _listed(shown: Card, title: str, entries: Sequence[CardLine]) -> list[Block]:
    return bullets(say(title), [line(shown, entry) for entry in entries], MANY)
