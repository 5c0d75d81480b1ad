"""The cheapest benchmark that would settle a verdict: what to run, on what, for how long, and what would turn it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import date
from statistics import NormalDist
from typing import Literal, NamedTuple

from engine.base.computed import Computed
from engine.base.interval import Interval, expected_regret, mean
from engine.library import Library
from engine.options.option import CostedOption, cheapest, leading
from engine.options.problem import Problem
from engine.verdict.forks import Case
from engine.verdict.pilot_cost import PilotRun, bench, per_step, tokens_per_second
from engine.workload.profile import Method, Task
from engine.workload.worked_out import engineer_usd_per_week
from knowledge.facts import Family, SampleUnit, Scalar

Doubt = Literal["claimed", "extrapolated", "one_measurement", "close_call"]


class Pilot(Computed):
    """A benchmark that would settle the verdict. Speeds are tokens/s a chip, or samples/s: `unit` says of what.

    At `threshold`, `ratio` of the assumed speed, the verdict turns to `turns_to`, a chip of `lean`; `upwards`:
    beyond it. `expected_loss_usd` is what deciding now costs on average, `value_usd` the part of it that knowing this
    chip's speed saves, `first_job_usd` the engineers' time before a first job runs, where it would be spent for the
    test alone. `also` is the other side, for the same script.
    """

    doubt: Doubt
    bench: PilotRun
    also: PilotRun | None
    task: Task
    method: Method
    model: str | None
    parameters: float
    sequence_length: int
    precision: str  # of served weights
    tokens_per_step: int  # or samples
    unit: SampleUnit | Literal["token"]
    expected: Interval
    threshold: float
    ratio: float
    upwards: bool
    turns_to: str
    turns_to_chip: str
    lean: Family
    turns_lean: bool  # else to another chip of the same family
    stop_below: float
    stop_above: float
    sure: float  # the chance of being right at which it stops early
    expected_loss_usd: float
    value_usd: float
    first_job_usd: float
    runs: float
    runs_assumed: bool
    to_decide: bool = False  # the verdict itself is to pilot both
    given_slot: str | None = None
    given_value: Scalar | None = None
    planned_usd: float = 0.0  # of the offering that leads, for all planned runs
    advised: bool = False  # what is planned is many times its cost and rests on a speed that nobody measured

    @property
    def recordable(self) -> bool:
        """Whether the result can be recorded: measurements are kept in tokens/s."""
        return self.unit == "token"

    @property
    def threshold_per_instance(self) -> float:
        return self.threshold * self.bench.chips / self.bench.instances

    @property
    def sequences_per_step(self) -> float:
        return self.tokens_per_step / self.sequence_length

    @property
    def cost_usd(self) -> float:
        return self.bench.usd + self.first_job_usd

    @property
    def worth_it(self) -> bool:
        """Whether it saves more than it costs, or is advised whatever it saves."""
        return self.advised or self.value_usd > self.cost_usd


class PilotSide(NamedTuple):
    """An offering whose chip might be measured, and the best offering of any other chip."""

    option: CostedOption
    against: CostedOption
    leads: bool
    doubt: Doubt


def pilot(case: Case, slot: str | None, library: Library, day: date, *, to_decide: bool = False) -> Pilot | None:
    """The benchmark for a verdict that rests on a doubtful speed or is a close call; None for any other.

    Either side of the sum may be measured. Chosen is what saves most beyond what finding out costs, first of all
    where it turns the lean; where nothing is worth its money, what saves most. A chip that no possible speed brings
    to lead is not measured. `slot` is the unsaid one that the case is a value of. `to_decide`: the verdict is to
    pilot both, so the two are compared with each other, whatever a third would do.
    """
    if case.sum is None or case.filled.profile.task is None:
        return None
    problem = Problem(case.filled, library, day, brief=True)
    found = ((side, _plan(side, case, problem, slot)) for side in _sides(case, problem, to_decide))
    plans = [_weighed(plan, side, case, problem) for side, plan in found if plan]
    if to_decide:
        plans = [plan.model_copy(update={"to_decide": True}) for plan in plans]
    worth = [plan for plan in plans if plan.worth_it]
    if worth:
        return max(worth, key=lambda plan: (plan.advised, plan.turns_lean, plan.value_usd - plan.cost_usd))
    return max(plans, key=lambda plan: plan.value_usd, default=None)


def _weighed(plan: Pilot, side: PilotSide, case: Case, problem: Problem) -> Pilot:
    """With what is planned on the offering that leads: nobody spends many times a pilot on a speed not measured."""
    planned = case.sum.winner.total(case.runs) if case.sum else 0.0
    many = planned >= problem.constants.likely("pilot_advised_from_times") * plan.cost_usd
    unmeasured = side.leads and side.doubt in ("claimed", "extrapolated")
    return plan.model_copy(update={"planned_usd": planned, "advised": unmeasured and many})


def _sides(case: Case, problem: Problem, to_decide: bool) -> Iterator[PilotSide]:
    """Both offerings of the sum: those with a doubtful speed, or either where neither is surely the cheaper.

    Where the work was said in hours, the chip they were said about is not measured: its hours are known.
    """
    if case.sum is None or case.sum.other is None:
        return
    other = case.sum.other
    close = to_decide or case.sum.probability < problem.constants.likely("confident_share")
    known = problem.reference_instance() if problem.profile.tokens is None else None
    winner = case.sum.winner
    doubts = [_doubt(option) for option in (winner, other)]
    for option, doubt in zip((winner, other), doubts, strict=True):
        why = doubt or ("close_call" if close and not any(doubts) and not option.speed.is_own else None)
        counterpart = other if option is winner else winner
        against = counterpart if to_decide else _best_of_others(case, option)
        if why and against and not (known and known.accelerator == option.accelerator):
            yield PilotSide(option, against, leads=option is winner, doubt=why)


def _doubt(option: CostedOption) -> Doubt | None:
    if option.speed.is_own:
        return None
    if option.speed.basis == "claimed":
        return "claimed"
    if option.speed.basis == "extrapolated":
        return "extrapolated"
    return "one_measurement" if option.speed.groups == 1 else None


def _best_of_others(case: Case, option: CostedOption) -> CostedOption | None:
    """What would lead if this chip did not: perhaps another chip of its family, and then no speed turns the lean."""
    others = (candidate for candidate in leading(case.options) if candidate.accelerator != option.accelerator)
    return cheapest(others, case.runs)


def turning_ratio(case: Case, option: CostedOption, against: CostedOption) -> float | None:
    """Share of its estimated speed at which the option's chip costs what the best of the others does, in total.

    Dollars of a run go with 1/speed and the port does not, so ratio = runs x dollars a run / (the other's total -
    port), the least of all ways to buy the chip. None where the port alone costs more than the other.
    """
    total = against.total(case.runs)
    ways = {
        candidate.id: candidate for candidate in leading(case.options) if candidate.accelerator == option.accelerator
    }
    ways[option.id] = option
    ratios = [
        case.runs * way.run.usd.likely / (total - way.port.usd.likely)
        for way in ways.values()
        if total > way.port.usd.likely
    ]
    return min(ratios, default=None)


def _plan(side: PilotSide, case: Case, problem: Problem, slot: str | None) -> Pilot | None:
    option, constants, profile = side.option, problem.constants, problem.profile
    ratio, machine = turning_ratio(case, option, side.against), bench(problem, option)
    if ratio is None or machine is None or profile.task is None:
        return None
    peak = problem.facts.accelerators[option.accelerator].bf16_dense_tflops.value
    if not problem.serving and ratio * option.speed.speed.likely > peak:
        return None
    expected = tokens_per_second(problem, option.speed.speed)
    threshold = ratio * expected.likely
    rest = side.against.run.usd.sigma
    sure = constants.likely("pilot_stop_share")
    reach = math.exp(NormalDist().inv_cdf(sure) * math.hypot(constants.likely("own_spread"), rest))
    loss, value = _stakes(side, case.runs)
    turned = side.against if side.leads else option
    return Pilot(
        doubt=side.doubt,
        bench=machine,
        also=bench(problem, side.against) if not side.against.speed.is_own else None,
        task=profile.task,
        method=profile.method or "full",
        model=problem.shape.model,
        parameters=problem.shape.parameters,
        sequence_length=round(profile.prompt_tokens or problem.way.sequence_length),
        precision=option.serving.precision if option.serving else "bf16",
        tokens_per_step=round(per_step(problem)),
        unit=problem.shape.sample.unit if problem.shape.sample else "token",
        expected=expected,
        threshold=threshold,
        ratio=ratio,
        upwards=not side.leads,
        turns_to=turned.instance,
        turns_to_chip=turned.chip_name,
        lean=turned.family,
        turns_lean=option.family != side.against.family and side.against == _best_of_others(case, option),
        stop_below=threshold / reach,
        stop_above=threshold * reach,
        sure=sure,
        expected_loss_usd=loss,
        value_usd=value,
        first_job_usd=0.0 if side.leads else _first_job(option, problem),
        runs=case.runs,
        runs_assumed=case.filled.assumed("runs"),
        given_slot=slot,
        given_value=getattr(profile, slot) if slot else None,
    )


def _stakes(side: PilotSide, runs: float) -> tuple[float, float]:
    """Dollars lost on average by deciding now, and the part of them that knowing the speed of this chip saves.

    Knowing it leaves the other side at its mean, and the port as it is: no benchmark tells what a port costs.
    """
    here, there = side.option.total_spread(runs), side.against.total_spread(runs)
    loss = expected_regret(here, there) if side.leads else expected_regret(there, here)
    speed_alone, rest = _at_likely_port(side.option, runs), Interval.exactly(mean(there))
    value = expected_regret(speed_alone, rest) if side.leads else expected_regret(rest, speed_alone)
    return loss, min(value, loss)


def _at_likely_port(option: CostedOption, runs: float) -> Interval:
    return option.run.usd.times(float(runs)).plus(Interval.exactly(option.port.usd.likely))


def _first_job(option: CostedOption, problem: Problem) -> float:
    """A port begun for the test alone; where the verdict leans to the chip anyway it is not a cost of the test."""
    return option.port.first_job_weeks.likely * engineer_usd_per_week(problem.profile, problem.constants)
