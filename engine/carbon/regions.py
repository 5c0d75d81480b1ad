"""Where a thing is sold, the cleanest power first, with the price there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.carbon.footprint import is_comparable, site_pue
from engine.library import Library
from engine.prices.price_book import PriceBook, Quote
from knowledge.facts import PURCHASES_IN_ORDER, Instance, Purchase, Region

PAID_BY_USE: tuple[Purchase, ...] = ("on_demand", "capacity_block")  # what a single run can be bought by, anywhere


class GridPlace(NamedTuple):
    """A region that sells a type: grams of each kWh its machines use, and the price. No quote: price unknown."""

    region: Region
    grams: float
    quote: Quote | None


class Places(NamedTuple):
    """`ranked`: on the one method clouds are compared on, the cleanest first. `unranked`: on another, or unknown."""

    ranked: tuple[GridPlace, ...]
    unranked: tuple[Region, ...]
    quotes: Mapping[str, Quote]  # by region


def places(thing: Instance, library: Library, book: PriceBook, asked: Purchase | None = None) -> Places:
    """Every region known to sell `thing`, from its prices or its list, with the price by `asked` or else by use."""
    quotes: dict[str, Quote] = {}
    for way in dict.fromkeys((asked, *PAID_BY_USE)):
        for quote in book.quotes(thing, way) if way else ():
            quotes.setdefault(quote.region, quote)
    sold = {quote.region for way in PURCHASES_IN_ORDER for quote in book.quotes(thing, way)} | set(thing.regions)
    known = [library.facts.regions[name] for name in sorted(sold) if name in library.facts.regions]
    comparable = [
        GridPlace(region, region.grid_g_per_kwh * site_pue(region, library).likely, quotes.get(region.id))
        for region in known
        if region.grid_g_per_kwh is not None and is_comparable(region, library)
    ]
    ranked = sorted(comparable, key=lambda place: (place.grams, place.region.id))
    return Places(tuple(ranked), tuple(region for region in known if not is_comparable(region, library)), quotes)
