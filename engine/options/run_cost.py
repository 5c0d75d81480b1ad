"""What one run costs on one offering: hours, billed hours, dollars."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from engine.base.evidence import Achieved
from engine.base.interval import Interval
from engine.base.trace import Step, step
from engine.memory.fit import Fit
from engine.options.problem import DAYS_PER_MONTH, Problem
from engine.options.run_overheads import checkpoint_gb, compile_hours
from engine.prices.capacity_blocks import Booking, booking
from engine.prices.commitments import TERMS, Term, term_bought
from engine.prices.price_book import Quote
from engine.prices.spot import SpotPlan, spot_plan, walk_away_price, writers
from knowledge.facts import Accelerator, Instance, Purchase
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH, SECONDS_PER_HOUR

TINY = 1e-9
TOKENS_STEP = "output_tokens_per_second_per_chip"


class RunCost(NamedTuple):
    """One run: `hours` it works, `billed` hours paid for it, dollars, and how many instances side by side.

    Capacity Blocks and terms are bought whole: `usd` is a run's share of what the planned runs take.
    """

    instances: int
    hours: Interval
    billed: Interval
    usd: Interval
    steady_usd: Interval  # what a run adds once a block is full anyway; `usd` where nothing is bought whole
    least_usd: float = 0.0  # all runs together are never below one block
    usd_block_each: Interval | None = None  # dollars of a run that has its Capacity Block to itself
    term: Term | None = None
    booking: Booking | None = None  # what a run needs that has its Capacity Block to itself
    spot: SpotPlan | None = None
    usd_per_million_tokens: Interval | None = None
    steps: tuple[Step, ...] = ()

    def total(self, runs: float) -> Interval:
        """Dollars of `runs` runs: never below one block, and whole terms, whatever is used of them."""
        if self.term is not None:
            return self.term.total(runs)
        usd, least = self.steady_usd if self.least_usd else self.usd, self.least_usd
        return Interval(max(usd.low * runs, least), max(usd.likely * runs, least), max(usd.high * runs, least))

    def enough_for(self, usd: float) -> float:
        """How many whole runs so many dollars hold."""
        if self.term is not None:
            held = self.term.hours * self.term.terms
            hold = self.term.planned_hours or math.inf
            return math.floor(min(held, hold) / self.term.run_hours + TINY) if self.term.usd.likely <= usd else 0.0
        if usd < self.least_usd or self.usd.likely <= 0:
            return 0.0
        return max(0.0, usd // (self.steady_usd if self.least_usd else self.usd).likely)


def at_least(usd: Interval, least: float) -> Interval:
    if usd.low >= least:
        return usd
    return Interval(max(usd.low, least), max(usd.likely, least), max(usd.high, least))


def likely_usd(
    problem: Problem,
    instance: Instance,
    quote: Quote,
    speed: Achieved,
    instances: int,
    hours: float | None = None,
) -> float:
    """The likely dollars of `run_cost` alone, to rank the many offerings before the few are worked out.

    `hours`: those of a run, where they are known.
    """
    if problem.serving and not problem.queued:
        month = HOURS_PER_MONTH * instances * quote.usd_per_hour.likely
        if not _in_terms(quote):
            return month
        term = _term(problem, quote.purchase, quote.usd_per_hour, instances, float(HOURS_PER_MONTH))
        return term.usd.likely / _runs(problem)
    if hours is None:
        hours = likely_hours(problem, instance, quote, speed, instances)
    usd_per_hour = instances * quote.usd_per_hour.likely
    if _in_terms(quote):
        return _term(problem, quote.purchase, quote.usd_per_hour, instances, hours).usd.likely / _runs(problem)
    if quote.purchase != "capacity_block":
        return hours * usd_per_hour
    if problem.monthly:
        return max(hours, HOURS_PER_MONTH) * usd_per_hour
    if not _batched(problem):
        return booking(hours, instances, problem.constants).hours * usd_per_hour
    return max(hours, _block_share_hours(problem)) * usd_per_hour


def likely_hours(problem: Problem, instance: Instance, quote: Quote, speed: Achieved, instances: int) -> float:
    """The likely hours of a training run or of queued serving, as `run_cost` has them."""
    return hours_on(problem, instance, quote, speed)(instances)


def hours_on(problem: Problem, instance: Instance, quote: Quote, speed: Achieved) -> Callable[[int], float]:
    """The same for any number of machines: what does not depend on it is looked up once, as many are tried."""
    work, rate, chips = problem.run_work.likely, speed.speed.likely, instance.count
    idle = _idle_hours(problem, problem.chip(instance))

    def steady(instances: int) -> float:
        return work / (rate * instances * chips * SECONDS_PER_HOUR) + idle

    def on_spot(instances: int) -> float:
        return steady(instances) * _interrupted(problem, instance, quote, instances).slowdown.likely

    return on_spot if quote.purchase == "spot" and not problem.queued else steady


def run_cost(
    problem: Problem, instance: Instance, quote: Quote, speed: Achieved, instances: int, *, recorded: bool = False
) -> RunCost:
    """A training run or a job of queued requests, or a month of serving; `recorded` with its `steps`."""
    make = _serving_month if problem.serving and not problem.queued else _finite_run
    return make(problem, instance, quote, speed, instances, recorded)


def instances_needed(problem: Problem, instance: Instance, speed: Achieved, placed: Fit) -> int:
    """As many as hold the work, carry the traffic, and were said.

    Dollars of training do not depend on it, wall-clock does.
    """
    said = 1 if not problem.is_largest_slice(instance) and instance.id not in problem.profile.instances else None
    instances = max(placed.instances, said or problem.said_instances(instance))
    if not problem.monthly:
        return instances
    wanted = max(instances, math.ceil(_demand(problem) / _tokens_per_second(problem, instance, speed).likely))
    return math.ceil(wanted / placed.instances) * placed.instances  # a model spread over machines takes all of them


def machines_within(problem: Problem, instance: Instance, speed: Achieved, days: float) -> int:
    """As many as end a run within `days`, whatever holds the work."""
    alone = problem.run_work.likely / (speed.speed.likely * instance.count * SECONDS_PER_HOUR)
    return math.ceil(alone / (days * HOURS_PER_DAY))


def _idle_hours(problem: Problem, chip: Accelerator) -> float:
    """Likely hours of a run before it works: start-up, and compiling where its chip compiles."""
    if chip.family not in problem.idle_hours:
        problem.idle_hours[chip.family] = _startup(problem).likely + compile_hours(problem, chip).likely
    return problem.idle_hours[chip.family]


def _startup(problem: Problem) -> Interval:
    """Hours until a run works; queued serving of daily traffic starts every day."""
    once = problem.constants.spread("startup_hours")
    return once.times(DAYS_PER_MONTH) if problem.monthly else once


def _finite_run(
    problem: Problem, instance: Instance, quote: Quote, speed: Achieved, instances: int, recorded: bool
) -> RunCost:
    """hours = work / (chips x achieved speed) + start-up + compiling; dollars = billed hours x instances x price.

    The work is TFLOP of training, or tokens of requests that wait in a queue.
    """
    chips = instances * instance.count
    startup = _startup(problem)
    compiled = compile_hours(problem, problem.chip(instance))
    working = problem.run_work.times(speed.speed.times(float(chips * SECONDS_PER_HOUR)).inverse())
    hours = working.plus(startup).plus(compiled)
    steps: list[Step] = []
    if recorded:
        steps += problem.steps
        work, achieved = ("queued_tokens", TOKENS_STEP) if problem.queued else ("run_tflop", "achieved_tflops")
        unit = "tokens_per_second" if problem.queued else "tflops"
        steps.append(step(achieved, speed.speed, unit, cites=speed.cites))
        steps.append(step("chips", chips, "chips", cites=(instance.source,)))
        steps.append(step("startup_hours", startup, "hours"))
        uses = [work, achieved, "chips", "startup_hours"]
        if compiled.likely:
            steps.append(step("compile_hours", compiled, "hours"))
            uses.append("compile_hours")
        steps.append(step("hours_per_run", hours, "hours", *uses))
    spot = quote.purchase == "spot" and not problem.queued  # a request that is lost is asked again
    plan = _interrupted(problem, instance, quote, instances) if spot else None
    if plan:
        hours = hours.times(plan.slowdown)
        steps += _spot_steps(plan) if recorded else []
    cost = _priced(problem, quote, instances, hours, steps, recorded=recorded)
    return cost._replace(spot=plan) if plan else cost


def _interrupted(problem: Problem, instance: Instance, quote: Quote, instances: int) -> SpotPlan:
    """How the run lives on spot, and the spot price at which on demand there is as cheap."""
    key = instance.id, quote.region, instances
    if key not in problem.spot_plans:
        problem.spot_plans[key] = _spot_plan(problem, instance, quote, instances)
    return problem.spot_plans[key]


def _spot_plan(problem: Problem, instance: Instance, quote: Quote, instances: int) -> SpotPlan:
    written = checkpoint_gb(problem.shape, problem.profile.method, problem.constants)
    family = problem.chip(instance).family
    hosts = writers(family, instance.count, instances, problem.constants)
    kind = family, instances, hosts  # most types live on spot as others of their kind do
    if kind not in problem.spot_kinds:
        problem.spot_kinds[kind] = spot_plan(
            problem.constants, checkpoint=written, family=family, instances=instances, hosts=hosts
        )
    plan = problem.spot_kinds[kind]
    free = next((free for free in problem.prices.pick(instance, quote.region) if free.purchase == "on_demand"), None)
    walk_away_usd = walk_away_price(free.usd_per_hour.likely, plan.slowdown.likely) if free else None
    return plan._replace(walk_away_usd=walk_away_usd)


def _spot_steps(plan: SpotPlan) -> list[Step]:
    every = ("checkpoint_minutes", "minutes_between_interruptions")
    return [
        step("checkpoint_gb", plan.checkpoint_gb, "gb"),
        step("checkpoint_minutes", plan.checkpoint_minutes, "minutes", "checkpoint_gb"),
        step("minutes_between_interruptions", plan.mean_minutes, "minutes"),
        step("restart_minutes", plan.restart_minutes, "minutes"),
        step("checkpoint_interval_minutes", plan.interval_minutes, "minutes", *every),
        step("spot_slowdown", plan.slowdown, "ratio", "checkpoint_interval_minutes", *every, "restart_minutes"),
    ]


def _serving_month(
    problem: Problem, instance: Instance, quote: Quote, speed: Achieved, instances: int, recorded: bool
) -> RunCost:
    """A month of serving: count = ceil(tokens/s asked / (tokens/s of an instance x utilization)), all hours paid."""
    per_instance = _tokens_per_second(problem, instance, speed)
    hours = Interval.exactly(float(HOURS_PER_MONTH))
    steps: list[Step] = []
    if recorded:
        steps.append(step(TOKENS_STEP, speed.speed, "tokens_per_second", cites=speed.cites))
        steps.append(step("chips_per_instance", instance.count, "chips", cites=(instance.source,)))
        steps.append(step("utilization", problem.profile.utilization or 1.0, "ratio"))
        steps.append(step("tokens_per_day", problem.profile.tokens_per_day or 0.0, "tokens"))
        uses = [TOKENS_STEP, "chips_per_instance", "utilization"]
        steps.append(step("tokens_per_second_per_instance", per_instance, "tokens_per_second", *uses))
        steps.append(step("instances", instances, "instances", "tokens_per_day", "tokens_per_second_per_instance"))
    cost = _priced(problem, quote, instances, hours, steps, recorded=recorded)
    doubt = _fleet_doubt(problem, per_instance, instances)
    term = cost.term._replace(usd=cost.term.usd.times(doubt)) if cost.term else None
    return cost._replace(usd=cost.usd.times(doubt), steady_usd=cost.steady_usd.times(doubt), term=term)


def _fleet_doubt(problem: Problem, per_instance: Interval, instances: int) -> Interval:
    """Instances the traffic would take at the high and low end of the predicted speed, over the number assumed."""
    few = min(instances, max(1, math.ceil(_demand(problem) / per_instance.high)))
    many = max(instances, math.ceil(_demand(problem) / per_instance.low))
    return Interval(few / instances, 1.0, many / instances)


def _demand(problem: Problem) -> float:
    """Output tokens/s of the traffic, as a mean over the day."""
    return (problem.profile.tokens_per_day or 0.0) / (HOURS_PER_DAY * SECONDS_PER_HOUR)


def _tokens_per_second(problem: Problem, instance: Instance, speed: Achieved) -> Interval:
    """Output tokens/s of one instance at the utilization a fleet sees."""
    return speed.speed.times(instance.count * (problem.profile.utilization or 1.0))


def _runs(problem: Problem) -> float:
    return problem.profile.runs or 1.0


def _batched(problem: Problem) -> bool:
    """Whether planned runs share blocks back to back, whatever their rhythm; a single run pays for its own."""
    return problem.profile.cadence != "one_off" and _runs(problem) > 1


def _in_terms(quote: Quote) -> bool:
    """Whether a commitment has to be bought. A rate the team agreed on is paid for whether this work runs or not."""
    return quote.purchase in TERMS and quote.own != "rate"


def _term(problem: Problem, purchase: Purchase, price: Interval, instances: int, hours: float) -> Term:
    return term_bought(purchase, price, instances, _runs(problem), hours, planned_hours(problem))


def planned_hours(problem: Problem) -> float | None:
    """From the first run to the last: repeated runs are spread over the horizon.

    So is queued serving: its machines work some hours of every day. Months of serving and a single run follow without
    a gap.
    """
    if (problem.queued or not problem.serving) and _batched(problem):
        return (problem.profile.horizon_months or problem.constants.likely("horizon_months")) * HOURS_PER_MONTH
    return None


def _priced(
    problem: Problem, quote: Quote, instances: int, hours: Interval, steps: list[Step], *, recorded: bool
) -> RunCost:
    """On demand and spot are paid for the hours of work, a Capacity Block by the day, a term whole."""
    price = quote.usd_per_hour
    if recorded:
        steps.append(step("usd_per_hour", price, "usd_per_hour", cites=(quote.source,)))
    if problem.profile.managed:
        surcharge = problem.constants.spread("sagemaker_surcharge").plus(Interval.exactly(1.0))
        price = price.times(surcharge)
        cite = problem.constants.entry("sagemaker_surcharge").source
        steps.append(step("managed_surcharge", surcharge, "ratio", cites=(cite,)))
    worked = hours.times(price).times(float(instances))
    cost = RunCost(instances=instances, hours=hours, billed=hours, usd=worked, steady_usd=worked)
    if quote.purchase == "capacity_block" and problem.monthly:  # traffic comes every day: the block is kept all month
        billed = at_least(hours, float(HOURS_PER_MONTH))
        kept = billed.times(price).times(float(instances))
        cost = cost._replace(billed=billed, usd=kept, steady_usd=kept)
    elif quote.purchase == "capacity_block":
        cost = _in_blocks(problem, cost, price)
    elif _in_terms(quote):
        term = _term(problem, quote.purchase, price, instances, hours.likely)
        usd = term.usd.times(1 / _runs(problem))
        billed = Interval.exactly(term.terms * term.hours / _runs(problem))
        cost = cost._replace(billed=billed, usd=usd, steady_usd=usd, term=term)
    if recorded:
        steps.append(step("billed_hours", cost.billed, "hours", "hours_per_run"))
        steps.append(step("usd_per_run", cost.usd, "usd", "billed_hours", "usd_per_hour"))
    return cost._replace(steps=tuple(steps)) if steps else cost


def _in_blocks(problem: Problem, cost: RunCost, price: Interval) -> RunCost:
    """Planned runs back to back inside blocks, of which there is at least one; or a run in blocks of its own.

    Neither low end is below a block: it is paid for whatever is used.
    """
    constants, hours, count = problem.constants, cost.hours, cost.instances
    ends = [booking(end, count, constants).hours for end in (hours.low, hours.likely, hours.high)]
    own = Interval(*ends)
    one_block = constants.likely("block_step_hours") * price.likely * count
    each = at_least(own.times(price).times(float(count)), one_block)
    cost = cost._replace(
        booking=booking(hours.likely, count, constants, problem.profile.deadline_days), usd_block_each=each
    )
    if not _batched(problem):
        return cost._replace(billed=own, usd=each, steady_usd=each)
    share, per_hour = _block_share_hours(problem), price.likely * count
    usd = at_least(cost.usd, share * per_hour)
    dear = share * price.high * count  # the rate of a block bought today is not known
    return cost._replace(
        billed=at_least(hours, share),
        usd=Interval(usd.low, usd.likely, max(usd.high, dear)),
        steady_usd=at_least(cost.usd, _block_share_hours(problem, many=True) * per_hour),
        least_usd=one_block,
    )


def _block_share_hours(problem: Problem, *, many: bool = False) -> float:
    """Hours of a block that each run pays for at least, at the planned runs or at `many`.

    Runs come over time, so only so many of them wait for one block.
    """
    sharing = problem.constants.likely("runs_sharing_a_block")
    return problem.constants.likely("block_step_hours") / (sharing if many else min(sharing, _runs(problem)))
