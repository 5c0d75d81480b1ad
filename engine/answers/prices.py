"""Prices: dated, with their trend, and a total if hours were stated."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import date

from engine.answers.mentioned import machines, meant, unknown
from engine.answers.model import PriceRow, Trend
from engine.answers.rank_prices import told_as_seen, ways_out
from engine.base.reason import Reason
from engine.library import Library
from engine.prices.areas import area_around, is_apart
from engine.prices.capacity_blocks import block_hours
from engine.prices.price_book import UNSTATED, PriceBook, Quote
from engine.prices.price_runs import PriceRun, of_quote
from engine.workload.profile import Reading
from knowledge.facts import PURCHASES_IN_ORDER, SPECIALISTS, Facts, Instance, Offer, Purchase
from knowledge.units import HOURS_PER_YEAR

THINGS = 6
ASKS_PRICE = frozenset({"asks_cost", "price_strong", "price_short"})  # cues
CENT = 0.01  # of an hour: prices that differ by less are one price, which another list rounds
YEARS: dict[Purchase, int] = {"reserved_1yr": 1, "reserved_3yr": 3}


class UnknownType(Reason, code="unknown_type"):
    """A name that looks like an instance type and is not recorded."""

    name: str


class LeftOutType(Reason, code="left_out_type"):
    """A type that is sold and not held on purpose; `because`: why not; USD an hour on demand, where that was seen."""

    name: str
    because: str
    usd: float | None = None
    region: str | None = None
    day: str | None = None


class UnknownWays(Reason, code="unknown_ways"):
    """Purchase options it is sold by without a known price, joined by blanks."""

    instance: str
    ways: str


class SpotNoMarket(Reason, code="spot_no_market"):
    """The price seen is the cap or the floor of spot, where nothing is traded."""

    instance: str
    region: str
    usd: float
    day: str


class NewerUnplaced(Reason, code="newer_unplaced"):
    """A newer price than that of the region, and of no region that was said."""

    instance: str
    purchase: Purchase
    usd: float
    day: str


class SoldSo(Reason, code="sold_so"):
    """How a type is sold that is not sold as asked."""

    instance: str
    purchase: Purchase
    usd: float
    region: str
    day: str


class OlderPlaced(NewerUnplaced, code="older_placed"):
    """The price of a region, where no region was said and a newer one without a region is told."""

    region: str


class CheapestRegion(Reason, code="cheapest_region"):
    instance: str
    region: str
    usd: float
    day: str


class FirstLater(Reason, code="first_later"):
    """The first price that is held of a type, seen after the day that is past."""

    instance: str
    purchase: Purchase
    usd: float
    region: str
    day: str


class WholeTerm(Reason, code="whole_term"):
    """What a term commitment costs in all, for `count` machines."""

    instance: str
    count: int
    usd: float
    purchase: Purchase
    caveat: str = ""  # what is said of a rate from a document


class ManagedName(Reason, code="managed_name"):
    """A type by SageMaker's name for it, whose own rates are not held: an hour of EC2's, and the same with the shares
    that are added to it."""

    name: str
    instance: str
    usd: float
    low: float
    high: float
    purchase: Purchase
    region: str
    day: str


class ManagedAdds(Reason, code="managed_adds"):
    """The share SageMaker adds to EC2's rates."""

    low: float
    high: float


def prices(reading: Reading, library: Library, day: date) -> tuple[PriceRow, ...]:
    """One row per named type and purchase option, in the order of `PURCHASES_IN_ORDER`."""
    book = library.prices(day)
    things = meant(reading, library.facts, book, THINGS, THINGS)
    seen = library.histories(things, day)
    return tuple(row for thing in things for row in _rows_of(reading, library, book, seen, thing))


def _rows_of(
    reading: Reading, library: Library, book: PriceBook, seen: Mapping[str, tuple[Offer, ...]], thing: Instance
) -> list[PriceRow]:
    """The ways asked about; where it is sold in none of them, those that it is sold in as well."""

    def row_of(way: Purchase) -> PriceRow | None:
        return _row(reading, library, book, seen, thing, way)

    rows = [row for way in _ways(reading) if (row := row_of(way))]
    if not rows or any(row.sold for row in rows):
        return rows
    out, told = ways_out(reading), {row.purchase for row in rows}
    others = [way for way in PURCHASES_IN_ORDER if way in thing.sold and way not in out and way not in told]
    return rows + [row for way in others if (row := row_of(way)) and row.quote]


