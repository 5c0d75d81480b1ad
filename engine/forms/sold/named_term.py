"""The rate of a commitment whose terms are said: how many years, what is paid ahead, of which class or plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from engine.answers.model import FactAnswer
from engine.answers.rank_prices import TERMS
from engine.base.named_terms import RESERVED, NamedTerm, named_term
from engine.base.reason import Reason
from engine.forms.sold.price_reasons import CheapestChip
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


class CheapestTerm(_Term, code="cheapest_term"):
    """The rate of the cheapest terms held. `in_year`: of those that bind for one year, beside cheaper ones."""

    chip: str
    usd_chip: float
    usd: float
    count: int
    region: str
    day: str
    age: int
    in_year: bool = False
    is_any: bool = False  # of reservations and plans alike


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


def commitments_only(reading: Reading) -> Reading:
    """ "The cheapest H100 reserved" is that of the ways that bind for years, where none of them is named."""
    is_open = reading.profile.purchase is None and "purchase" not in reading.ambiguous
    if not is_open or "commit" not in reading.cues or "purchase" in reading.ruled_out:
        return reading
    return reading.model_copy(update={"ambiguous": {**reading.ambiguous, "purchase": TERMS}})


def with_cheapest_term(
    told: FactAnswer, reading: Reading, library: Library, day: date, types: Sequence[Instance]
) -> FactAnswer:
    """With the cheapest rate held of the terms asked about, where its years and payment make it cheaper than the one
    that binds least; and with the cheapest within one year."""
    way = reading.profile.purchase
    ways = (way,) if way in TERMS else TERMS if reading.ambiguous.get("purchase") == TERMS else ()
    if not ways or library.rates is None:
        return told
    term = named_term(set(reading.cues), way) or NamedTerm()
    things = {thing.id: thing for thing in types}
    recent = library.constants.entry("price_outdated_by_days").value.high
    place = reading.profile.region
    held = sorted(
        (
            rate
            for rate in library.rates(frozenset(things), day)
            if rate.purchase in ways
            and not term.differences(rate.term)
            and (day - rate.seen_on).days <= recent
            and (place is None or rate.region in regions_within(place, rate.cloud, library.facts))
        ),
        key=lambda rate: (rate.usd / things[rate.instance].count, rate.term.binding, rate.region),
    )
    if not held:
        return told
    first, headline = _cheapest(held[0], things, library, day), told.headline
    first = first.model_copy(update={"is_any": way is None})
    years = [_cheapest(rate, things, library, day) for rate in held if rate.term.years == 1 < held[0].term.years][:1]
    more = tuple(one.model_copy(update={"in_year": True}) for one in years)
    if not isinstance(headline, CheapestChip) or headline.purchase not in TERMS:
        return told.model_copy(update={"sentences": more + told.sentences}).headed(first)
    if headline.usd_chip <= first.usd_chip:
        return told
    rows = tuple(row.model_copy(update={"is_best": False}) for row in told.table.rows) if told.table else ()
    table = told.table.model_copy(update={"rows": rows}) if told.table else None
    return told.model_copy(update={"headline": first, "sentences": more + told.sentences, "table": table})


def _cheapest(rate: TermRate, things: Mapping[str, Instance], library: Library, day: date) -> CheapestTerm:
    thing = things[rate.instance]
    return CheapestTerm(
        instance=rate.instance, is_plan=bool(rate.term.is_plan), years=rate.term.years, payment=rate.term.payment,
        kind=rate.term.kind, chip=library.facts.accelerators[thing.accelerator].name,
        usd_chip=rate.usd / thing.count, usd=rate.usd, count=int(thing.count), region=rate.region,
        day=str(rate.seen_on), age=(day - rate.seen_on).days, cites=(rate.source,),
    )  # fmt: skip


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
