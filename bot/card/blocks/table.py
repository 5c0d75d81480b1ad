"""The table of a card: of offerings, what decides in the first columns, which a phone shows; of facts, as it is."""

from __future__ import annotations

from collections.abc import Sequence

from bot.blockkit.build import Block, data_table, links, raw
from bot.card.blocks.lines import say, url
from bot.card.card import Card
from bot.card.tables import OptionRow

NAMED = ("instance", "bought")  # together they name a row
DECIDING = ("per_run", "port", "evidence")  # in this order; what a migration costs says when it pays back
BY_CARBON = ("per_run", "carbon", "evidence", "port")  # four columns are what a phone shows
AFTER = ("total", "per_million", "latency", "rate", "seen")  # the rest of the sum is shown by Math, and exported


def table(shown: Card) -> list[Block]:
    """Empty without rows."""
    if not shown.rows:
        return []
    return _offers(shown) if shown.is_offers else _facts(shown)


def offer_caption(shown: Card) -> str:
    return say("caption_offers", shown.advised is not None, shown.against, shown.sizes, shown.as_of)


def offer_name(shown: Card, row: OptionRow, at: int) -> str:
    """What a row is called; the advised one is marked."""
    return say("machine", *row.cells[: len(NAMED)], at == shown.advised)


def offer_keys(shown: Card) -> list[str]:
    deciding = BY_CARBON if "carbon" in shown.keys else DECIDING
    return [key for key in (*deciding, *AFTER) if key in shown.keys]


def offer_head(shown: Card, key: str) -> str:
    """The sizes stand in the caption: a head is as narrow as its column."""
    if key == "evidence":
        return say("evidence_head")
    return shown.columns[shown.keys.index(key)].removesuffix(f", {' / '.join(shown.sizes)}")


def offer_cell(shown: Card, row: OptionRow, key: str) -> str:
    text = row.cells[shown.keys.index(key)]
    return say("migration", text, row.pays) if key == "port" else text


def _offers(shown: Card) -> list[Block]:
    keys = offer_keys(shown)
    held = any(row.remark for row in shown.rows)
    cites = any(row.notes for row in shown.rows)
    heads = [say("option_head"), *(offer_head(shown, key) for key in keys)]
    heads += [say("remark_head")] if held else []
    heads += [say("sources_head")] if cites else []
    rows = [
        [
            raw(offer_name(shown, row, at)),
            *(raw(offer_cell(shown, row, key), _value(shown, row, key)) for key in keys),
            *([raw(row.remark)] if held else []),
            *([raw(" ".join(f"[{number}]" for number in row.notes))] if cites else []),
        ]
        for at, row in enumerate(shown.rows)
    ]
    return data_table(offer_caption(shown), heads, rows)


def _value(shown: Card, row: OptionRow, key: str) -> float | None:
    """What the column is sorted by, where every row has it."""
    at = shown.keys.index(key)
    is_sortable = key != "port" and all(at < len(each.values) and each.values[at] is not None for each in shown.rows)
    return row.values[at] if is_sortable else None


def _facts(shown: Card) -> list[Block]:
    kept = [at for at in range(len(shown.columns)) if at == 0 or any(row.cells[at] for row in shown.rows)]
    cites = any(row.notes for row in shown.rows)
    heads = [shown.columns[at] or say("property_head") for at in kept]
    return data_table(
        say("caption_facts", shown.as_of),
        [*heads, *([say("sources_head")] if cites else [])],
        [
            [*(raw(row.cells[at]) for at in kept), *([_cites(shown, row.notes)] if cites else [])]
            for row in shown.rows
        ],
    )


def _cites(shown: Card, notes: Sequence[int]) -> Block:
    return links([(f"[{number}]", url(shown, number)) for number in notes]) if notes else raw("")
