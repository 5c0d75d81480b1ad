"""A benchmark costed: the cheapest machine of a chip that holds the work, how long the script takes, what is paid."""

from __future__ import annotations

import math
from collections.abc import Iterator

from engine.base.computed import Computed
from engine.base.interval import Interval
from engine.options.constraints import capacity_constraint
from engine.options.eligibility import not_leading
from engine.options.option import CostedOption
from engine.options.problem import Problem
from engine.prices.capacity_blocks import block_hours
from engine.prices.commitments import TERMS
from engine.prices.price_book import Quote
from engine.serving.gaps import counted_tokens
from engine.workload.flops import method_factor, sample_gflop, training_flops_per_token
from knowledge.facts import Family, Instance, Purchase
from knowledge.units import GIGA, HOURS_PER_DAY, SECONDS_PER_HOUR, TERA

COMPILED: frozenset[Family] = frozenset({"trainium", "inferentia", "tpu"})  # ahead of time, shape by shape


class PilotRun(Computed):
    """A script on a machine. It works `hours`; `billed_hours` are paid, whole days of a Capacity Block.

    `cap_usd` is where it is stopped: a day of the machine.
    """

    option: str
    instance: str
    accelerator: str
    chip_name: str
    purchase: Purchase
    instances: int
    chips: int
    usd_per_hour: float
    setup_hours: float
    compile_hours: float
    step_hours: float
    steps: int
    warm_steps: int
    billed_hours: float
    usd: float
    cap_usd: float
    cites: tuple[str, ...]

    @property
    def hours(self) -> float:
        return self.setup_hours + self.compile_hours + self.step_hours

    @property
    def days(self) -> float:
        return self.billed_hours / HOURS_PER_DAY

    @property
    def by_the_day(self) -> bool:
        return self.purchase == "capacity_block"


def bench(problem: Problem, option: CostedOption) -> PilotRun | None:
    """The cheapest way to rent the option's chip for the script; None where it cannot be had as the verdict needs."""
    runs = [_costed(problem, option, instance, count, quote) for instance, count, quote in _machines(problem, option)]
    return min(runs, key=lambda bench: (bench.usd, bench.instance), default=None)


def flops_per_trained_token(problem: Problem) -> float:
    """FLOPs of one token, or one sample, by the method asked about."""
    factor = method_factor(problem.profile.method, problem.constants, problem.filled.reading.signals).likely
    if problem.shape.sample is not None:
        return factor * sample_gflop(problem.shape.sample, problem.constants) * GIGA
    return factor * training_flops_per_token(problem.shape, problem.way.sequence_length)


def per_step(problem: Problem) -> float:
    """Tokens, or samples, of one step."""
    if problem.shape.sample is None:
        return problem.constants.likely("pilot_tokens_per_step")
    return problem.profile.batch_size or problem.constants.likely("pilot_samples_per_step")


def tokens_per_second(problem: Problem, speed: Interval) -> Interval:
    """Tokens/s a chip: output tokens as they are in serving, trained tokens or samples from TFLOP/s."""
    return speed if problem.serving else speed.times(TERA / flops_per_trained_token(problem))


def _machines(problem: Problem, option: CostedOption) -> Iterator[tuple[Instance, int, Quote]]:
    """Types of the chip that hold the work, as few as do, in every way of buying that could carry the verdict.

    The option's own type may take several; another one has to hold the work alone.
    """
    for instance in problem.facts.instances.values():
        if instance.accelerator != option.accelerator or instance.cloud != option.cloud:
            continue
        placed = problem.placed(instance)
        if not placed.fits or not (placed.instances == 1 or instance.id == option.instance):
            continue
        for quote in problem.quotes(instance):
            unsold = instance.sold and quote.purchase not in instance.sold
            held = capacity_constraint(problem, instance, quote) or not_leading(problem, instance, quote)
            if not unsold and quote.purchase not in TERMS and held is None:
                yield instance, placed.instances, quote


def _costed(problem: Problem, option: CostedOption, instance: Instance, count: int, quote: Quote) -> PilotRun:
    """Hours = set-up + compilations + steps x tokens a step x FLOPs a token / (chips x speed).

    Where that is more than a day, as many steps as the day holds.
    """
    likely = problem.constants.likely
    chips = count * instance.count
    speed = tokens_per_second(problem, option.speed.speed).likely
    setup = likely("pilot_setup_hours")
    compiling = likely("pilot_compiles") * likely("compile_hours") if option.family in COMPILED else 0.0
    wanted, tokens = likely("pilot_steps"), per_step(problem)
    if problem.serving:  # a request is a step; its answer is what is counted
        wanted, tokens = likely("pilot_requests"), counted_tokens(problem.profile, encodes=problem.encodes)[1]
    step = tokens / (chips * speed) / SECONDS_PER_HOUR
    room = math.floor((likely("pilot_hours_at_most") - setup - compiling) / step)
    steps = max(1, min(round(wanted), room))
    hours = setup + compiling + steps * step
    billed = block_hours(hours, problem.constants) if quote.purchase == "capacity_block" else hours
    return PilotRun(
        option=f"{instance.id}:{quote.purchase}",
        instance=instance.id,
        accelerator=option.accelerator,
        chip_name=option.chip_name,
        purchase=quote.purchase,
        instances=count,
        chips=chips,
        usd_per_hour=quote.usd_per_hour.likely,
        setup_hours=setup,
        compile_hours=compiling,
        step_hours=steps * step,
        steps=steps,
        warm_steps=round(likely("pilot_warm_steps")),
        billed_hours=billed,
        usd=billed * count * quote.usd_per_hour.likely,
        cap_usd=max(billed, likely("pilot_hours_at_most")) * count * quote.usd_per_hour.likely,
        cites=(quote.source,),
    )
