"""The rate of a commitment whose terms are said: how many years, what is paid ahead, of which class or plan."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from engine.answers.model import FactAnswer
from engine.base.named_terms import RESERVED, NamedTerm, named_term
from engine.base.reason import Reason
from engine.library import Library
from engine.prices.areas import regions_within
from engine.prices.term_rates import TermRate, fitting, sells_by_payment
from engine.workload.profile import Profile, Reading
from knowledge.facts import Instance, Purchase
from knowledge.units import HOURS_PER_YEAR

WEIGHS = frozenset({"commit_asked", "keep", "asks_break_even", "vs", "compare", "asks_reason", "cuts_bill"})
SHOWN = 12  # other terms told


class _Term(Reason):
    """A commitment by its terms; what is empty was not said."""

    instance: str
    is_plan: bool
    years: int
    payment: str
    kind: str


class TermPriced(_Term, code="term_priced"):
    """Its rate, and what `count` machines owe over the whole of it; paid ahead: all of it, a part or nothing."""

    region: str
    usd: float
    whole_usd: float
    count: int
    day: str
    age: int
    assumed: bool  # more was chosen than was said: what binds least


class TermNotHeld(_Term, code="term_not_held"):
    """No rate of these very terms is held there."""

    region: str


class TermsThere(Reason, code="terms_there"):
    """Every rate that is held of the type in a region, what binds least first."""

    instance: str
    region: str
    rates: tuple[tuple[str, float], ...]


def by_terms(reading: Reading, library: Library, day: date) -> FactAnswer | None:
    """None where no terms beyond the way to buy were said, or another question is asked about them."""
    cues, profile = set(reading.cues), reading.profile
    things = [library.facts.instances[name] for name in profile.instances if name in library.facts.instances]
    term = named_term(cues, profile.purchase)
    if term is None or not things or WEIGHS & cues or library.rates is None:
        return None
    told = [found for thing in things if (found := _of(thing, term, profile, library, day))]
    if len(told) < len(things):
        return None
    first, *rest = [line for found in told for line in found]
    return FactAnswer(headline=first, sentences=tuple(rest))


def _of(thing: Instance, term: NamedTerm, profile: Profile, library: Library, day: date) -> list[Reason] | None:
    """The rate of one type; where it is not held, that, and the nearest."""
    ways: tuple[Purchase, ...] = ("savings_plan",) if term.is_plan else tuple(RESERVED)
    book = library.prices(day)
    if not sells_by_payment(thing.cloud, library.facts) or any(
        quote.own for way in ways for quote in book.quotes(thing, way)
    ):
        return None
    place = profile.region
    held = library.rates(frozenset({thing.id}), day) if library.rates else ()
    around = regions_within(place, thing.cloud, library.facts)
    there = [rate for rate in held if rate.region in around]
    named = fitting(there, term)
    if place is None:  # the usual area first, and of it the cheapest
        named.sort(key=lambda rate: (term.differences(rate.term), rate.term.binding))
    if named and not term.differences(named[0].term):
        return [_priced(named[0], term, profile, day), *_others(named[0], there)]
    lead: Reason = TermNotHeld(
        instance=thing.id, is_plan=bool(term.is_plan), years=term.years, payment=term.payment, kind=term.kind,
        region=place or "",
    )  # fmt: skip
    nearest = named or fitting(held, term)
    if not nearest:
        return [lead]
    first = nearest[0]
    return [
        lead,
        _priced(first, first.term, profile, day),
        *_others(first, [one for one in held if one.region == first.region]),
    ]


def _priced(rate: TermRate, term: NamedTerm, profile: Profile, day: date) -> TermPriced:
    count = profile.instance_count or 1
    return TermPriced(
        instance=rate.instance, is_plan=bool(rate.term.is_plan), years=rate.term.years, payment=rate.term.payment,
        kind=rate.term.kind, region=rate.region, usd=rate.usd, count=count,
        whole_usd=rate.usd * HOURS_PER_YEAR * rate.term.years * count, day=str(rate.seen_on),
        age=(day - rate.seen_on).days, assumed=any(one in (0, "") for one in term[1:]),
        cites=(rate.source,),
    )  # fmt: skip


def _others(first: TermRate, rates: Sequence[TermRate]) -> list[Reason]:
    """The other terms of the same place."""
    rest = [one for one in rates if one.region == first.region and one.term != first.term]
    rest.sort(key=lambda one: (bool(one.term.is_plan), one.term.kind, one.term.binding))
    if not rest:
        return []
    told = tuple((" ".join((one.term.kind, str(one.term.years), one.term.payment)), one.usd) for one in rest[:SHOWN])
    cites = tuple(dict.fromkeys(one.source for one in rest[:SHOWN]))
    return [TermsThere(instance=first.instance, region=first.region, rates=told, cites=cites)]
