"""The largest model that money, hours of chips or computing trains where computing is spent best.

C = 6 x N x 20 N FLOP = chip-hours x 3,600 x what a chip achieves, so N = sqrt(C / 120) parameters on 20 N tokens; on
D tokens that are told N = C / (6 D).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.hardware import meant
from engine.options.assumptions import refill
from engine.options.problem import Problem
from engine.prices.price_book import Quote
from engine.workload.flops import FLOPS_PER_PARAMETER
from engine.workload.profile import Reading
from knowledge.facts import Accelerator, Instance
from knowledge.units import HOURS_PER_DAY, SECONDS_PER_HOUR, TERA

OPTIMAL, SIZE = "compute_optimal", "model_size"  # a cue, a unit
PRETRAINED, TUNED = "pretraining", "fine_tuning"  # tasks
WHAT = "trains_what"  # the cue of what money or time can train
SIZED = frozenset({"asks_size", WHAT})  # cues
HELD, CHIPS = "chip_hours", "chip_hour"  # a chain, and its thing where the hours are those of chips
PER_PARAMETER = "tokens_per_parameter"  # the constant
ROWS = 3  # machines shown beside the first
SPENT = "budget_for_the_run"  # the constant: of the money, for the size with a reserve


class Trained(NamedTuple):
    """A size on one kind of machine: USD, chip-hours, and hours on the fewest of them that hold it."""

    instance: str
    chip: str
    chips: int
    machines: int  # the fewest that hold it
    usd: float
    usd_per_hour: float
    chip_hours: float
    hours: float
    tflops: float
    mfu: float
    parameters: float
    tokens: float


class LargestOptimal(Reason, code="largest_optimal"):
    """The first line. `of`: what bounds it: usd, chip_hours or flops; `amount` of that; `assumed`: that it is trained
    on so many tokens a parameter was not said; `told`: its tokens were. `kept`: parameters if the share `kept_back`
    of the money is not spent on it."""

    of: str
    amount: float
    per_parameter: float
    assumed: bool
    told: bool
    supposed: bool  # the tokens are what is usual, as none were said
    kept: float
    kept_back: float
    on: Trained


class OptimalSum(Reason, code="optimal_sum"):
    """The working: `flops` in all."""

    on: Trained
    flops: float
    per_parameter: float
    told: bool


class OptimalThere(Reason, code="optimal_there"):
    """The same on another machine."""

    on: Trained


class Bound(NamedTuple):
    """What bounds the run: `of` usd, chip_hours or flops."""

    of: str
    amount: float


def optimal(asked: Asked) -> FactAnswer | None:
    """None where no such size is asked for, a size was said, or nothing bounds it."""
    said, cues = asked.profile, asked.reading.cues
    by_rule = OPTIMAL in cues
    is_size = SIZE in asked.reading.sought.units or not SIZED.isdisjoint(cues)
    bound = _bound(asked)
    tuned = said.task == TUNED and said.method in (None, "full")
    trains = by_rule or said.task == PRETRAINED or tuned or (said.task is None and WHAT in cues)
    if bound is None or not (is_size and trains) or said.parameters or said.model or said.samples:
        return None
    tokens = said.tokens or (asked.problem.profile.tokens if tuned else None)
    found = sorted(
        _on_each(asked.problem, bound, tokens), key=lambda one: (-one[0].parameters, one[0].usd, one[0].instance)
    )
    if not found:
        return None
    rule, spent = asked.library.constants.entry(PER_PARAMETER), asked.library.constants.likely(SPENT)
    (best, cites), *others = found
    first = LargestOptimal(
        of=bound.of,
        amount=bound.amount,
        per_parameter=rule.value.likely,
        assumed=not by_rule and not tokens,
        told=bool(tokens),
        supposed=bool(tokens) and not said.tokens,
        kept=best.parameters * (spent if tokens else spent**0.5),
        kept_back=1 - spent,
        on=best,
        cites=(rule.source, *cites),
    )
    flops = best.parameters * best.tokens * FLOPS_PER_PARAMETER
    working = OptimalSum(on=best, flops=flops, per_parameter=rule.value.likely, told=bool(tokens))
    beside = [OptimalThere(on=one, cites=more) for one, more in _apart(best, others)]
    return FactAnswer(headline=first, sentences=(working, *beside[:ROWS]), whole=True)


def _bound(asked: Asked) -> Bound | None:
    said = asked.profile
    usd = said.budget_usd or said.credits_usd
    if usd:
        return Bound("usd", usd)
    if said.flops:
        return Bound("flops", said.flops)
    hours = asked.reading.chip_hours or _held(asked.reading)
    span = said.run_hours or (said.deadline_days or 0.0) * HOURS_PER_DAY
    if not hours and span and said.accelerator_count:
        hours = span * said.accelerator_count
    return Bound("chip_hours", hours) if hours else None


def _held(reading: Reading) -> float | None:
    """Hours of chips that are told in all."""
    return next((one.value for one in reading.chains if one.slot == HELD and one.parts[0].thing == CHIPS), None)


def _apart(best: Trained, others: list[tuple[Trained, tuple[str, ...]]]) -> Iterator[tuple[Trained, tuple[str, ...]]]:
    """One machine of each other chip."""
    seen = {best.chip}
    for one, cites in others:
        if one.chip not in seen:
            seen.add(one.chip)
            yield one, cites


def _on_each(problem: Problem, bound: Bound, tokens: float | None) -> Iterator[tuple[Trained, tuple[str, ...]]]:
    """Each machine that holds what it can train: of the chips that were named, else the GPUs."""
    named = {kind.chip.id for kind in meant(problem, alone=True) if kind.chip}
    types = {kind.type_said.id for kind in meant(problem, alone=True) if kind.type_said}
    for instance in problem.facts.instances.values():
        chip = problem.chip(instance)
        wanted = instance.id in types if types else chip.id in named if named else chip.family == "gpu"
        if not (wanted and chip.trains and problem.is_here(instance)):
            continue
        quote = problem.prices.near(instance, "on_demand", problem.profile.region)
        if quote is not None and (made := _on(problem, bound, tokens, instance, chip, quote)) is not None:
            yield made


def _on(
    problem: Problem, bound: Bound, told: float | None, instance: Instance, chip: Accelerator, quote: Quote
) -> tuple[Trained, tuple[str, ...]] | None:
    """None where no speed is known, or no number of them holds the model it could train."""
    per_token = problem.constants.likely(PER_PARAMETER)
    rate = quote.usd_per_hour.likely
    sized, parameters, cites = problem, 0.0, tuple[str, ...]()
    for _ in range(2):  # what a chip achieves depends on the size, a little
        speed = sized.speed(chip)
        if speed is None or speed.basis != "measured":
            return None
        tflops, cites = speed.speed.likely, speed.cites[:1]
        chip_hours = _chip_hours(bound, rate / instance.count, tflops)
        flops = bound.amount if bound.of == "flops" else chip_hours * SECONDS_PER_HOUR * tflops * TERA
        units = flops / FLOPS_PER_PARAMETER
        parameters = units / told if told else (units / per_token) ** 0.5
        sized = Problem(
            refill(problem.filled, problem.library, parameters=parameters, task=PRETRAINED),
            problem.library,
            problem.day,
            brief=True,
        )
    placed = sized.placed(instance)
    if not placed.fits or not placed.instances:
        return None
    on = Trained(
        instance=instance.id,
        chip=chip.name,
        chips=instance.count,
        machines=placed.instances,
        usd=chip_hours / instance.count * rate,
        usd_per_hour=rate,
        chip_hours=chip_hours,
        hours=chip_hours / instance.count / placed.instances,
        tflops=tflops,
        mfu=tflops / chip.bf16_dense_tflops.value,
        parameters=parameters,
        tokens=told or parameters * per_token,
    )
    return on, (*quote.cites, *cites)


def _chip_hours(bound: Bound, usd_per_chip_hour: float, tflops: float) -> float:
    if bound.of == "usd":
        return bound.amount / usd_per_chip_hour
    return bound.amount if bound.of == "chip_hours" else bound.amount / (tflops * TERA * SECONDS_PER_HOUR)
