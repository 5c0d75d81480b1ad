"""Whether a term of a year or three pays for machines that run so much: yes or no first, then both bills.

A term is owed for every hour of it, so it pays where a larger share of them is used than is left of the price: at 35%
off from 65% on. What is left is told, or follows from two prices that are told, or from a rate that is held; else the
most that any type gets off says at least where it cannot pay.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.answers.commitment import types_meant
from engine.answers.commitment_rates import CLAIMED, CommitmentRate, on_demand, rates, use_of
from engine.answers.mentioned import machines
from engine.answers.model import FactAnswer
from engine.base.measures import Measure, unit
from engine.base.reason import Reason
from engine.forms.costed.spanned import for_span
from engine.forms.form import Asked
from engine.prices.commitments import term_hours
from engine.workload.hours.told_spans import days_a_month, hours_a_day
from engine.workload.profile import Profile
from engine.workload.told_sums import SumView
from knowledge.facts import Instance, Purchase
from knowledge.units import DAYS_PER_WEEK, HOURS_PER_DAY, HOURS_PER_MONTH

JUDGE, COMMIT, DOLLARS, OFF = "judge", "commit", "dollars", "off"  # predicates; a share's role
COMMITS = frozenset({"commit_strong", "commit", "term_1yr", "term_3yr"})  # cues: a term is spoken of
TERM = frozenset({"way_1yr", "way_3yr", "way_plan", "way_reserved", "term_1yr", "term_3yr"})  # cues: of which kind
LONG = frozenset({"way_3yr", "term_3yr"})
YEARS = LONG | {"way_1yr", "term_1yr"}
SUMS = frozenset({"how_many", "asks_cost"})  # cues of a number that is asked for
MOST_OFF = "savings_plan_most_off"  # the constant
LEAST_DAYS = 2.0  # of a time that is told; less is told of each day
ALL = 1.0
SPANS = frozenset({float(HOURS_PER_DAY), float(DAYS_PER_WEEK * HOURS_PER_DAY)})  # that say nothing of a month
# Slots of work of which the machines and hours are still to be worked out.
OF_WORK = frozenset({"parameters", "model", "tokens", "samples", "tokens_per_day", "requests_per_second"})

Pays = Literal["yes", "no", "hardly", "unknown"]


class Offer(NamedTuple):
    """What is paid of the price on demand, as it is told; and that price, 0 where it is not."""

    share: float
    listed: float


class Use(NamedTuple):
    """The share of a term's hours that is used, of all or until the work ends after `days`."""

    share: float
    days: float = 0.0


class Free(NamedTuple):
    """So many of a machine or chip at USD an hour of one on demand, 0 where that is not known."""

    name: str
    number: int
    usd: float
    thing: Instance | None = None  # where one type is meant
    cites: tuple[str, ...] = ()


class TermPays(Reason, code="term_pays"):
    """The first line. `off`: what is taken off, 0 where it is not known, and then `compute` and `ec2` are the most of
    any type. `least`: the share of hours from which it pays. USD a term of all `count` machines, 0 where no price is
    known: `with_usd` owed, `without_usd` on demand. `bill_first`: what the hours cost on demand."""

    pays: Pays
    instance: str
    count: int
    years: int
    share: float
    span_days: float
    machine_hours: float  # of all of them over those days
    term_days: int
    monthly: float  # hours a month, 0 of a time that ends
    off: float
    purchase: Purchase
    least: float
    compute: float
    ec2: float
    free: float
    with_usd: float
    without_usd: float
    apart_usd: float  # between the two
    bill_first: bool
    sum_first: bool = False  # what it costs or saves is asked, no yes or no
    claimed: bool = False  # the rate is a document's
    caveat: str = ""  # what is said against it


class CommitAbove(Reason, code="commit_above"):
    """Which of several machines to commit to: those that run more of the hours than `least`."""

    least: float
    below: float  # USD an hour under which the rate would pay at this use, 0 where no price is known


