"""How an offering serves the asker's traffic: chips joined, and the batch within the latency asked for."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple, TypeAlias, cast

from engine.base.evidence import Achieved
from engine.base.interval import Interval
from engine.base.trace import Step, step
from engine.library import Library
from engine.options.exclusions import LatencyMeaning, NoRoomToServe, TooSlow
from engine.options.option import ServingFigures
from engine.options.problem import Problem
from engine.serving.encoder import encoded, holds_weights, peak_tflops
from engine.serving.fit import platform_of
from engine.serving.precision import cache_bytes_per_value
from engine.serving.roofline import (
    Pace,
    ServingRun,
    batch_held,
    batch_within,
    pace_at,
    prefill_seconds,
    tpot_seconds,
)
from engine.speed.own_measurements import own_speed
from engine.speed.serving_config import machine, marks_of
from engine.speed.serving_model import Served, served
from engine.workload.flops import kv_bytes_per_token
from knowledge.facts import GRADES, Accelerator, Instance
from knowledge.units import MILLISECONDS_PER_SECOND, TERA

MANY = 2000  # offerings remembered before the memory is emptied


NotServing: TypeAlias = TooSlow | NoRoomToServe


class Chosen(NamedTuple):
    """The best way found to serve on these chips, and how many are joined to hold the model."""

    at: Served
    joined: int
    precision: str


class Limit(NamedTuple):
    """The latency asked for, in seconds, and what of it is meant.

    `reading`: seconds between tokens that people read along with, kept where the limit is on the first token alone.
    """

    seconds: float
    meaning: LatencyMeaning
    reading: float


def meaning(problem: Problem) -> LatencyMeaning:
    """What `latency_ms` limits.

    Each token or the whole answer where the text says so, else the first token: the card says what it was taken for.
    """
    signals = problem.filled.reading.signals
    if problem.filled.reading.profile.latency_ms is None:
        return "first_token"  # words of a latency that is asked for limit nothing
    if "latency_each_token" in signals:
        return "each_token"
    whole = "latency_whole_answer" in signals and "latency_first_token" not in signals
    return "whole_answer" if whole else "first_token"


def choose(problem: Problem, instance: Instance, instances: int) -> Chosen | NotServing:
    """The number of chips joined that gives the most tokens a chip within the latency; or why none does.

    A model may be held by one chip, two, four ... up to all chips of the machines it needs; smaller groups exchange
    less, larger ones answer sooner.
    """
    library, chip = problem.library, problem.chip(instance)
    limit = None
    if problem.profile.latency_ms:
        reading = problem.constants.likely("serving_tpot_ms") / MILLISECONDS_PER_SECOND
        limit = Limit(problem.profile.latency_ms / MILLISECONDS_PER_SECOND, meaning(problem), reading)
    precision = problem.precision(chip)
    tokens = asked_tokens(problem)
    key = (chip.id, instance.count, instances, problem.shape, limit, precision, tokens, problem.encodes)
    if key not in library.chosen:
        if len(library.chosen) > MANY:
            library.chosen.clear()
        way = _encode if problem.encodes else _choose
        library.chosen[key] = way(problem, instance, instances, limit)
    return cast("Chosen | NotServing", library.chosen[key])


def _choose(problem: Problem, instance: Instance, instances: int, limit: Limit | None) -> Chosen | NotServing:
    chip = problem.chip(instance)
    chips = instance.count * instances
    best: Chosen | None = None
    fastest: float | None = None
    for joined in (size for size in range(1, chips + 1) if chips % size == 0):
        run = serving_run(problem, chip, joined)
        fitting = batch_held(run, problem.library.serving_fit.shares)
        if fitting < 1:
            continue
        most = min(fitting, problem.library.published_batch.get(run.platform, fitting))
        batch, soonest = _batch(run, most, limit, problem.library)
        fastest = min(fastest or soonest, soonest)
        if batch is None:
            continue
        at = served(replace(run, batch=batch), chip.id, problem.library)
        if best is None or at.tokens_per_second.likely > best.at.tokens_per_second.likely:
            best = Chosen(at, joined, problem.precision(chip))
    return best or _neither(chip, fastest, limit)


def _encode(problem: Problem, instance: Instance, instances: int, limit: Limit | None) -> Chosen | NotServing:
    """An encoder on the chips that give the most tokens a chip: a pass has to end within the latency."""
    chip, shares = problem.chip(instance), problem.library.serving_fit.shares
    chips = instance.count * instances
    found = problem.library.encoder_fit.share(chip)
    most = problem.constants.likely("encoder_batch_at_most")
    best: Chosen | None = None
    fastest: float | None = None
    for joined in (size for size in range(1, chips + 1) if chips % size == 0):
        run = serving_run(problem, chip, joined)
        run = replace(run, flops=peak_tflops(chip, problem.precision(chip)) * TERA)
        if not holds_weights(run, shares):
            continue
        alone = encoded(run, found.share, 1.0, None, shares)
        fastest = min(fastest or math.inf, alone.seconds if alone else math.inf)
        at = encoded(run, found.share, most, limit.seconds if limit else None, shares)
        if at is None or (best and at.tokens_per_second <= best.at.tokens_per_second.likely):
            continue
        served_so = Served(
            tokens_per_second=Interval.around(at.tokens_per_second, found.spread),
            ttft_ms=at.seconds * MILLISECONDS_PER_SECOND,
            tpot_ms=None,
            batch=at.batch,
            extrapolated=not found.measured,
            cites=found.cites,
        )
        best = Chosen(served_so, joined, problem.precision(chip))
    return best or _neither(chip, fastest, limit._replace(meaning="first_token") if limit else None)


def _neither(chip: Accelerator, fastest: float | None, limit: Limit | None) -> NotServing:
    """Why a chip serves nothing: no room beside the weights, or too slow at its fastest."""
    if fastest is None or limit is None:
        return NoRoomToServe(chip=chip.name)
    return TooSlow(
        chip=chip.name,
        limit_ms=limit.seconds * MILLISECONDS_PER_SECOND,
        fastest_ms=fastest * MILLISECONDS_PER_SECOND,
        meaning=limit.meaning,
    )


def _batch(run: ServingRun, most: float, limit: Limit | None, library: Library) -> tuple[float | None, float]:
    """The largest batch within the limit (None: not even one request alone), and the seconds one alone takes."""
    shares = library.serving_fit.shares
    factor = library.serving_fit.factor(run.marks)
    prefill = prefill_seconds(run, shares)
    meant = limit.meaning if limit else "first_token"
    soonest = waits(run, meant, pace_at(run, 1.0, prefill, shares)) / factor
    if limit is None:
        return most, soonest
    if soonest > limit.seconds:
        return None, soonest

    def slow(at: Pace) -> bool:
        dragging = limit.meaning == "first_token" and tpot_seconds(run, at) > limit.reading * factor
        return dragging or waits(run, limit.meaning, at) > limit.seconds * factor

    return batch_within(run, most, prefill, slow, shares), soonest


def waits(run: ServingRun, what: LatencyMeaning, at: Pace) -> float:
    """Seconds a user waits for what is limited: the prompt and the step it joins, a step, or all of an answer."""
    first, between = at.prefill + at.step, tpot_seconds(run, at)
    return {"first_token": first, "each_token": between, "whole_answer": first + between * run.output_tokens}[what]


def asked_tokens(problem: Problem) -> tuple[float, float]:
    """Tokens of a prompt and of an answer; an encoder answers none."""
    return problem.profile.prompt_tokens or 0.0, problem.profile.answer_tokens or 0.0


def serving_run(problem: Problem, chip: Accelerator, joined: int) -> ServingRun:
    """The asker's model on `joined` chips of a kind, with the newest well-measured software of its platform."""
    software = problem.library.serving_software.get(platform_of(chip))
    prompt, answer = asked_tokens(problem)
    return ServingRun(
        **machine(chip, problem.shape, problem.precision(chip), problem.library),
        chips=joined,
        input_tokens=prompt,
        output_tokens=answer,
        marks=tuple(marks_of(chip, problem.shape, problem.precision(chip), software)),
    )