def about_prices(reading: Reading, library: Library, day: date, rows: tuple[PriceRow, ...]) -> tuple[Reason, ...]:
    """What the rows do not say: unknown types, the cheapest region, the cost of a whole term, the surcharge."""
    sentences = [_unknown(name, library.facts) for name in unknown(reading, library.facts)]
    book = library.prices(day)
    for name in dict.fromkeys(row.instance for row in rows):
        there = {row.purchase for row in rows if row.instance == name}
        ways = [way for way in library.facts.instances[name].sold if way not in there and way in _ways(reading)]
        if not any(row.quote for row in rows if row.instance == name):
            sentences += _first_later(library.facts.instances[name], book)
        sentences += _sold_so([row for row in rows if row.instance == name], _ways(reading))
        if ways:
            sentences.append(UnknownWays(instance=name, ways=" ".join(ways)))
        if "spot" in _ways(reading):
            for offer in book.no_market(library.facts.instances[name]):
                usd, seen_on = float(offer.usd_per_hour), str(offer.observed_on)
                bound = SpotNoMarket(instance=name, region=offer.region, usd=usd, day=seen_on, cites=(offer.source,))
                sentences.append(bound)
    for row in rows:
        if row.quote is None or not row.sold:
            continue
        every = book.quotes(library.facts.instances[row.instance], row.purchase)
        quotes = [quote for quote in every if not is_apart(quote.region, library.facts)] or every
        if older := _own_of_region(reading, book, library.facts.instances[row.instance], row.quote):
            sentences.append(older)
        if newer := book.newer_elsewhere(library.facts.instances[row.instance], row.quote):
            sentences.append(
                NewerUnplaced(
                    instance=row.instance,
                    purchase=row.purchase,
                    usd=newer.seen.likely,
                    day=str(newer.observed_on),
                    cites=(newer.source,),
                )
            )
        if row.purchase == "on_demand" and not row.elsewhere and _likely(row.quote) - _likely(quotes[0]) >= CENT:
            same = [quote for quote in quotes if _likely(quote) - _likely(quotes[0]) < CENT]
            best = max(same, key=lambda quote: quote.observed_on)
            sentences.append(
                CheapestRegion(
                    instance=row.instance,
                    region=best.region,
                    usd=_likely(best),
                    day=str(best.observed_on),
                    cites=(best.source,),
                )
            )
        if row.purchase in YEARS and row.total:
            count = row.machines or 1
            term = _likely(row.quote) * HOURS_PER_YEAR * YEARS[row.purchase] * count
            cites = (row.quote.source,)
            sentences.append(
                WholeTerm(
                    instance=row.instance,
                    count=count,
                    usd=term,
                    purchase=row.purchase,
                    caveat=row.quote.caveat or "",
                    cites=cites,
                )
            )
    if reading.profile.managed:
        extra = library.constants.entry("sagemaker_surcharge")
        sentences.append(ManagedAdds(low=extra.value.low, high=extra.value.high, cites=(extra.source,)))
    return tuple(sentences)


def by_managed_name(rows: Sequence[PriceRow], reading: Reading, library: Library) -> tuple[ManagedName, ...]:
    """() unless a type is named as "ml.p5.48xlarge", and has a price."""
    extra = library.constants.entry("sagemaker_surcharge")
    for row in rows:
        if row.quote is not None and row.sold and f"ml.{row.instance}" in reading.text.lower():
            usd = _likely(row.quote)
            return (
                ManagedName(
                    name=f"ml.{row.instance}", instance=row.instance, usd=usd, low=usd * (1 + extra.value.low),
                    high=usd * (1 + extra.value.high), purchase=row.purchase, region=row.quote.told_region,
                    day=str(row.quote.observed_on), cites=(row.quote.source, extra.source),
                ),
            )  # fmt: skip
    return ()


def _unknown(name: str, facts: Facts) -> Reason:
    """That a type is not known, or why it is left out."""
    for entry in facts.left_out.values():
        if name.casefold().startswith(tuple(begin.casefold() for begin in entry.begins)):
            price = next((one for one in facts.unsized if one.type.casefold() == name.casefold()), None)
            if price is None:
                return LeftOutType(name=name, because=entry.because, cites=(entry.source,))
            return LeftOutType(
                name=price.type,
                because=entry.because,
                usd=price.usd_per_hour,
                region=price.region,
                day=str(price.observed_on),
                cites=tuple(dict.fromkeys((price.source, entry.source))),
            )
    return UnknownType(name=name)


def priced_left_out(reading: Reading, facts: Facts) -> LeftOutType | None:
    """The one type that is named, where it is left out and a price of it is asked for and seen."""
    named = reading.profile.instances or reading.profile.current_instances
    told = _unknown(named[0], facts) if len(named) == 1 and not ASKS_PRICE.isdisjoint(reading.cues) else None
    return told if isinstance(told, LeftOutType) and told.usd is not None else None


def _sold_so(rows: Sequence[PriceRow], asked: Sequence[Purchase]) -> tuple[SoldSo, ...]:
    """The first way to buy it, where it is sold in none of those asked about."""
    if not rows or any(row.sold and row.purchase in asked for row in rows):
        return ()
    return tuple(
        SoldSo(
            instance=row.instance,
            purchase=row.purchase,
            usd=row.quote.seen.likely,
            region=row.quote.told_region,
            day=str(row.quote.observed_on),
            cites=(row.quote.source,),
        )
        for row in rows
        if row.sold and row.quote
    )[:1]