def term_pays(asked: Asked) -> FactAnswer | None:
    """None where no term is spoken of, no use was said, or the work is still to be worked out."""
    measures, cues = asked.reading.measured.measures, set(asked.reading.cues)
    terms = {way: round(term_hours(way) / HOURS_PER_DAY) for way in ("reserved_1yr", "reserved_3yr")}
    spans = {one.value for one in measures if one.units[0] == unit(day=1)}
    long = bool(cues & LONG) or terms["reserved_3yr"] in spans
    way: Purchase = "reserved_3yr" if long else "reserved_1yr"
    offer, use = _offer(measures), _measured(measures, terms[way], frozenset(terms.values()))
    spoken = asked.reading.measured.terms or bool(cues & COMMITS) or terms[way] in spans
    is_told = spoken and offer is not None and use is not None
    use = use if is_told else use_said(asked, terms[way])
    if use is None or not (is_told or _asks(asked, use)):
        return None
    free = _free(asked, offer)
    if not is_told and free.thing is None:
        return None
    held = rates_of(asked, free.thing) if offer is None and free.thing is not None else ()
    known = next((rate for rate in held if _is_meant(rate, asked.profile, way)), None)
    of_thread = asked.reading.sum_view is not None and _is_judged(asked)  # at the use that was summed
    if held and (known is None or not _is_of_one(asked, use)) and not of_thread:
        return None  # each term that is held, ranked: engine/forms/commitment.py
    by_day_alone = (
        not (is_told or of_thread) and asked.profile.run_hours is None and asked.profile.utilization is None
    )
    unknown = offer is None and known is None and free.thing is not None
    if unknown and (by_day_alone or free.thing.cloud != "aws"):  # type: ignore[union-attr]
        return None
    return _answer(asked, use, free, way, offer.share if offer else known.usd / free.usd if known else 0.0, known)


def _answer(
    asked: Asked, use: Use, free: Free, way: Purchase, left: float, known: CommitmentRate | None
) -> FactAnswer:
    """`left`: the share of the price that the term costs, 0 where it is not known."""
    most, hours = asked.library.constants.entry(MOST_OFF), term_hours(way)
    used = use.share * hours
    told = TermPays(
        pays=_pays(use.share, left, most.value.likely, most.value.high),
        instance=free.name,
        count=free.number,
        years=3 if way == "reserved_3yr" else 1,
        share=use.share,
        span_days=use.days,
        machine_hours=used * free.number,
        term_days=round(hours / HOURS_PER_DAY),
        monthly=0.0 if use.days else use.share * HOURS_PER_MONTH,
        off=1 - left if left else 0.0,
        purchase=known.purchase if known else "savings_plan",
        least=left or 1 - most.value.high,
        compute=most.value.likely,
        ec2=most.value.high,
        free=free.usd,
        with_usd=left * free.usd * hours * free.number,
        without_usd=free.usd * used * free.number,
        apart_usd=abs(left * hours - used) * free.usd * free.number,
        bill_first=bool(use.days and free.usd) and DOLLARS in asked.reading.sought.predicates,
        sum_first=known is not None and not use.days and _is_sum(asked),
        claimed=known is not None and known.term.grade in CLAIMED,
        caveat=known.term.caveat or "" if known else "",
        cites=tuple(dict.fromkeys((*free.cites, *(known.cites if known else () if left else (most.source,))))),
    )
    spanned = for_span(asked.reading, asked.library, asked.day) if use.days else None
    below = CommitAbove(least=told.least, below=free.usd * use.share) if free.usd else None
    return FactAnswer(
        headline=told, sentences=tuple(one for one in (below, spanned) if one), of_told=True, whole=True
    )


def _asks(asked: Asked, use: Use) -> bool:
    """Whether it is asked if a term is worth it, for machines and not for work."""
    said, sought = asked.profile, asked.reading.sought
    asks = COMMIT in sought.predicates or "worth" in sought.units or said.utilization is not None
    named = not TERM.isdisjoint(asked.reading.cues) and said.purchase != "capacity_block"
    some = use.share < ALL or (use.share == ALL and _is_sum(asked))
    return asks and named and OF_WORK.isdisjoint(said.stated()) and some


def _is_judged(asked: Asked) -> bool:
    return JUDGE in asked.reading.sought.predicates or "worth" in asked.reading.sought.units


def _is_of_one(asked: Asked, use: Use) -> bool:
    """Whether one term is asked about, not every way to buy or how many: of so many years, at a use that goes on."""
    cues = set(asked.reading.cues)
    told = asked.profile.utilization is not None or DOLLARS in asked.reading.sought.predicates
    at_use = told and not use.days and not cues.isdisjoint(YEARS)
    counted = "how_many" in cues and not _is_sum(asked)
    return _is_judged(asked) or (at_use and not counted)


def _is_sum(asked: Asked) -> bool:
    """Whether dollars are asked for, and no choice."""
    sums = DOLLARS in asked.reading.sought.predicates and not SUMS.isdisjoint(asked.reading.cues)
    return sums and not _is_judged(asked)


