"""The table of an answer in facts: prices, or things side by side."""

from __future__ import annotations

from bot import figures, phrases
from bot.notes import Numbers
from bot.table import Row
from engine.answers import FactAnswer, PriceRow


def fact_table(found: FactAnswer, numbers: Numbers) -> tuple[tuple[str, ...], tuple[Row, ...]]:
    """Heads and rows; empty where the answer is sentences alone."""
    if found.prices:
        totals = any(row.total for row in found.prices)
        return phrases.price_heads(totals=totals), tuple(_price(row, numbers, totals=totals) for row in found.prices)
    lines = tuple(Row(cells=phrases.property_cells(line), notes=numbers.of(line.cites)) for line in found.properties)
    return ("", *found.sides) if lines else (), lines


def _price(row: PriceRow, numbers: Numbers, *, totals: bool) -> Row:
    quote = row.quote if row.sold else None
    cells = (
        row.instance,
        phrases.name("tag", row.purchase),
        figures.rate(quote.usd_per_hour.likely) if quote else phrases.no_quote(row),
        phrases.where(row) if quote else "",
        figures.day(quote.observed_on) if quote else "",
        phrases.moved(row) if quote and row.trend else "",
    )
    total = (phrases.total(row) if row.total and quote else "",) if totals else ()
    return Row(cells=(*cells, *total), notes=numbers.of((quote.source,)) if quote else ())
