"""Ways to buy a machine side by side: "how much cheaper is spot than on demand for p5.48xlarge?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from datetime import date

from engine.answers.commitment_rates import CLAIMED
from engine.answers.model import FactAnswer
from engine.answers.rank_prices import TERMS, instances_asked, lines_named, ranked
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.parts.price_table import price_table
from engine.forms.sold.span import unit_of
from engine.forms.sold.where import within
from engine.library import Library
from engine.prices.areas import twin
from engine.prices.price_book import Quote
from engine.workload.profile import Reading
from engine.workload.question import A_CHIP
from knowledge.facts import Facts, Instance, Purchase

ALL = "all_ways"  # the cue
EVERY: tuple[Purchase, ...] = ("on_demand", "spot", "reserved_1yr", "reserved_3yr", "capacity_block")
BARE: dict[str, Purchase] = {"way_1yr": "reserved_1yr", "way_3yr": "reserved_3yr"}  # cues
_TERM = r"(?:1|3|one|three)[ -]?(?:years?|yrs?|y)\b"
_JOINS = r"\s*(?:\band|\bor|\bvs\.?|\bversus|\bagainst|[,/&+])\s*"
_WAY = r"(?:on[ -]?demand|spot)(?: price| rate)?"
_BESIDE = re.compile(rf"{_WAY}{_JOINS}(?:an? )?{_TERM}|{_TERM}{_JOINS}{_WAY}", re.IGNORECASE)  # not "for 1 year"
_BOTH = re.compile(
    r"\b(?:1|one)[ -]?(?:years?|yrs?|y)?[ -]?(?:and|or|&|/|,|und|et|y|e)[ -]?(?:3|three)[ -]?(?:years?|yrs?|y)\b",
    re.I,
)
CENTS = 2
PAIR, TYPES = 2, 3  # ways that are set against each other; types of which it is told


class WayPrice(Computed):
    """An hour of a machine, or of one of its chips, bought one way; `usd` is None where no price is held."""

    purchase: Purchase
    usd: float | None
    region: str
    day: str
    usd_span: float | None = None  # over the unit that is asked
    age: int = 0
    old: bool = False
    claimed: bool = False  # in a document, and on no list


class WaysBeside(Reason, code="ways_beside"):
    """The ways to buy a machine that were named, the cheapest first; then those that are claimed or old, and those
    without a price.

    `share`: by which the first is below the `dearest` of those that are neither. `placed`: all prices are of one
    region. `chips` of the machine; `by_chip`: the prices are of one of them. `unit`: of time that is asked, and
    its `hours`; "" for an hour.
    """

    instance: str
    chips: int
    by_chip: bool
    dearest: WayPrice | None
    unit: str
    hours: float
    machines: int
    each: tuple[WayPrice, ...]
    share: float
    placed: bool


class WaysBind(Reason, code="ways_bind"):
    """What each of these ways asks of who buys so, beside dollars."""

    ways: tuple[Purchase, ...]


def ways_named(reading: Reading) -> tuple[Purchase, ...]:
    """Two ways to buy or more that a text names, none of them alone; a term of bare years counts where nothing else
    is told in years: "on demand and 1-year"."""
    named: tuple[Purchase, ...] = reading.ambiguous.get("purchase", ())  # type: ignore[assignment]
    said, cues = reading.profile, frozenset(reading.cues)
    if ALL in cues and said.purchase is None:
        return EVERY
    bare = {way for cue, way in BARE.items() if cue in cues}
    both = _BOTH.search(reading.text) or (named and bare == set(BARE.values()))
    if both and said.purchase in (None, *BARE.values()):
        return tuple(dict.fromkeys((*named, "on_demand", *BARE.values())))
    if said.purchase is None:
        beside = _BESIDE.search(reading.text) and unit_of(reading.text) is None  # "spot vs 1yr vs on demand"
        more = tuple(way for way in BARE.values() if way in bare and beside)
        return tuple(dict.fromkeys((*named, *more))) if len(named) >= PAIR else ()
    timed = said.run_hours or said.deadline_days or said.runs_per_month or unit_of(reading.text)
    joined = _BESIDE.search(reading.text)
    terms = tuple(way for way in BARE.values() if way in bare and way != said.purchase)
    return (said.purchase, *terms) if terms and joined and not timed and said.purchase not in TERMS else ()


def ways_beside(reading: Reading, library: Library, day: date) -> FactAnswer | None:
    """The ways that are named, of the first types that are named; None where no two ways or no type is, and where
    work is described: then what it costs each way is asked."""
    ways, said = ways_named(reading), reading.profile
    named, work = said.instances or said.candidates, said.task or said.parameters or said.run_hours
    if not ways or not named or work:
        return None
    types = instances_asked(said, lines_named(reading), library.facts)
    inside = within(said.region, library.facts) if said.region else set()
    every = [one for thing in types if (one := _of_type(thing, ways, reading, library, day)) is not None]
    there = [one for one in every if _is_whole(one, inside)]  # no spot of another continent beside them
    if said.candidates and not said.instances:
        there.sort(key=lambda one: _of_a_chip(one, library.facts))
    first = {_shown(one, reading): one for one in reversed(there or every)}
    told = [one for one in there or every if first[_shown(one, reading)] is one][:TYPES]
    if not told:
        return None
    bind = tuple(dict.fromkeys(way for one in told for way in _held(one) if way != "on_demand"))
    places = {(one.instance, price.purchase, price.region) for one in told for price in one.each}
    rows = [
        row
        for row in ranked(types, library, day, said.region, None, everywhere=True)
        if (row.instance.id, row.quote.purchase, row.quote.told_region) in places
    ]
    lines = (*told[1:], WaysBind(ways=bind)) if bind else tuple(told[1:])
    return FactAnswer(headline=told[0], sentences=lines, table=price_table(rows))


def _shown(one: WaysBeside, reading: Reading) -> object:
    """By the chip, sizes at one price are one."""
    each = tuple((price.purchase, round(price.usd or 0.0, CENTS), price.region) for price in one.each)
    return one.instance if A_CHIP.isdisjoint(reading.cues) else each


def _held(one: WaysBeside) -> tuple[Purchase, ...]:
    return tuple(price.purchase for price in one.each if price.usd is not None)


def _is_whole(one: WaysBeside, inside: AbstractSet[str]) -> bool:
    """Whether each of the ways has a price in the place."""
    return all(price.usd is not None and price.region in inside for price in one.each)


def _of_a_chip(one: WaysBeside, facts: Facts) -> tuple[float, int]:
    """USD an hour of one chip, by the cheapest way and to the cent; then the smaller machine."""
    count = facts.instances[one.instance].count
    return round((one.each[0].usd or 0.0) / (1 if one.by_chip else count), CENTS), int(count)


def _of_type(
    thing: Instance, ways: Sequence[Purchase], reading: Reading, library: Library, day: date
) -> WaysBeside | None:
    if tuple(ways) == EVERY and thing.sold:
        ways = [way for way in EVERY if way in thing.sold]
    quotes = _in_one_place(thing, ways, reading.profile.region, library, day)
    held = sorted(
        (quote for quote in quotes.values() if quote), key=lambda quote: (_is_weak(quote), quote.seen.likely)
    )
    if not held:
        return None
    by_chip = thing.count > 1 and not A_CHIP.isdisjoint(reading.cues)
    unit, hours = unit_of(reading.text) or ("", 1.0)
    machines = 1 if by_chip else int(reading.profile.instance_count or 1)
    each = [_priced(quote, thing.count if by_chip else 1, hours * machines if unit else None) for quote in held]
    each += [WayPrice(purchase=way, usd=None, region="", day="") for way, quote in quotes.items() if quote is None]
    firm = sum(not _is_weak(quote) for quote in held) or len(held)
    first, last = held[0].seen.likely, held[firm - 1].seen.likely
    return WaysBeside(
        instance=thing.id,
        chips=int(thing.count),
        by_chip=by_chip,
        unit=unit,
        hours=hours,
        machines=machines,
        dearest=each[firm - 1] if firm > 1 else None,
        each=tuple(each),
        share=1 - first / last,
        placed=len({quote.told_region for quote in held}) == 1,
        cites=tuple(dict.fromkeys(cite for quote in held for cite in quote.cites)),
    )


def _is_weak(quote: Quote) -> bool:
    """Whether it is too old, or only claimed, to be the cheapest."""
    return quote.is_outdated or quote.grade in CLAIMED


def _priced(quote: Quote, of: float, hours: float | None) -> WayPrice:
    """`of`: chips that share the price; `hours`: of all machines in the unit that is asked."""
    usd = quote.seen.likely / of
    return WayPrice(
        purchase=quote.purchase,
        usd=usd,
        usd_span=usd * hours if hours else None,
        region=quote.told_region,
        day=str(quote.observed_on),
        age=quote.age_days,
        old=quote.is_outdated,
        claimed=quote.grade in CLAIMED,
    )


def _in_one_place(
    thing: Instance, ways: Sequence[Purchase], place: str | None, library: Library, day: date
) -> dict[Purchase, Quote | None]:
    """The price of each way in the nearest region that has them all, the cheapest of those in the place; else each
    where it is usually told."""
    book = library.prices(day)
    region = library.facts.regions.get(place or "")
    there = (twin(region, thing.cloud, library.facts) if region else None) or place
    by_way = {way: {quote.region: quote for quote in book.located(thing, way, there, as_seen=True)} for way in ways}
    both = [name for name in by_way[ways[0]] if all(name in held for held in by_way.values())]
    inside = within(place, library.facts) if place else set()
    if near := [name for name in both if name in inside]:
        both = [min(near, key=lambda name: min(held[name].seen.likely for held in by_way.values()))]
    if both:
        return {way: held[both[0]] for way, held in by_way.items()}
    return {way: book.near(thing, way, there, as_seen=True) for way in ways}
