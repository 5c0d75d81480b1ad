"""How many machines train a model within a time, where nobody said on how many tokens: what one of them does in it.

tokens = chips x TFLOP/s achieved x seconds / FLOP a token; from scratch 20 tokens a parameter are usual.
"""

from __future__ import annotations

import math

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.hardware import meant
from engine.forms.parts.own_speed import flops_each
from engine.options.assumptions import refill
from engine.options.problem import Problem
from engine.workload.samples import in_samples
from knowledge.facts import Instance
from knowledge.units import GIGA, HOURS_PER_DAY, SECONDS_PER_HOUR, TERA

ASKED, COUNTED = frozenset({"fit", "how", "able"}), frozenset({"nodes", "cards", "machines"})  # predicates; units
TRAINS, NUMBER = "training_words", "how_many"  # cues
AMOUNTS = frozenset({
    "tokens", "samples", "dataset", "steps", "epochs", "run_hours", "instance_count", "accelerator_count", "flops",
    "budget_usd", "current_hours_per_run", "data_gb", "runs", "runs_per_month", "chip_memory_gb",
})  # fmt: skip
PER_PARAMETER = "tokens_per_parameter"  # the constant
NODE = "chips_per_machine"  # the constant
USUAL = "p5.48xlarge"  # where no chip was named


class TrainsInTime(Reason, code="trains_in_time"):
    """The first line. `tokens` that one machine trains on in `days`; `hold`: how many hold it; `scratch` tokens from
    scratch take `machines`."""

    instance: str
    chip: str
    count: int
    parameters: float
    method: str
    days: float
    tokens: Interval
    hold: int
    held_tokens: float  # of so many that hold it
    scratch: float
    per_parameter: float
    machines: int
    machines_low: int
    machines_high: int
    chips: int  # of the machines, where cards are asked for, else 0
    tuned: bool  # it is fine-tuned, not trained from scratch


class InTimeSum(Reason, code="in_time_sum"):
    """The working: TFLOP/s achieved by a chip, GFLOP a token, hours."""

    count: int
    tflops: float
    gflop: float
    hours: float


def in_time(asked: Asked) -> FactAnswer | None:
    """None where an amount of work was said, or no number of machines is asked for within days."""
    said, sought = asked.profile, asked.reading.sought
    counts = NUMBER in asked.reading.cues and not ASKED.isdisjoint(sought.predicates)
    counts = counts and not COUNTED.isdisjoint(sought.units)
    trains = TRAINS in asked.reading.cues or said.task in ("pretraining", "fine_tuning")
    if not (counts and trains and said.deadline_days) or said.task == "inference":
        return None
    sized = said.parameters or said.model
    if not sized or not AMOUNTS.isdisjoint(said.stated()) or in_samples(said, asked.facts):
        return None
    problem = asked.problem
    if said.task is None:
        filled = refill(problem.filled, problem.library, task="pretraining")
        problem = Problem(filled, problem.library, problem.day, brief=True)
    instance = _machine(asked, problem)
    chip = problem.chip(instance) if instance else None
    speed = problem.speed(chip) if chip else None
    if instance is None or chip is None or speed is None:
        return None
    placed = problem.placed(instance)
    if not placed.fits or not placed.instances:
        return None
    hours, flops = said.deadline_days * HOURS_PER_DAY, flops_each(problem)
    tokens = speed.speed.times(instance.count * TERA * hours * SECONDS_PER_HOUR / flops)
    rule = asked.library.constants.entry(PER_PARAMETER)
    scratch = rule.value.likely * problem.shape.parameters
    each = (tokens.high, tokens.likely, tokens.low)
    low, likely, high = (max(placed.instances, math.ceil(scratch / one)) for one in each)
    first = TrainsInTime(
        instance=instance.id,
        chip=chip.name,
        count=instance.count,
        parameters=problem.shape.parameters,
        method=problem.profile.method or "full",
        days=said.deadline_days,
        tokens=tokens,
        hold=placed.instances,
        held_tokens=tokens.likely * placed.instances,
        scratch=scratch,
        per_parameter=rule.value.likely,
        machines=likely,
        machines_low=low,
        machines_high=high,
        chips=likely * instance.count if "cards" in sought.units else 0,
        tuned=problem.profile.task == "fine_tuning",
        cites=tuple(dict.fromkeys((*speed.cites[:2], rule.source))),
    )
    working = InTimeSum(count=instance.count, tflops=speed.speed.likely, gflop=flops / GIGA, hours=hours)
    return FactAnswer(headline=first, sentences=(working,), whole=True)


def _machine(asked: Asked, problem: Problem) -> Instance | None:
    """The largest machine at home with the chip that was named, else the usual one."""
    kinds = meant(problem, alone=True)
    typed = next((kind.type_said for kind in kinds if kind.type_said), None)
    if typed is not None:
        return typed
    chips = {kind.chip.id for kind in kinds if kind.chip}
    if not chips:
        return asked.facts.instances.get(USUAL)
    found = [one for one in asked.facts.instances.values() if one.accelerator in chips]
    here = [one for one in found if problem.is_here(one)] or found
    node = asked.library.constants.likely(NODE)
    return max(here, key=lambda one: (one.count <= node, one.count, one.id), default=None)
