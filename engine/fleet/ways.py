"""The ways to do a workload: the offerings that `engine/options` costs, and APIs paid by the token."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Literal, NamedTuple, TypeAlias

from engine.base.computed import Computed
from engine.base.interval import Interval
from engine.fleet.asked import PURCHASES, Allowed
from engine.options.candidates import candidates
from engine.options.constraints import Late, OneOffTerm, OverBudget
from engine.options.eligibility import CommitmentUnsaid, NotLeading, SpotUnsaid
from engine.options.option import CostedOption, ExcludedOption, Named
from engine.options.problem import DAYS_PER_MONTH, Problem
from engine.options.sizing import max_held, queue_days
from engine.prices.commitments import TERMS
from knowledge.facts import Fact, Purchase
from knowledge.units import DAYS_PER_WEEK, HOURS_PER_DAY, HOURS_PER_MONTH, MINUTES_PER_HOUR

Kind = Literal["rent", "term", "block", "api"]
Pool: TypeAlias = tuple[str, str, Purchase, int, float]
PortKey: TypeAlias = tuple[str, str, str]
ASKED_FOR = (SpotUnsaid, CommitmentUnsaid)  # the file says for each workload whether they may be bought
LONGEST_BLOCK_DAYS = 28  # of blocks that end with their month, in the steps that are sold


class ApiOffer(Fact):
    """What a provider asks for the tokens of one request. `usd_in`, `usd_out`: for a million tokens."""

    provider: str
    name: str
    model: str
    usd_per_request: float
    usd_in: float
    usd_out: float
    since: date | None  # from when the price holds, where the list says it
    source: str

    @property
    def id(self) -> str:
        return f"{self.provider}:{self.model}"


class Way(Computed):
    """One way to do a workload. A unit is a run, or a month of serving.

    `usd`: of a unit, where units are paid for; a term and a block are paid for whole, at `rate` for a machine-hour.
    `hours`: of a unit, on each of `machines` side by side; a month of serving has no more than a month. `most`: how
    many machines may be held at a time.
    `lead_days`: migration to a first job (in serving, to production) and queue.
    """

    id: str
    kind: Kind
    usd: Interval
    rate: Interval
    hours: float
    machines: int
    most: int
    lead_days: float
    option: CostedOption | None = None
    api: ApiOffer | None = None
    requests: float = 0.0

    @property
    def pool(self) -> Pool:
        """What may be shared: machines of a term by type, place and rate, blocks also by their number of machines."""
        if self.option is None:
            raise ValueError("an API is shared by nobody")
        each = self.machines if self.kind == "block" else 0
        return self.option.instance, self.option.region, self.option.purchase, each, self.rate.likely

    @property
    def port_usd(self) -> float:
        return self.option.port.usd.likely if self.option else 0.0

    def cites(self) -> tuple[str, ...]:
        return self.option.cites if self.option else (self.api.source,) if self.api else ()


class LeftOut(NamedTuple):
    """An offering that is not planned with, by the code of its reason.

    `needs_days`: where a deadline is too short; `needs_usd`: where the budget of the workload itself is too small.
    """

    id: str
    code: str
    needs_days: float | None = None
    needs_usd: float | None = None


class Ways(NamedTuple):
    """What may be planned with for one workload, and what not."""

    ways: tuple[Way, ...]
    left_out: tuple[LeftOut, ...]


def ways_of(problem: Problem, allowed: Allowed, apis: Iterable[ApiOffer] = ()) -> Ways:
    """Every offering that the engine costs and the file allows; of machines that were named, those alone.

    A chip without a measurement is planned with only where nothing else is there, as it leads on no card otherwise.
    """
    found: list[Way] = []
    out: list[LeftOut] = []
    dear: list[str] = []  # too dear alone, at a speed that was measured
    names_machines = bool(problem.filled.reading.profile.candidates or problem.filled.reading.profile.instances)
    for option in candidates(problem):
        if isinstance(option, ExcludedOption):
            out.append(LeftOut(option.id, option.reason.code))
            continue
        code = _held(option, allowed) or ("not_asked" if names_machines and option.named is Named.NOT else None)
        if code:
            needs_usd = _needs_usd(option, allowed)
            out.append(LeftOut(option.id, code, _needs_days(option, allowed), needs_usd))
            if needs_usd is not None and option.speed.basis != "extrapolated":
                dear.append(option.id)
        else:
            found.append(_way(problem, option))
    firm = [way for way in found if way.option is None or way.option.speed.basis != "extrapolated"]
    if firm:
        out += [LeftOut(way.id, "inferred_speed") for way in found if way not in firm]
        found = firm
    if dear:
        out = [left if left.id in dear else left._replace(needs_usd=None) for left in out]
    if problem.serving and allowed.apis:
        found += [_called(problem, offer) for offer in apis]
    return Ways(tuple(sorted(found, key=lambda way: way.id)), tuple(out))


def worth_it(ways: Sequence[Way]) -> tuple[Way, ...]:
    """Without what no plan takes: renting that costs more, takes longer and needs as much of a migration as another;
    and terms and blocks that would cost more than renting even if every hour of them were used.
    """
    paid = [way for way in ways if way.kind in ("rent", "api")]
    kept = [way for way in paid if not any(_beats(other, way) for other in paid if other is not way)]
    plain = min((way.usd.likely for way in paid if way.port_usd == 0 and way.lead_days == 0), default=None)
    for way in ways:
        if way.kind in ("term", "block"):
            fully_used = way.rate.likely * way.hours * way.machines
            if plain is None or fully_used < plain:
                kept.append(way)
    return tuple(sorted(kept, key=lambda way: way.id))


def _beats(one: Way, other: Way) -> bool:
    same = one.usd.likely, one.port_usd, one.lead_days, one.hours, -one.most // one.machines
    rest = other.usd.likely, other.port_usd, other.lead_days, other.hours, -other.most // other.machines
    no_worse = all(mine <= theirs for mine, theirs in zip(same, rest, strict=True))
    shares = one.port_usd == 0 or (
        one.option is not None
        and other.option is not None
        and (one.option.port.target, one.option.cloud) == (other.option.port.target, other.option.cloud)
    )
    return no_worse and shares and (same != rest or one.id < other.id)


def _held(option: CostedOption, allowed: Allowed) -> str | None:
    """Why an offering may not be planned with."""
    held = option.not_leading
    if held is not None and not isinstance(held, ASKED_FOR) and not _may_share(held):
        return held.code
    return _not_bought(option, allowed)


def _not_bought(option: CostedOption, allowed: Allowed) -> str | None:
    """What the file does not allow to be bought, and what is too small."""
    if option.too_few is not None:
        return option.too_few.code
    agreed = option.price.own == "rate"
    if option.purchase == "spot" and not allowed.spot:
        return "spot_unsaid"
    if option.purchase == "capacity_block" and not allowed.blocks:
        return "blocks_not_allowed"
    if option.purchase in TERMS and not agreed and option.purchase not in map(PURCHASES.get, allowed.commitments):
        return "commitment_unsaid"
    return None


def _needs_days(option: CostedOption, allowed: Allowed) -> float | None:
    """What a deadline is too short for, where nothing else is in the way of an offering."""
    late = option.not_leading
    if not isinstance(late, Late) or late.besides not in (None, *(each.code for each in ASKED_FOR)):
        return None
    return late.needs_days if _not_bought(option, allowed) is None else None


def _needs_usd(option: CostedOption, allowed: Allowed) -> float | None:
    """What a budget that the workload's text names is too small for, where nothing else is in the way."""
    over = option.not_leading
    if not isinstance(over, OverBudget) or over.besides not in (None, *(each.code for each in ASKED_FOR)):
        return None
    return over.total_usd if _not_bought(option, allowed) is None else None


