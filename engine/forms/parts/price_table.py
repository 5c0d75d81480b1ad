"""Prices as a table: a row for each type, cloud and way to buy."""

from __future__ import annotations

from collections.abc import Sequence

from engine.answers.model import AnswerRow, AnswerTable, Cell
from engine.answers.rank_prices import RankedPrice

WORDS = "price"  # those of the columns, whatever form of answer shows the table
COLUMNS = ("usd_chip", "usd", "instance", "bought", "cloud", "region", "seen", "age")
COUNTED = ("usd_all", "machines")  # in place of what one machine costs
ASIDE = "aside"  # why a row stands below those that are compared, or whose list holds there


def price_table(
    rows: Sequence[RankedPrice], *, best: RankedPrice | None = None, chip: bool = False
) -> AnswerTable | None:
    """None without rows; `chip`: with a column for it, where several are told.

    The rows that are not compared come last, each with a word saying why; what was seen long ago is told as old in
    whatever place.
    """
    if not rows:
        return None
    rows = sorted(rows, key=lambda row: not row.is_current)
    lines = [_cells(row) for row in rows]
    apart = any(line[ASIDE] for line in lines)
    counted = any(row.machines > 1 for row in rows)
    plain = tuple(name for column in COLUMNS for name in (COUNTED if counted and column == "usd" else (column,)))
    columns = (*(("chip",) if chip else ()), *plain, *((ASIDE,) if apart else ()))
    return AnswerTable(
        words=WORDS,
        columns=columns,
        rows=tuple(
            AnswerRow(cells=tuple(line[column] for column in columns), cites=(row.quote.source,), is_best=row is best)
            for row, line in zip(rows, lines, strict=True)
        ),
    )


def _cells(row: RankedPrice) -> dict[str, Cell]:
    return {
        "chip": row.chip,
        "usd_chip": row.usd_per_chip_hour,
        "usd": row.quote.seen.likely,
        "usd_all": row.usd_in_all,
        "machines": row.machines,
        "instance": row.instance.id,
        "bought": row.quote.purchase,
        "cloud": row.instance.cloud,
        "region": row.quote.told_region,
        "seen": row.quote.observed_on,
        "age": row.quote.age_days,
        ASIDE: _notes(row),
    }


def _notes(row: RankedPrice) -> str | None:
    """What is to be known of it, a note a line; of a claim what its document says of it."""
    quote = row.quote
    doubt = quote.caveat if row.aside == "claimed" and quote.caveat else row.aside
    old = "old" if quote.is_outdated and row.aside != "old" else None
    one_list = "one_list" if quote.one_list else None
    contract = "contract" if row.instance.by_contract else None
    return "\n".join(note for note in (doubt, old, one_list, contract) if note) or None
