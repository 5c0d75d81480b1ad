"""Committed rates compared with on demand, and the share of all hours the stated work uses."""

from __future__ import annotations

from datetime import date
from statistics import median
from typing import NamedTuple, TypedDict

from engine.library import Library
from engine.prices.areas import twin, usual_place
from engine.prices.commitments import break_even_use
from engine.prices.price_book import PriceBook, Quote
from engine.workload.profile import Profile
from knowledge.facts import Cloud, Facts, Instance, Purchase
from knowledge.units import HOURS_PER_MONTH

TERMS: tuple[Purchase, ...] = ("reserved_1yr", "reserved_3yr", "savings_plan")
WAYS: tuple[Purchase, ...] = (*TERMS, "capacity_block")
CLAIMED = ("claim", "assumed")
MACHINE = "chips_per_machine"  # the constant
ALMOST = 0.02  # of a machine: what is so near to one more works all the time, too


class CommitmentUse(NamedTuple):
    """The share of all hours in which the machines work; 1.0 if nothing was said. `machines` work so, 0 unknown."""

    share: float
    said: bool
    machines: int = 0


class RateFields(TypedDict):
    """What every sentence about a rate says of it."""

    instance: str
    purchase: Purchase
    usd: float
    day: str
    age: int
    claimed: bool
    caveat: str
    on_demand: float
    on_demand_day: str
    region: str
    share: float


class CommitmentRate(NamedTuple):
    """A committed rate of one instance beside its on-demand price; USD an hour."""

    instance: str
    term: Quote
    free: Quote

    @property
    def purchase(self) -> Purchase:
        return self.term.purchase

    @property
    def is_term(self) -> bool:
        return self.purchase in TERMS

    @property
    def usd(self) -> float:
        return self.term.usd_per_hour.likely

    @property
    def on_demand(self) -> float:
        return self.free.usd_per_hour.likely

    @property
    def share(self) -> float:
        """u*, the share of all hours from which the commitment is cheaper."""
        return break_even_use(self.usd, self.on_demand)

    @property
    def age_days(self) -> int:
        return self.term.age_days

    @property
    def cites(self) -> tuple[str, ...]:
        return self.term.source, self.free.source

    @property
    def fields(self) -> RateFields:
        return {
            "instance": self.instance,
            "purchase": self.purchase,
            "usd": self.usd,
            "day": str(self.term.observed_on),
            "age": self.age_days,
            "claimed": self.term.grade in CLAIMED,
            "caveat": self.term.caveat or "",
            "on_demand": self.on_demand,
            "on_demand_day": str(self.free.observed_on),
            "region": self.free.region,
            "share": self.share,
        }


def use_of(profile: Profile, hours_per_month: float | None = None) -> CommitmentUse:
    """The utilization that was said, else hours per run x runs per month / hours of a month; 1.0 of a service.

    `hours_per_month`: machine-hours that the work was worked out to take. Where they are more than those of a month,
    the whole machines among them work all the time.
    """
    if hours_per_month:
        whole = int(hours_per_month / HOURS_PER_MONTH + ALMOST)
        return CommitmentUse(min(1.0, hours_per_month / HOURS_PER_MONTH), said=True, machines=max(1, whole))
    if profile.utilization is not None:
        return CommitmentUse(min(1.0, profile.utilization), said=True)
    if profile.run_hours and profile.runs_per_month:
        return CommitmentUse(min(1.0, profile.run_hours * profile.runs_per_month / HOURS_PER_MONTH), said=True)
    return CommitmentUse(1.0, said=profile.cadence == "continuous")


def rates(thing: Instance, profile: Profile, book: PriceBook) -> tuple[CommitmentRate, ...]:
    """Every committed rate with an on-demand price to compare it with; none is derived from a percentage."""
    known = []
    for way in WAYS:
        for place in (*_places(thing, profile, book.facts), None):
            free = {quote.region: quote for quote in _on_demand(thing, book, place)}
            terms = book.located(thing, way, place)
            term = book.cheapest([quote for quote in terms if quote.region in free]) or book.cheapest(terms)
            same = free.get(term.region) if term else None
            free_there = same or book.cheapest(tuple(free.values()))
            if term and free_there:
                known.append(CommitmentRate(thing.id, term, free_there))
                break
    return tuple(known)


def _places(thing: Instance, profile: Profile, facts: Facts) -> tuple[str, ...]:
    """The place said, before it the region that the cloud has in the same city; or the usual one."""
    place = profile.region or usual_place(facts)
    region = facts.regions.get(place or "")
    there = twin(region, thing.cloud, facts) if region else None
    return tuple(dict.fromkeys(one for one in (there, place) if one))


def on_demand(thing: Instance, profile: Profile, book: PriceBook) -> Quote | None:
    """The price without a commitment, in the region said or the cheapest elsewhere."""
    return book.near(thing, "on_demand", profile.region) if _is_on_demand(thing) else None


def _on_demand(thing: Instance, book: PriceBook, place: str | None) -> tuple[Quote, ...]:
    return book.located(thing, "on_demand", place) if _is_on_demand(thing) else ()


def _is_on_demand(thing: Instance) -> bool:
    """False if it was sold on demand once and is not today."""
    return not thing.sold or "on_demand" in thing.sold


def example(profile: Profile, library: Library, day: date) -> CommitmentRate | None:
    """A rate to explain with if none was named: the most expensive whole machine with an observed one-year rate."""
    cloud = profile.clouds[0] if profile.clouds else "aws"
    seen = _one_year(cloud, library, library.prices(day))
    chips = round(library.constants.likely(MACHINE))
    whole = [rate for rate in seen if library.facts.instances[rate.instance].count == chips] or seen
    return max(whole, key=lambda rate: (rate.on_demand, rate.instance), default=None)


def usual_one_year_discount(cloud: Cloud, library: Library, book: PriceBook) -> tuple[float, str] | None:
    """The median one-year discount observed in a cloud, 0 to 1, and a source of it."""
    seen = sorted(_one_year(cloud, library, book), key=lambda rate: rate.share)
    if not seen:
        return None
    return 1 - median(rate.share for rate in seen), seen[len(seen) // 2].term.source


def _one_year(cloud: Cloud, library: Library, book: PriceBook) -> list[CommitmentRate]:
    own = [thing for thing in library.facts.instances.values() if thing.cloud == cloud]
    every = (rate for thing in own for rate in rates(thing, Profile(), book))
    return [rate for rate in every if rate.purchase == "reserved_1yr" and rate.term.grade not in CLAIMED]