def first_token_alone(problem: Problem, instance: Instance, chips: int) -> float | None:
    """Milliseconds to the first token of one prompt that has as many of `chips` to itself as one copy is split over.

    The most that divide a machine; None where they do not hold the model and the prompt.
    """
    within = [size for size in range(1, instance.count + 1) if instance.count % size == 0 and size <= chips]
    run = serving_run(problem, problem.chip(instance), within[-1])
    if problem.encodes or batch_held(run, problem.library.serving_fit.shares) < 1:
        return None
    return served(replace(run, batch=1.0), instance.accelerator, problem.library).ttft_ms


def evidence_of(problem: Problem, chip: Accelerator) -> Achieved:
    """The evidence for a chip's serving speed, in output tokens/s a chip.

    The team's own figure is used as is. Otherwise each offering predicts its own speed, and this gives only the
    grade: measured where serving on the chip was published, else extrapolated from chips of its platform.
    """
    if problem.encodes:
        found = problem.library.encoder_fit.share(chip)
        return Achieved(
            speed=Interval.exactly(0.0),
            basis="measured" if found.measured else "extrapolated",
            grade=found.grade,
            cites=found.cites,
            groups=len(found.cites) if found.measured else 0,
            source_chip=chip.id,
        )
    own = own_speed("inference", chip, problem.shape, problem.library)
    if own is not None:
        return own.model_copy(update={"speed": own.speed.times(1 / problem.shape.active_parameters)})
    groups = problem.library.evidence.groups("inference", chip.id)
    return Achieved(
        speed=Interval.exactly(0.0),
        basis="measured" if groups else "extrapolated",
        grade=max((group.grade for group in groups), key=GRADES.index, default="assumed"),
        cites=(),
        groups=len(groups),
        source_chip=chip.id,
    )