def _offer(measures: tuple[Measure, ...]) -> Offer | None:
    """What is taken off, or two prices of which the lower is that of the term."""
    prices = [one for one in measures if dict(one.units[0]).get("usd") == 1 and "day" not in dict(one.units[0])]
    off = [one for one in measures if one.role == OFF]
    if off:
        return Offer(1 - off[0].value, prices[0].value if len(prices) == 1 else 0.0)
    low, high = sorted(one.value for one in prices) if len(prices) == 2 else (0.0, 0.0)
    return Offer(low / high, high) if low < high else None


def _measured(measures: tuple[Measure, ...], term_days: float, terms: frozenset[int]) -> Use | None:
    """By a share, the hours of a day, or a time that ends before the term does."""
    shares = [one.value if one.role == "busy" else 1 - one.value for one in measures if one.role in ("busy", "idle")]
    daily = [one.value / HOURS_PER_DAY for one in measures if one.units[0] == unit(h=1, day=-1)]
    parts = [one.value for one in measures if one.role == "of"]
    told = [one.value for one in measures if one.units[0] == unit(day=1)]
    told += [one.value / HOURS_PER_DAY for one in measures if one.units[0] == unit(h=1)]  # "in 7 months"
    days = next((one for one in told if LEAST_DAYS < one < term_days - 1 and one not in terms), 0.0)
    found = shares or ([daily[0] * (parts[0] if parts else ALL)] if daily else [ALL] if days else [])
    return Use(found[0] * (days / term_days if days else ALL), days) if found else None


def use_said(asked: Asked, term_days: float) -> Use | None:
    """The same as it was read; None where nothing says how many of the hours are used."""
    said, text = asked.profile, asked.reading.text
    if said.utilization is not None:
        return Use(use_of(said).share)
    if (share := _of_thread(asked.reading.sum_view)) is not None:
        return Use(share)
    if (daily := hours_a_day(text)) is not None and daily <= HOURS_PER_DAY:
        month = HOURS_PER_MONTH / HOURS_PER_DAY
        return Use(daily / HOURS_PER_DAY * (days_a_month(text) or month) / month)
    if said.run_hours is None:
        counts = said.budget_usd or "how_many" in asked.reading.cues
        return Use(ALL) if said.cadence == "continuous" and _is_sum(asked) and not counts else None
    if said.runs_per_month:
        share = said.run_hours * said.runs_per_month / HOURS_PER_MONTH
        return Use(share) if share < ALL else None
    days = said.run_hours / HOURS_PER_DAY
    return Use(days / term_days, days) if days >= LEAST_DAYS else None


def _of_thread(looked: SumView | None) -> float | None:
    """The share of a month that a thread sums: "only weekdays, 9 to 18", "100 hours a month"; None of all hours."""
    if looked is None or not looked.hours or looked.hours in SPANS:
        return None
    share = min(looked.hours, float(HOURS_PER_MONTH)) * looked.share / HOURS_PER_MONTH
    return share if share < ALL else None


def _free(asked: Asked, offer: Offer | None) -> Free:
    """Of the one type that is meant, else of a chip by the cheapest machine with it."""
    said, book = asked.profile, asked.library.prices(asked.day)
    things = types_meant(asked.reading, asked.library, book)
    thing = things[0] if len(things) == 1 else None
    name = thing.id if thing else asked.facts.accelerators[things[0].accelerator].name if things else ""
    count = int((machines(said, thing) if thing else said.accelerator_count) or said.current_count or 1)
    if offer is not None and offer.listed:
        return Free(name, count, offer.listed, thing)
    found = [(quote, one) for one in things if (quote := on_demand(one, said, book)) is not None]
    if not found or len({one.accelerator for one in things}) > 1:
        return Free(name, count, 0.0)
    quote, one = min(found, key=lambda row: row[0].usd_per_hour.likely / row[1].count)
    return Free(name, count, quote.usd_per_hour.likely / (1 if thing else one.count), thing, (quote.source,))


def rates_of(asked: Asked, thing: Instance) -> tuple[CommitmentRate, ...]:
    """The terms of a machine whose rates are held."""
    held = rates(thing, asked.profile, asked.library.prices(asked.day))
    return tuple(rate for rate in held if rate.is_term)


def _is_meant(rate: CommitmentRate, said: Profile, way: Purchase) -> bool:
    return rate.purchase == (said.purchase if said.purchase in ("savings_plan", "reserved_3yr") else way)


def _pays(share: float, left: float, compute: float, ec2: float) -> Pays:
    if left:
        return "yes" if share > left else "no"
    if share <= 1 - ec2:
        return "no"
    return "hardly" if share <= 1 - compute else "unknown"
