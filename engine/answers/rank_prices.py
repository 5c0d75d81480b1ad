"""What a chip costs an hour wherever it is sold, cheapest first: every type, cloud and way to buy."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import Literal

from engine.base.computed import Computed
from engine.library import Library
from engine.options.named import called, called_by
from engine.prices.areas import is_apart, regions_within, twin
from engine.prices.price_book import ALIKE, UNSTATED, PriceBook, Quote
from engine.prices.twins import has_risen
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Profile, Reading
from knowledge.facts import PURCHASES_IN_ORDER, SPECIALISTS, Accelerator, Cloud, Facts, Identity, Instance, Purchase
from knowledge.units import BYTES_PER_GB, BYTES_PER_GIB

TERMS: tuple[Purchase, ...] = ("reserved_1yr", "reserved_3yr", "savings_plan")  # paid for years, whatever is used
MACHINES = frozenset({"vm", "vms", "instance", "instances", "machine", "machines", "price", "pricing"})
EXACT = 0.02  # GB, by which a figure in GiB of a maker in GB is off at most
ROUNDED = 0.985  # of the gigabytes that are said, the least that a card has of them
STEP = 8  # GiB: memory is built in steps of it, so that other figures are gigabytes of a maker in other units
CENT, HALF = 100, 0.5 + 1e-6  # prices are compared as they are shown, to the cent, halves upward

BEFORE = -1  # in place of a nearness: a price of the place that newer ones of the type stand for

_DATED = ("old", "newer_held")
Aside = Literal["old", "newer_held", "claimed", "no_region", "twin_rose"]


class RankedPrice(Computed):
    """One type bought one way, at its cheapest region of the place asked about.

    `aside`: why it is not compared with the others and stands below them: seen long before, replaced by a newer one,
    claimed in a document and on no price list, of no region where one was asked about, or on a list whose twin of it
    has risen since.
    """

    instance: Instance
    chip: str
    quote: Quote
    aside: Aside | None = None
    nearness: int = 0  # the place of its region among those of the type, the nearest first
    machines: int = 1  # so many of them hold the number of chips that was asked about
    in_all: bool = False  # compared by what they cost together, no longer by the chip

    @property
    def is_current(self) -> bool:
        """Whether it is compared with the others."""
        return self.aside is None

    @property
    def usd_per_chip_hour(self) -> float:
        return self.quote.seen.likely / self.instance.count

    @property
    def usd_in_all(self) -> float:
        """What an hour of all its machines costs."""
        return self.quote.seen.likely * self.machines

    @property
    def compared_usd(self) -> float:
        """What it is compared by."""
        return self.usd_in_all if self.in_all else self.usd_per_chip_hour


def instances_asked(profile: Profile, lines: set[str], facts: Facts) -> tuple[Instance, ...]:
    """Every type with what was named: the types, else those of the chips; with the count said if one has it.

    "p5" names a line of types and thus the cloud.
    """
    named = [facts.instances[name] for name in profile.instances if name in facts.instances]
    lines = lines - FAMILIES if len(lines) > 1 else lines  # "Inferentia" alone is every one of them
    wanted = frozenset(profile.candidates) | (lines if profile.candidates else frozenset())  # "A10" is two
    chips = {chip.id for chip in called_by(facts, wanted)}
    named = named or [
        one for one in facts.instances.values() if one.host in profile.instances and one.accelerator in chips
    ]
    types = named or [thing for thing in facts.instances.values() if thing.accelerator in chips]
    if not named:
        of_clouds = _of_clouds(lines, facts)
        types = [thing for thing in types if thing.line in of_clouds] or types
    types = with_memory(types, profile.chip_memory_gb, facts)
    if place := profile.region:  # a cloud that has no region there sells none
        types = [thing for thing in types if _is_in(place, thing.cloud, facts)] or types
    types = [thing for thing in types if not profile.clouds or thing.cloud in profile.clouds]
    if profile.accelerator_count:  # within the clouds that were said: AWS sells four A100 as half of a machine only
        types = [thing for thing in types if thing.count == profile.accelerator_count] or types
    return tuple(types)


def _is_in(place: str, cloud: Cloud, facts: Facts) -> bool:
    region = facts.regions.get(place)
    return bool(twin(region, cloud, facts) if region else regions_within(place, cloud, facts))


def _of_clouds(lines: set[str], facts: Facts) -> set[str]:
    """The lines that name a cloud: not one that is called like a chip ("mi300x-192gb-ib.8x")."""
    return {line for line in lines if not called(facts, line)}


def cheapest_of_each(rows: Sequence[RankedPrice]) -> list[RankedPrice]:
    """Of each chip, cloud and way to buy the cheapest hour that is not an old one; the cheapest first."""
    first: dict[tuple[str, Cloud, Purchase], RankedPrice] = {}
    for row in sorted(
        rows, key=lambda row: (not row.is_current, round(row.compared_usd, 4))
    ):  # as ranked, where equal
        first.setdefault((row.chip, row.instance.cloud, row.quote.purchase), row)
    return sorted(first.values(), key=lambda row: row.compared_usd)


def usually_bought(rows: Sequence[RankedPrice], *, for_years: bool) -> tuple[RankedPrice, RankedPrice]:
    """The cheapest that nobody takes away, without a term of years if it can be; and the cheapest as it is usually
    bought: on demand, or `for_years`."""
    free = [row for row in rows if row.quote.purchase != "spot" and row.is_current]
    kept = next((row for row in free if row.quote.purchase not in TERMS), free[0] if free else rows[0])
    bought = [row for row in rows if row.quote.purchase in (TERMS if for_years else ("on_demand",))]
    return kept, next((row for row in bought if row.is_current), bought[0] if for_years and bought else kept)


def usual_of_each(
    rows: Sequence[RankedPrice], first: RankedPrice, reading: Reading, facts: Facts
) -> list[RankedPrice]:
    """Of several chips that were named the price of each as it is usually bought, but for the one told `first`."""
    told, words = [], dict.fromkeys(name for name in reading.profile.candidates if name not in FAMILIES)
    for word in words if len(words) > 1 else ():
        chips = {chip.id for chip in called(facts, word)}
        of_it = [row for row in rows if row.instance.accelerator in chips]
        if of_it and first not in of_it:
            told.append(usually_bought(of_it, for_years=False)[1])
    return told


def with_every_way(rows: Sequence[RankedPrice], at_most: int) -> tuple[RankedPrice, ...]:
    """The first rows in their order: the cheapest of each chip, cloud and way to buy, and where room is left others.

    Sizes of one machine at one price of a chip, seen on one day, are one row, the smallest machine. What was last
    seen earlier has its own: a figure that is doubted since takes no row away.
    """
    apart: dict[tuple[object, ...], RankedPrice] = {}
    for row in rows:
        quote = row.quote
        price = round(row.usd_per_chip_hour, 3), quote.observed_on
        same = row.chip, row.instance.cloud, quote.purchase, quote.region, *price
        if same not in apart or row.instance.count < apart[same].instance.count:
            apart[same] = row
    told = list(apart.values())
    first = [row for row in cheapest_of_each(told) if row.is_current][:at_most]
    ahead = frozenset(first)  # rows are long: one that is looked for among many is compared for long
    rest = [row for row in told if row not in ahead]
    chosen = ahead.union(rest[: at_most - len(first)])
    return tuple(row for row in rows if row in chosen)


def with_first(rows: Sequence[RankedPrice], told: Sequence[RankedPrice | None], at_most: int) -> list[RankedPrice]:
    """The first rows, those that the first lines tell, and an older one that costs less than all bought as it is."""
    kept = list(with_every_way(rows, at_most))
    least = {row.quote.purchase: row.compared_usd for row in reversed(rows) if row.is_current}
    old = [row for row in rows if row.aside in _DATED and row.compared_usd < least.get(row.quote.purchase, 0.0)][:1]
    more = [row for row in dict.fromkeys((*told, *old)) if row is not None and row not in kept]
    return sorted([*kept, *more], key=ranking)


def with_chips_of(types: Sequence[Instance], facts: Facts) -> tuple[Instance, ...]:
    """Every type, whoever sells it, with one of the chips of these."""
    chips = {thing.accelerator for thing in types}
    return tuple(thing for thing in facts.instances.values() if thing.accelerator in chips)


def smallest(row: RankedPrice, rows: Sequence[RankedPrice]) -> RankedPrice:
    """Of sizes of one machine at one price of a chip the smallest, which is the one in a table."""

    def key(one: RankedPrice) -> tuple[object, ...]:
        quote = one.quote
        return one.chip, one.instance.cloud, quote.purchase, quote.region, round(one.usd_per_chip_hour, 3)

    return min((one for one in rows if key(one) == key(row)), key=lambda one: one.instance.count)


def not_on_demand(types: Sequence[Instance], facts: Facts) -> tuple[str, ...]:
    """How to name types that are not sold on demand: by the chip, if no machine of it is."""
    chips = {thing.accelerator for thing in types}
    if any("on_demand" in thing.sold for thing in facts.instances.values() if thing.accelerator in chips):
        return tuple(thing.id for thing in types)
    return tuple(dict.fromkeys(facts.accelerators[thing.accelerator].name for thing in types))


def with_memory(types: Sequence[Instance], said_gb: float | None, facts: Facts) -> list[Instance]:
    """Those whose chip has the memory that was said, as the makers write it; all of them where none has."""
    chips = facts.accelerators
    return [thing for thing in types if holds(chips[thing.accelerator], said_gb or 0.0)] or list(types)


def holds(chip: Accelerator, said_gb: float) -> bool:
    """Whether a chip has so many gigabytes, as its maker writes them: 22.35 GiB are a card of 24 GB, and 93.1, which
    are no even number of those, what a driver leaves of 94."""
    gib = chip.hbm_gib.value
    decimal, whole = gib * BYTES_PER_GIB / BYTES_PER_GB, math.ceil(gib)
    left = gib % 1 != 0 and whole % 2 == 0 and abs(decimal - round(decimal)) > EXACT
    return (gib if gib % STEP == 0 else whole if left else decimal) >= said_gb * ROUNDED


def ranked(
    types: Sequence[Instance],
    library: Library,
    day: date,
    place: str | None,
    way: Purchase | None,
    *,
    everywhere: bool = False,
    without: frozenset[Purchase] = frozenset(),
) -> tuple[RankedPrice, ...]:
    """Each type and way to buy it, of those not excluded, at its cheapest region of the place, or `everywhere` in it.

    The cheapest comes first, of prices shown as equal one with a region, then the smallest machine: not the newest,
    as a doubted figure leaves the price before it a day older. Those that are not compared come last.
    """
    quoted = _quoted(types, library.prices(day), place, way, everywhere=everywhere)
    kept = [each for each in quoted if each[1].purchase not in without]
    if place is None:
        kept = [each for each in kept if not is_apart(each[1].seen_in, library.facts)] or kept
    return of_quotes(kept, library, day, placed=place is not None)


def of_quotes(
    quoted: Sequence[tuple[Instance, Quote, int]], library: Library, day: date, *, placed: bool
) -> tuple[RankedPrice, ...]:
    """Quotes of types, each with the nearness of its region, in their order; `placed`: a place was asked about."""
    facts, book = library.facts, library.prices(day)
    newest = max((quote.held_on for _, quote, _ in quoted), default=day)

    def is_old(quote: Quote) -> bool:
        return (newest - quote.held_on).days > compared_days(quote, library)

    rows = [
        RankedPrice(
            instance=thing,
            chip=facts.accelerators[thing.accelerator].name,
            quote=quote,
            nearness=nearness,
            aside=_aside(quote, nearness, is_old=is_old(quote), placed=placed)
            or ("twin_rose" if has_risen(thing, quote, book) else None),
        )
        for thing, quote, nearness in quoted
    ]
    return _once(sorted(rows, key=ranking), facts)


def compared_days(quote: Quote, library: Library) -> float:
    """So many days before another a price may have been seen to be compared: one on demand stands on a list."""
    name = "list_price_outdated_by_days" if quote.purchase == "on_demand" else "price_outdated_by_days"
    return library.constants.entry(name).value.high


def _once(rows: list[RankedPrice], facts: Facts) -> tuple[RankedPrice, ...]:
    """Slices of one pod at the price of one chip are one row, the smallest slice; machines are not the same."""
    first: dict[tuple[object, ...], RankedPrice] = {}
    for row in rows:
        sliced = facts.accelerators[row.instance.accelerator].family == "tpu"
        at = row.quote.region, row.quote.seen_in
        key = row.chip, row.quote.purchase, at, "" if sliced else row.instance.id
        if key not in first or row.instance.count < first[key].instance.count:
            first[key] = row
    return tuple(first.values())


def _aside(quote: Quote, nearness: int, *, is_old: bool, placed: bool) -> Aside | None:
    if quote.grade in ("claim", "assumed"):
        return "claimed"
    if is_old:
        return "old"
    if nearness == BEFORE:
        return "newer_held"
    return "no_region" if placed and not quote.is_placed else None


def ranking(row: RankedPrice) -> tuple[object, ...]:
    """Where a row stands among others."""
    usd, thing = row.compared_usd, row.instance
    cents = math.floor(usd * CENT + HALF)
    return (
        not row.is_current,
        cents,
        not row.quote.is_placed,
        thing.count,
        round(usd, 4),
        thing.id,
        row.nearness,
    )


def _quoted(
    types: Sequence[Instance], book: PriceBook, place: str | None, way: Purchase | None, *, everywhere: bool
) -> Iterator[tuple[Instance, Quote, int]]:
    region = book.facts.regions.get(place or "")
    for thing in types:
        there = twin(region, thing.cloud, book.facts) if region else place
        if place and there is None:
            continue
        for purchase in PURCHASES_IN_ORDER if way is None else (way,):
            if thing.sold and purchase not in thing.sold:
                continue
            seen = told_as_seen(purchase, there)
            cheapest = book.at(thing, purchase, there, as_seen=seen)
            if place is None and cheapest and is_apart(cheapest.seen_in, book.facts):
                others = book.located(thing, purchase, there, as_seen=seen)
                cheapest = next((one for one in others if not is_apart(one.seen_in, book.facts)), cheapest)
            quotes = book.located(thing, purchase, there, as_seen=seen) if everywhere else (cheapest,)
            for nearness, quote in enumerate(quotes):
                if nearness and quote and quote.seen_in == UNSTATED:
                    continue  # one price without a region, which holds for each
                if quote and not (there and quote.seen_in == UNSTATED and quote.region not in thing.regions):
                    yield thing, quote, nearness
            if not everywhere and cheapest and (own := _own_before(thing, cheapest, there, book)):
                yield thing, own, BEFORE
            newer = None if everywhere or cheapest is None else book.newer_elsewhere(thing, cheapest)
            if newer and book.holds_in(newer, there):
                yield thing, newer, 1


def told_as_seen(way: Purchase, place: str | None) -> bool:
    """Whether a region's own price is told before a newer one that names none: of a place that was said, and of spot,
    which each region has its own of. A list price of no region that was said is the newest."""
    return place is not None or way == "spot"


def _own_before(thing: Instance, told: Quote, place: str | None, book: PriceBook) -> Quote | None:
    """The cheapest price that was seen in a region of the place, where one without a region stands for it, or a
    dearer one that was seen later; of a specialist, which has one list, the newer counts."""
    if thing.cloud in SPECIALISTS or (place is None and told.seen_in != UNSTATED):
        return None
    if place is None:
        usual = book.near(thing, told.purchase, as_seen=True)
        other = usual is not None and usual.seen_in != UNSTATED and usual.seen.likely != told.seen.likely
        return usual if other else None
    regions = regions_within(place, thing.cloud, book.facts)
    own = next((one for one in book.quotes(thing, told.purchase) if one.region in regions), None)  # cheapest first
    if own is None or own.region == UNSTATED or own.grade in ("claim", "assumed"):
        return None
    cheaper = own.seen.likely * ALIKE < told.seen.likely
    return own if told.held_on > own.held_on and (told.seen_in == UNSTATED or cheaper) else None


def unpriced(
    types: tuple[Instance, ...], rows: tuple[RankedPrice, ...], way: Purchase | None
) -> dict[Purchase, list[str]]:
    """The types that are sold a way whose price is not known, one of each chip and cloud."""
    known = {(row.instance.accelerator, row.instance.cloud, row.quote.purchase) for row in rows}
    found: dict[Purchase, list[str]] = {}
    for purchase in PURCHASES_IN_ORDER if way is None else (way,):
        names = {
            (thing.accelerator, thing.cloud): thing.id
            for thing in reversed(types)
            if purchase in thing.sold and (thing.accelerator, thing.cloud, purchase) not in known
        }
        if names:
            found[purchase] = list(reversed(names.values()))
    return found


def ways_out(reading: Reading) -> frozenset[Purchase]:
    """The ways to buy that the text excludes: "not on spot", "without commitment", and all but several it names."""
    out = reading.ruled_out.get("purchase", ())
    if named := reading.ambiguous.get("purchase", ()):
        out = (*out, *(way for way in PURCHASES_IN_ORDER if way not in named))
    return frozenset(way for way in PURCHASES_IN_ORDER if way in out and way != reading.profile.purchase)


def newest_price(library: Library, day: date) -> date | None:
    """The day of the newest price known on a day, where all are old then: what is charged that day is not known."""
    newest = _newest(Identity(library.facts), day)
    stale = library.constants.likely("stale_price_days")
    return newest if newest and (day - newest).days > stale else None


@lru_cache(maxsize=8)
def _newest(identity: Identity, day: date) -> date | None:
    """Every price of these facts is looked at, once a day."""
    return max((offer.observed_on for offer in identity.facts.offers if offer.observed_on <= day), default=None)


def lines_named(reading: Reading) -> set[str]:
    """The words for chips, among them lines of types such as "p5", also as "a3 VM"; any other name of several words
    is that of one chip."""
    names = (name.strip() for name in reading.words.get("candidates", "").lower().split(","))
    return {line for name in names for line, *rest in (name.split() or [name],) if MACHINES.issuperset(rest)}
