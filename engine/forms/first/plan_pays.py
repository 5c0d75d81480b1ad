"""Whether a term of a year or three pays for machines that run so much: yes or no first, then both bills.

A term is owed for every hour of it, so it pays where a larger share of them is used than is left of the price: at 35%
off from 65% on. Where no rate is held, the most that any type gets off says at least where it cannot pay.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.answers.commitment import types_meant
from engine.answers.commitment_rates import CommitmentRate, on_demand, rates, use_of
from engine.answers.mentioned import machines
from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.costed.spanned import for_span
from engine.forms.form import Asked
from engine.prices.commitments import term_hours
from engine.workload.profile import Profile
from knowledge.facts import Purchase
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH, HOURS_PER_YEAR

WORTH = frozenset({"judge", "dollars"})  # predicates
COMMIT, OFF = "commit", "off"  # a predicate; the role of a share
TERM = frozenset({"way_1yr", "way_3yr", "way_plan", "way_reserved", "term_1yr", "term_3yr"})  # cues
LONG = frozenset({"way_3yr", "term_3yr"})
MOST_OFF = "savings_plan_most_off"  # the constant
LEAST_HOURS = 48.0  # of a time that is told; less is told of each day
JUDGED = frozenset({"asks_worth", "asks_charge", "commit_asked"})  # cues of a yes or no
ALL = 1.0
# Slots of work of which the machines and hours are still to be worked out.
OF_WORK = frozenset({"parameters", "model", "tokens", "samples", "tokens_per_day", "requests_per_second"})

Pays = Literal["yes", "no", "hardly", "unknown"]


class Use(NamedTuple):
    """The share of a term's hours that is used: of all hours, of so many a month, or of `span` hours in one go."""

    share: float
    span: float = 0.0
    monthly: float = 0.0


class PlanPays(Reason, code="plan_pays"):
    """The first line. `off`: what is taken off, 0 where it is not known, and then `compute` and `ec2` are the most of
    any type; `told`: the asker said it. `least`: the share of hours from which it pays. USD a year (or term) of all
    `count` machines: `with_usd` 0 where no rate is known. `bill` first: what the hours cost on demand."""

    pays: Pays
    instance: str
    count: int
    years: int
    share: float
    span_days: float
    machine_hours: float  # of all of them over those days
    term_days: int
    monthly: float
    off: float
    told: bool
    purchase: Purchase
    least: float
    compute: float
    ec2: float
    free: float
    with_usd: float
    without_usd: float
    bill_first: bool


class CommitAbove(Reason, code="commit_above"):
    """Which of several machines to commit to: those that run more of the hours than `least`."""

    least: float
    below: float  # USD an hour under which the rate would pay at this use


def plan_pays(asked: Asked) -> FactAnswer | None:
    """None where no term is asked about, no use was said, or the work is still to be worked out."""
    said, cues = asked.profile, set(asked.reading.cues)
    shown = set(asked.reading.sought.predicates) | ({COMMIT} if "worth" in asked.reading.sought.units else set())
    asks = COMMIT in shown or said.utilization is not None
    if not asks or not cues & TERM or said.purchase == "capacity_block":
        return None
    if not OF_WORK.isdisjoint(said.stated()):
        return None
    book = asked.library.prices(asked.day)
    things = types_meant(asked.reading, asked.library, book)
    thing = things[0] if len(things) == 1 else None
    use = _use(said)
    free = on_demand(thing, said, book) if thing else None
    if thing is None or free is None or use is None or use.share >= ALL:
        return None
    years = 3 if cues & LONG else 1
    off = next((one.value for one in asked.reading.measured.measures if one.role == OFF), 0.0)
    terms = [rate for rate in rates(thing, said, book) if rate.is_term]
    known = next((rate for rate in terms if _is_meant(rate, said, years)), None)
    judged = not WORTH.isdisjoint(shown) or "worth" in asked.reading.sought.units
    judged = judged or (said.utilization is not None and not cues.isdisjoint(JUDGED) and "money_saves" not in cues)
    if terms and not off and not (judged and known is not None):
        return None  # each term that is held, ranked: engine/forms/commitment.py
    most = asked.library.constants.entry(MOST_OFF)
    plain = free.usd_per_hour.likely
    rate = plain * (1 - off) if off else known.usd if known else 0.0
    if not rate and thing.cloud != "aws":
        return None
    count = machines(said, thing) or said.current_count or 1
    hours = term_hours("reserved_3yr" if years > 1 else "reserved_1yr")
    used = use.span or use.share * hours
    least = rate / plain if rate else 1 - most.value.high
    told = PlanPays(
        pays=_pays(use.share, rate / plain, most.value.likely, most.value.high),
        instance=thing.id,
        count=int(count),
        years=years,
        share=use.share,
        span_days=use.span / HOURS_PER_DAY,
        machine_hours=use.span * count,
        term_days=round(hours / HOURS_PER_DAY),
        monthly=use.monthly,
        off=1 - rate / plain if rate else 0.0,
        told=bool(off),
        purchase=known.purchase if known and not off else "savings_plan",
        least=least,
        compute=most.value.likely,
        ec2=most.value.high,
        free=plain,
        with_usd=rate * hours * count,
        without_usd=plain * used * count,
        bill_first=bool(use.span) and "dollars" in shown,
        cites=tuple(dict.fromkeys((free.source, *((most.source,) if not rate else known.cites if known else ())))),
    )
    spanned = for_span(asked.reading, asked.library, asked.day) if use.span else None
    below = CommitAbove(least=least, below=plain * use.share)
    return FactAnswer(headline=told, sentences=tuple(one for one in (below, spanned) if one), whole=True)


def _is_meant(rate: CommitmentRate, said: Profile, years: int) -> bool:
    wanted = "reserved_3yr" if years > 1 else "reserved_1yr"
    return rate.purchase == (said.purchase if said.purchase in ("savings_plan", "reserved_3yr") else wanted)


def _use(said: Profile) -> Use | None:
    """None where nothing says how many of the hours are used."""
    if said.utilization is not None:
        return Use(use_of(said).share)
    if said.run_hours is None:
        return None
    if said.runs_per_month:
        monthly = said.run_hours * said.runs_per_month
        return Use(monthly / HOURS_PER_MONTH, monthly=monthly) if monthly < HOURS_PER_MONTH else None
    if said.run_hours < LEAST_HOURS:
        return None
    return Use(said.run_hours / HOURS_PER_YEAR, span=said.run_hours)


def _pays(share: float, of_rate: float, compute: float, ec2: float) -> Pays:
    if of_rate:
        return "yes" if share > of_rate else "no"
    if share <= 1 - ec2:
        return "no"
    return "hardly" if share <= 1 - compute else "unknown"
