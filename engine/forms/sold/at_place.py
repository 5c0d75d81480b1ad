"""The price of a type where it was asked about, and nowhere else; in each of several places, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from engine.answers.model import FactAnswer
from engine.answers.rank_prices import RankedPrice, ranked, ranking, ways_out
from engine.answers.unpriced import listed_from
from engine.base.reason import Reason
from engine.forms.parts.price_table import price_table
from engine.library import Library
from engine.prices.areas import JOINT, regions_within, twin
from engine.prices.price_book import PriceBook, Quote
from engine.workload.profile import Profile, Reading
from knowledge.facts import PURCHASES_IN_ORDER, Facts, Instance, Purchase

PAIR = 2
ROWS = 10  # of a table, at most
WAYS: tuple[Purchase, ...] = ("on_demand", "capacity_block", "spot")  # told of a comparison
PRICED = frozenset({"price", "price_short", "price_strong", "price_word", "per_chip", "chip_hour", "cheapest_of"})


class PricedAt(Reason, code="priced_at"):
    """Where and when the prices of a comparison were seen: of each side, each way with its region and day."""

    place: str  # the one asked about, or empty
    sides: tuple[str, ...]
    seen: tuple[tuple[tuple[Purchase, str, str], ...], ...]


class InEachPlace(Reason, code="in_each_place"):
    """What a type costs an hour in each of several places: the place, the price (None: none is held) and the day."""

    instance: str
    purchase: Purchase
    each: tuple[tuple[str, float | None, str], ...]


def in_each_place(reading: Reading, library: Library, day: date, types: Sequence[Instance]) -> FactAnswer | None:
    """Types that were named, in each of the places that were; None where no price of any is held there."""
    said, book, out = reading.profile, library.prices(day), ways_out(reading)
    places = (said.region or "").split(JOINT)
    rows = [
        row
        for place in places
        for row in ranked(types, library, day, place, said.purchase, without=out)
        if row.is_current
    ]
    if not rows:
        return None
    way = said.purchase or way_of_all(book, types, reading)
    told = []
    for thing in types:
        quotes = [quote_at(book, thing, way, place) for place in places]
        each = tuple(
            (place, quote.seen.likely if quote else None, str(quote.observed_on) if quote else "")
            for place, quote in zip(places, quotes, strict=True)
        )
        cites = tuple(dict.fromkeys(quote.source for quote in quotes if quote))
        told.append(InEachPlace(instance=thing.id, purchase=way, each=each, cites=cites))
    ordered = sorted(dict.fromkeys(rows), key=_by_way)
    table = price_table(ordered[:ROWS], chip=len({row.chip for row in ordered}) > 1)
    return FactAnswer(headline=told[0], sentences=tuple(told[1:]), table=table)


def _by_way(row: RankedPrice) -> tuple[object, ...]:
    return PURCHASES_IN_ORDER.index(row.quote.purchase), ranking(row)


def quote_at(book: PriceBook, thing: Instance, way: Purchase, place: str | None) -> Quote | None:
    """The quote of a region in the place, of another cloud that of the same city; without a place the usual one.

    None where no price of such a region is held: one without a region, or of another, does not stand for it.
    """
    if thing.sold and way not in thing.sold:
        return None
    if place is None:
        return book.near(thing, way)
    region = book.facts.regions.get(place)
    there = twin(region, thing.cloud, book.facts) if region else place
    within = regions_within(there, thing.cloud, book.facts) if there else ()
    held = {quote.region: quote for quote in book.quotes(thing, way)}
    return book.cheapest([held[name] for name in within if name in held])


def way_of_all(book: PriceBook, things: Sequence[Instance | None], reading: Reading) -> Purchase:
    """The first way to buy in which each chip has a price: on demand, unless one of them is not sold so."""
    sold, out, place = [thing for thing in things if thing], ways_out(reading), reading.profile.region
    chips = {thing.accelerator for thing in sold}
    for way in WAYS:
        priced = {thing.accelerator for thing in sold if way not in out and quote_at(book, thing, way, place)}
        if chips <= priced:
            return way
    return "on_demand"


def place_of(place: str | None, quotes: Sequence[Quote], facts: Facts) -> str:
    """The place as it is told beside these prices: a city as the cloud of each calls it, joined by commas."""
    if place not in facts.regions or not quotes:
        return place or ""
    return ", ".join(dict.fromkeys(quote.region for quote in quotes))


def priced_at(book: PriceBook, reading: Reading, things: Sequence[Instance]) -> tuple[PricedAt, ...]:
    """Of each type its prices' regions and days; () where no place and no price was asked about."""
    seen, cites, place = [], dict[str, None](), reading.profile.region
    if not things or (not place and PRICED.isdisjoint(reading.cues)):
        return ()
    out = ways_out(reading)
    for thing in things:
        quotes = [quote for way in WAYS if way not in out and (quote := quote_at(book, thing, way, place))]
        cites |= {quote.source: None for quote in quotes}
        seen.append(tuple((quote.purchase, quote.seen_in, str(quote.observed_on)) for quote in quotes))
    names = tuple(thing.id for thing in things)
    return (PricedAt(place=place or "", sides=names, seen=tuple(seen), cites=tuple(cites)),)


def prices_beside(library: Library, day: date, reading: Reading, things: Sequence[Instance]) -> tuple[Reason, ...]:
    """The regions and days of a comparison's prices, then what specialist clouds list."""
    placed = priced_at(library.prices(day), reading, things)
    return (*placed, *(listed_from(reading.profile, things, library, day) if placed else ()))


def types_named(things: Sequence[Instance | None], said: Profile) -> frozenset[str]:
    """The types that were named, and those of a line that was named beside a type with the same chip."""
    chips = {thing.accelerator for thing in things if thing and thing.id in said.instances}
    return frozenset(thing.id for thing in things if thing and thing.accelerator in chips)


def machine_hours(
    book: PriceBook, types: Sequence[Instance | None], way: Purchase, said: Profile
) -> tuple[float, ...]:  # fmt: skip
    """What an hour of each machine costs; () where one is no type that was named, or no price of it is held."""
    quotes = [quote_at(book, thing, way, said.region) for thing in types if thing is not None]
    hours = tuple(quote.seen.likely for quote in quotes if quote)
    return hours if len(hours) == len(types) >= PAIR else ()
