"""Prices as a table: a row for each type, cloud and way to buy."""

from __future__ import annotations

from collections.abc import Sequence

from engine.answers.model import AnswerRow, AnswerTable, Cell
from engine.answers.rank_prices import RankedPrice

COLUMNS = ("usd_chip", "usd", "instance", "bought", "cloud", "region", "seen", "age")
OF_SEVERAL = ("chip", *COLUMNS)


def price_table(
    rows: Sequence[RankedPrice], *, best: RankedPrice | None = None, chip: bool = False
) -> AnswerTable | None:
    """None without rows; `chip`: with a column for it, where several are told."""
    if not rows:
        return None
    columns = OF_SEVERAL if chip else COLUMNS
    return AnswerTable(
        columns=columns,
        rows=tuple(
            AnswerRow(
                cells=tuple(_cells(row)[column] for column in columns), cites=(row.quote.source,), is_best=row is best
            )
            for row in rows
        ),
    )


def _cells(row: RankedPrice) -> dict[str, Cell]:
    return {
        "chip": row.chip,
        "usd_chip": row.usd_per_chip_hour,
        "usd": row.quote.seen.likely,
        "instance": row.instance.id,
        "bought": row.quote.purchase,
        "cloud": row.instance.cloud,
        "region": row.quote.seen_in,
        "seen": row.quote.observed_on,
        "age": row.quote.age_days,
    }