def serving_steps(problem: Problem, chosen: Chosen) -> tuple[Step, ...]:
    """The record: what was served, how, and the times it takes."""
    steps = [
        step("parameters", problem.shape.active_parameters, "parameters"),
    ]
    prompt, answer = asked_tokens(problem)
    steps.append(step("prompt_tokens", prompt, "tokens"))
    uses = ["chips_joined"]
    if not problem.encodes:
        value_bytes = cache_bytes_per_value(chosen.precision)
        steps.append(step("kv_bytes_per_token", kv_bytes_per_token(problem.shape, value_bytes), "bytes"))
        steps.append(step("answer_tokens", answer, "tokens"))
        uses.insert(0, "kv_bytes_per_token")
    steps.append(step("chips_joined", chosen.joined, "chips"))
    steps.append(step("serving_batch", chosen.at.batch, "requests", *uses))
    steps.append(step("ttft_ms", chosen.at.ttft_ms, "milliseconds", "prompt_tokens", "chips_joined"))
    if chosen.at.tpot_ms is not None:
        steps.append(step("tpot_ms", chosen.at.tpot_ms, "milliseconds", "serving_batch", "chips_joined"))
    return tuple(steps)


def figures(problem: Problem, chosen: Chosen, instance: Instance, speed: Interval) -> ServingFigures:
    """How the offering answers requests, for the table and the card."""
    prompt, answer = asked_tokens(problem)
    return ServingFigures(
        ttft_ms=chosen.at.ttft_ms,
        tpot_ms=chosen.at.tpot_ms,
        batch=chosen.at.batch,
        chips=chosen.joined,
        latency=None if problem.queued or problem.encodes else meaning(problem),
        prompt_tokens=prompt,
        answer_tokens=None if problem.encodes else answer,
        precision=chosen.precision,
        tokens_per_second=speed.likely * instance.count,
        utilization=problem.profile.utilization or 1.0,
    )