def _first_later(thing: Instance, book: PriceBook) -> tuple[FirstLater, ...]:
    """The first price after a day that is past and of which none is held."""
    later = [offer for way in PURCHASES_IN_ORDER if (offer := book.first_after(thing, way))]
    return tuple(
        FirstLater(
            instance=thing.id,
            purchase=offer.purchase,
            usd=float(offer.usd_per_hour),
            region=offer.region,
            day=str(offer.observed_on),
            cites=(offer.source,),
        )
        for offer in sorted(later, key=lambda offer: offer.observed_on)[:1]
    )


def trend(offers: tuple[Offer, ...], quote: Quote, facts: Facts, factor: int = 1) -> Trend | None:
    """First and last list price in the quote's region and purchase option."""
    seen = [run for run, _ in of_quote(offers, quote, facts, factor)]
    return _since(seen[0], seen) if seen else None


def _ways(reading: Reading) -> tuple[Purchase, ...]:
    """The purchase option asked about, and on demand; all if none was named; without those that are excluded."""
    asked, out = reading.profile.purchase, ways_out(reading)
    ways = PURCHASES_IN_ORDER if asked is None else tuple(dict.fromkeys((asked, "on_demand")))
    return tuple(way for way in ways if way not in out)


def last_move(offers: tuple[Offer, ...], quote: Quote, library: Library, factor: int = 1) -> Trend | None:
    """The last move of a price by as much as is reported; where there was none, its last figure against its first."""
    seen = [run for run, _ in of_quote(offers, quote, library.facts, factor)]
    if not seen:
        return None
    cloud, now = next(offer.cloud for offer in offers), seen[-1].usd
    moves_freely = quote.purchase == "spot" and cloud not in SPECIALISTS  # whose spot prices are on a list
    share = library.constants.likely(f"change_spot_share_{cloud}" if moves_freely else "change_least_share")
    moved = (run for run in reversed(seen) if abs(math.log(now / run.usd)) >= math.log1p(share))
    return _since(next(moved, seen[0]), seen)


def _since(before: PriceRun, seen: Sequence[PriceRun]) -> Trend | None:
    """From one figure to the last; None where all of them were seen at one look."""
    last = seen[-1]
    if seen[0].first == last.last:
        return None
    until = before.last if len(seen) > 1 else last.last
    return Trend(since=before.first, until=until, before=before.usd, after=last.usd, share=last.usd / before.usd - 1)


def _row(
    reading: Reading,
    library: Library,
    book: PriceBook,
    seen: Mapping[str, tuple[Offer, ...]],
    thing: Instance,
    way: Purchase,
) -> PriceRow | None:
    """None for a purchase option that was not asked about and has no price."""
    profile = reading.profile
    quote = book.near(thing, way, profile.region, as_seen=told_as_seen(way, profile.region))
    elsewhere = quote is not None and profile.region is not None and book.there(thing, way, profile.region) is None
    around = area_around(profile.region or "", library.facts)
    nearby = elsewhere and around is not None and book.at(thing, way, around) is not None
    sold = not thing.sold or way in thing.sold
    if (quote is None or not sold) and way not in (profile.purchase, "on_demand"):
        return None
    chip = library.facts.accelerators[thing.accelerator]
    row = PriceRow(
        instance=thing.id, chip=chip.name, count=thing.count, cloud=thing.cloud, purchase=way, quote=quote,
        sold=sold, elsewhere=elsewhere, nearby=nearby,
    )  # fmt: skip
    if quote is None:
        return row
    own = last_move(seen[thing.id], quote, library)
    whole = own or last_move(seen[thing.accelerator], quote, library, thing.count)
    return row.model_copy(update={"trend": whole} | _total(reading, library, thing, quote))


def _own_of_region(reading: Reading, book: PriceBook, thing: Instance, told: Quote) -> OlderPlaced | None:
    """What was last seen in a region itself, where a newer price without one is told instead."""
    place, way = reading.profile.region, told.purchase
    own = None if told_as_seen(way, place) or told.seen_in != UNSTATED else book.near(thing, way, as_seen=True)
    if own is None or own.seen_in == UNSTATED or abs(_likely(own) - _likely(told)) < CENT:
        return None
    return OlderPlaced(
        instance=thing.id,
        purchase=way,
        usd=own.seen.likely,
        day=str(own.observed_on),
        region=own.seen_in,
        cites=(own.source,),
    )


def _total(reading: Reading, library: Library, thing: Instance, quote: Quote) -> dict[str, object]:
    """count x hours x price, for the stated hours; a block is billed in whole steps."""
    hours = reading.profile.run_hours
    if hours is None:
        return {}
    hours *= reading.profile.runs or 1
    count = machines(reading.profile, thing) or 1
    billed = block_hours(hours, library.constants) if quote.purchase == "capacity_block" else hours
    return {"machines": count, "billed": billed, "total": quote.usd_per_hour.times(billed * count)}


def _likely(quote: Quote) -> float:
    return quote.usd_per_hour.likely