def _may_share(held: NotLeading) -> bool:
    """Whether only the term is too long for a single run: others may use its hours."""
    return isinstance(held, OneOffTerm) and held.besides in (None, CommitmentUnsaid.code)


def _way(problem: Problem, option: CostedOption) -> Way:
    run, instance = option.run, problem.facts.instances[option.instance]
    weeks = option.port.weeks if problem.serving else option.port.first_job_weeks
    lead = weeks.likely * DAYS_PER_WEEK + queue_days(problem, option.price)
    kind: Kind = "rent"
    usd, rate = run.usd, run.usd.times(1 / (run.billed.likely * run.instances))
    if run.term is not None:
        kind, rate = "term", run.term.usd_per_hour
    elif run.booking is not None and run.usd_block_each is not None:
        rate = run.usd_block_each.times(1 / (run.booking.hours * run.instances))
        usable = LONGEST_BLOCK_DAYS * HOURS_PER_DAY - closing_hours(problem)
        kind = "block" if run.hours.likely <= usable else "rent"
        usd = run.usd_block_each
    return Way(
        id=option.id,
        kind=kind,
        usd=usd,
        rate=rate,
        hours=min(run.hours.likely, HOURS_PER_MONTH) if problem.monthly else run.hours.likely,
        machines=run.instances,
        most=max(max_held(problem, instance, option.price), run.instances),
        lead_days=lead,
        option=option,
    )


def closing_hours(problem: Problem) -> float:
    """What a block loses at its end."""
    return problem.constants.likely("block_closing_minutes") / MINUTES_PER_HOUR


def _called(problem: Problem, offer: ApiOffer) -> Way:
    """An API, by the tokens of the requests; how many it answers at a time is not known."""
    profile = problem.profile
    answer = profile.answer_tokens or 1.0
    tokens = (profile.tokens_per_day or 0.0) * DAYS_PER_MONTH if problem.monthly else (profile.tokens or 0.0)
    requests = tokens / answer
    usd = Interval.exactly(requests * offer.usd_per_request)
    return Way(
        id=offer.id,
        kind="api",
        usd=usd,
        rate=Interval.exactly(0.0),
        hours=0.0,
        machines=1,
        most=1,
        lead_days=0.0,
        api=offer,
        requests=requests,
    )
