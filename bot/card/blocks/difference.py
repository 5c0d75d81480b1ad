"""What a follow-up changed, instead of the whole card again: the recommendation, what was said, the rows that moved.

The thread has the card above; *Whole card* shows the new one in place.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.advice.advisor import Answer
from bot.blockkit.build import Block, bold, context, data_table, header, inert_context, joined, raw, safe, section
from bot.blockkit.shorter import shortened
from bot.card.blocks.lines import MOST, say
from bot.card.blocks.message import VOTES, understood
from bot.card.blocks.sources import deciding
from bot.card.blocks.table import NAMED, offer_cell, offer_head, offer_name
from bot.card.blocks.why import sure
from bot.card.card import Card, card
from bot.card.citations import Citations
from bot.card.shown_options import ShownOptions, rows
from bot.card.tables import OptionRow, OptionTable, table
from bot.wording.words import say as sentence
from engine.options.option import costed
from engine.verdict.shown.difference import Difference
from engine.verdict.verdict import Verdict

WORDS = "words/card/difference.j2"
COMPARED = ("per_run", "carbon", "port", "total", "per_million", "evidence")
ROWS = 5
NEW = "-"  # before a row that was no option


def is_difference(answer: Answer) -> bool:
    """Whether two recommendations can be compared, and something was changed."""
    told = answer.changed
    leans = told is not None and told.slots and None not in (told.lean_before, told.lean_after)
    judged = (answer.earlier, answer.verdict)
    return bool(leans) and not answer.parts and all(each and each.kind == "recommend" for each in judged)


def difference_blocks(answer: Answer, buttons: Sequence[Block] = ()) -> list[Block]:
    """The message; of an answer that `is_difference`."""
    shown, told, earlier = card(answer), answer.changed, answer.earlier
    if told is None or earlier is None:
        raise ValueError("nothing to compare")
    return shortened([*_told(shown, told), *_moved(answer, shown, earlier), *_pressed(buttons)], MOST)


def _told(shown: Card, told: Difference) -> list[Block]:
    lines = [safe(sentence(WORDS, "slots", told)), safe(shown.headline)]
    lines += [bold(safe(shown.ask))] if shown.ask else []
    return [*header(sentence(WORDS, "effect", told)), section(joined(lines, "\n")), *sure(shown)]


def _pressed(buttons: Sequence[Block]) -> list[Block]:
    return sorted(buttons, key=lambda block: block["type"] == VOTES)


def _moved(answer: Answer, shown: Card, earlier: Verdict) -> list[Block]:
    """The rows with a cell that reads otherwise than before."""
    before = _earlier_cells(answer, shown, earlier)
    keys = [key for key in COMPARED if key in shown.keys]
    now = {row.id: {key: offer_cell(shown, row, key) for key in keys} for row in shown.rows}
    moved = [(at, row) for at, row in enumerate(shown.rows) if now[row.id] != before.get(row.id)]
    differing = [key for key in keys if any(_cell(before, row, key) != now[row.id][key] for _, row in moved)]
    rows_of_it = [
        [
            raw(offer_name(shown, row, at)),
            *(raw(say("moved", _cell(before, row, key), now[row.id][key])) for key in differing),
        ]
        for at, row in moved[:ROWS]
    ]
    heads = [say("option_head"), *(offer_head(shown, key) for key in differing)]
    out = [*understood(shown), *deciding(shown)]
    if len(moved) > ROWS:
        out.insert(0, safe(say("more_moved", len(moved) - ROWS)))
    if gone := _gone(earlier, answer):
        out.insert(0, safe(say("out_now", gone)))
    made = data_table(say("caption_moved", shown.as_of), heads, rows_of_it) if differing else []
    return [*(made or [inert_context(say("rows_as_before"))]), *context(out)]


def _cell(before: dict[str, dict[str, str]], row: OptionRow, key: str) -> str:
    return before.get(row.id, {}).get(key, NEW)


def _earlier_cells(answer: Answer, shown: Card, earlier: Verdict) -> dict[str, dict[str, str]]:
    """The same offerings as the card before had them, by their ids."""
    wanted = {row.id for row in shown.rows}
    same = tuple(option for option in costed(earlier.case.options) if option.id in wanted)
    made: OptionTable = table(earlier, ShownOptions(same, (), 0), Citations(answer.sources))
    old = shown.model_copy(update={"rows": made.rows, "keys": made.keys})
    keys = [key for key in COMPARED if key in made.keys]
    return {row.id: {key: offer_cell(old, row, key) for key in keys} for row in made.rows}


def _gone(earlier: Verdict, answer: Answer) -> list[str]:
    """What stood in the table and is no longer an option."""
    left = {option.id for option in costed(answer.verdict.case.options)} if answer.verdict else set()
    gone = tuple(option for option in rows(earlier) if option.id not in left)
    made = table(earlier, ShownOptions(gone, (), 0), Citations(answer.sources))
    return [say("machine", *row.cells[: len(NAMED)], False) for row in made.rows]
