"""Constraints: what excludes an offering before dollars rank it, each with its arithmetic in fields."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.library import Library
from engine.options.assumptions import Filled
from engine.options.eligibility import NotAsked, NotLeading, OtherPurchase
from engine.options.port import PortCost
from engine.options.problem import Problem
from engine.options.run_cost import RunCost
from engine.options.sizing import Sized, queue_days
from engine.prices.price_book import Quote
from knowledge.facts import Cloud, Condition, Instance, Purchase
from knowledge.units import DAYS_PER_WEEK, HOURS_PER_DAY

TINY = 1e-9
NO_TIME = "no_time_to_port"  # the signal


class Constraint(NotLeading):
    """What the stated work does not allow. `besides`: the code of what else holds the offering back."""

    besides: str | None = None

    @property
    def excess(self) -> float | None:
        """What is needed over what is allowed, above 1; None where no amount of more would do."""
        return None


class TightOnDemand(Constraint, code="tight_on_demand"):
    """Hard to get while capacity is tight: what is sold by block is what runs short."""

    option: str


class TightSpot(Constraint, code="tight_spot"):
    """Spot is what others leave: of a scarce chip, while capacity is tight, nothing."""

    option: str


class BlockTooMany(Constraint, code="block_too_many"):
    """`count` instances are more than all Capacity Blocks together hold."""

    count: int
    most: float

    @property
    def excess(self) -> float | None:
        return self.count / self.most


class Late(Constraint):
    """needs_days = port_days + queue_days + run_days x margin, which is more than `deadline_days`."""

    option: str
    deadline_days: float
    port_weeks: float  # to a first job
    port_low: float
    port_high: float
    port_days: float
    queue_days: float
    run_days: float
    margin: float
    needs_days: float
    count: int

    @property
    def excess(self) -> float | None:
        return self.needs_days / self.deadline_days


class TooLate(Late, code="too_late"):
    """No number of machines keeps the deadline, or not the number that was said."""


class TooManyMachines(Late, code="too_many_machines"):
    """The deadline takes `wanted` machines side by side, more than the `most` that may be held: `count`."""

    wanted: int
    most: int


class NoTimeToPort(Constraint, code="no_time_to_port"):
    """The asker has no time to port, and this takes one: `because` is the reason of the rule about time."""

    option: str
    because: str
    port_weeks: float  # to a first job
    port_low: float
    port_high: float


class OneOffTerm(Constraint, code="one_off_term"):
    """`usd` = usd_per_hour x term_hours x count, for a single run that takes `run_hours` of them."""

    option: str
    purchase: Purchase
    count: int
    usd_per_hour: float
    term_hours: float
    usd: float
    run_hours: float
    used_usd: float
    owed_usd: float


class OverBudget(Constraint, code="over_budget"):
    """total_usd = port_usd + runs x usd_per_run, which is more than `budget_usd`; it holds `enough_for` runs."""

    option: str
    budget_usd: float
    total_usd: float
    port_usd: float
    usd_per_run: float
    runs: float
    enough_for: float
    serving: bool

    @property
    def excess(self) -> float | None:
        return self.total_usd / self.budget_usd


def hold_back(held: NotLeading | None, barred: Constraint | None) -> NotLeading | None:
    """The reason to show: a constraint weighs more than what keeps an offering from leading by itself.

    What the asker did not ask for stays out for that reason alone; bought otherwise it says what it breaks as well.
    """
    if barred is None or isinstance(held, NotAsked):
        return held
    if isinstance(held, OtherPurchase):
        return held if held.besides else held.model_copy(update={"besides": barred.code})
    return barred.model_copy(update={"besides": held.code}) if held else barred


def constraint(problem: Problem, instance: Instance, quote: Quote, port: PortCost, size: Sized) -> Constraint | None:
    """Capacity, then time, in words and in days."""
    return (
        capacity_constraint(problem, instance, quote, size.instances)
        or port_constraint(problem, instance.id, port)
        or time_constraint(problem, instance.id, quote, port, size)
    )


def is_short(filled: Filled, cloud: Cloud, chip: str, purchase: Purchase, library: Library) -> bool:
    """Whether a chip is scarce, capacity tight, and nothing of it set aside."""
    if (
        filled.profile.capacity != "tight" or filled.reading.unavailable
    ):  # what is short was named: others are on sale
        return False
    return (cloud, chip) in library.scarce and purchase in ("on_demand", "spot")


def capacity_constraint(problem: Problem, instance: Instance, quote: Quote, count: int = 1) -> Constraint | None:
    """A scarce chip while capacity is tight, or more machines than Capacity Blocks may hold at a time."""
    if is_short(problem.filled, instance.cloud, instance.accelerator, quote.purchase, problem.library):
        kind = TightSpot if quote.purchase == "spot" else TightOnDemand
        return kind(option=instance.id, cites=(instance.source,))
    most = problem.constants.entry("block_max_instances")
    if quote.purchase == "capacity_block" and count > most.value.high:
        return BlockTooMany(count=count, most=most.value.high, cites=(most.source,))
    return None


def port_constraint(problem: Problem, option: str, port: PortCost) -> NoTimeToPort | None:
    """No time to port was said: whatever takes one is out, for the reason of the rule about time."""
    first = port.first_job_weeks
    if NO_TIME not in problem.filled.reading.signals or first.likely <= 0:
        return None
    rules = [rule for rule in problem.library.rules if rule.about == "time" and tests_signal(rule.when, NO_TIME)]
    because = rules[0].because if rules else ""
    cites = tuple(rule.source for rule in rules[:1])
    return NoTimeToPort(
        option=option, because=because, port_weeks=first.likely, port_low=first.low, port_high=first.high, cites=cites
    )


def tests_signal(conditions: Iterable[Condition], signal: str) -> bool:
    """Whether a signal is one of those that conditions ask for, at any depth."""
    return any(
        condition.signal == signal or tests_signal((*condition.any_of, *condition.all_of), signal)
        for condition in conditions
    )


class Days(NamedTuple):
    """What a deadline has to hold: needs_days = port_days + queue_days + run_days x margin."""

    port_days: float
    queue_days: float
    run_days: float
    margin: float
    needs_days: float
    deadline_days: float


def days_needed(problem: Problem, quote: Quote, port: PortCost, hours: float) -> Days | None:
    """The days to the end of a first run of `hours`; None without a deadline."""
    deadline = problem.profile.deadline_days
    if deadline is None:
        return None
    port_days = port.first_job_weeks.likely * DAYS_PER_WEEK
    queue, margin = queue_days(problem, quote), problem.constants.likely("run_time_margin")
    run_days = hours / HOURS_PER_DAY
    return Days(port_days, queue, run_days, margin, port_days + queue + run_days * margin, deadline)


def time_constraint(
    problem: Problem, option: str, quote: Quote, port: PortCost, size: Sized
) -> TooLate | TooManyMachines | None:
    """Port to a first job, queue, and the run with its margin, against the deadline."""
    days = days_needed(problem, quote, port, size.hours)
    if days is None or days.needs_days <= days.deadline_days * (1 + TINY):
        return None
    margin = problem.constants.entry("run_time_margin")
    late = TooLate(
        option=option,
        port_weeks=port.first_job_weeks.likely,
        port_low=port.first_job_weeks.low,
        port_high=port.first_job_weeks.high,
        count=size.instances,
        **days._asdict(),
        cites=(*port.cites[:1], margin.source) if days.port_days else (margin.source,),
    )
    if size.wanted is None or size.wanted <= size.instances:
        return late
    return TooManyMachines(**late.model_dump(), wanted=size.wanted, most=size.most)


def cost_constraint(problem: Problem, option: str, quote: Quote, port: PortCost, run: RunCost) -> Constraint | None:
    """A term for a single run, then the budget against the total of the planned runs."""
    profile = problem.profile
    runs = profile.runs or 1.0
    if run.term is not None and profile.cadence == "one_off":
        term = run.term
        return OneOffTerm(
            option=option,
            purchase=term.purchase,
            count=term.machines * term.terms,
            usd_per_hour=term.usd_per_hour.likely,
            term_hours=term.hours,
            usd=term.usd.likely,
            run_hours=run.hours.likely,
            used_usd=run.hours.likely * term.usd_per_hour.likely * term.machines,
            owed_usd=term.owed_usd,
            cites=quote.cites,
        )
    money = profile.budget_usd
    total = port.usd.likely + run.total(runs).likely
    if money is None or total <= money * (1 + TINY):
        return None
    return OverBudget(
        option=option,
        budget_usd=money,
        total_usd=total,
        port_usd=port.usd.likely,
        usd_per_run=(total - port.usd.likely) / runs,
        runs=runs,
        enough_for=run.enough_for(money - port.usd.likely),
        serving=problem.serving,
        cites=quote.cites,
    )
