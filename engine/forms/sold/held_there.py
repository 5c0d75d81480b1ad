"""What regions charge by the prices seen in each: where a better price of another place stands before them too."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date

from engine.answers.rank_prices import RankedPrice, of_quotes
from engine.library import Library
from knowledge.facts import PURCHASES_IN_ORDER, Instance, Purchase


def held_there(
    types: Sequence[Instance],
    library: Library,
    day: date,
    regions: Collection[str],
    way: Purchase | None,
    without: Collection[Purchase] = (),
) -> tuple[RankedPrice, ...]:
    """Of each type and way to buy it, but those `without`, the price that was last seen in each of the regions."""
    book = library.prices(day)
    ways = [one for one in PURCHASES_IN_ORDER if way in (None, one) and one not in without]
    quoted = [
        (thing, quote, 0)
        for thing in types
        for purchase in ways
        if not thing.sold or purchase in thing.sold
        for quote in book.quotes(thing, purchase)
        if quote.region in regions
    ]
    return of_quotes(quoted, library, day, placed=False)
