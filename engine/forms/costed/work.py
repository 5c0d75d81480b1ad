"""What a run computes, and how fast it is done: the sum behind the hours of an estimate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.base.reason import Reason
from engine.forms.costed.said import asks_tokens, of_makers
from engine.forms.parts.estimate_reasons import (
    ComputeSum,
    HoursSum,
    SaidHours,
    TokensNeeded,
    WorkSum,
)
from engine.options.option import CostedOption
from engine.options.problem import Problem
from engine.verdict.forks import Case
from engine.workload.named import published_run, run_of_makers
from knowledge.units import SECONDS_PER_HOUR, TERA

GIGA, EXA = 1e9, 1e18
OPTIMAL = "tokens_per_parameter"  # the constant


def work_of(lead: CostedOption, case: Case, problem: Problem, steps: dict[str, float]) -> Iterator[Reason]:
    """What a run computes, and how fast it is done."""
    profile, shape = case.filled.profile, problem.shape
    tflop = steps.get("run_tflop", 0.0)
    startup = steps.get("startup_hours", 0.0) + steps.get("compile_hours", 0.0)
    reference = problem.reference_instance() if profile.run_hours else None
    counted = bool(steps.get("tokens") or steps.get("samples"))  # of images whose tokens were told, neither is
    if reference is not None and profile.run_hours and not (profile.tokens and counted):
        chips = problem.reference_chips(reference)
        yield SaidHours(
            hours=profile.run_hours,
            chip=problem.chip(reference).name,
            chips=chips,
            chip_hours=chips * profile.run_hours,
        )
    elif tflop and profile.flops and "tokens" in steps and not case.filled.reading.profile.tokens:
        yield ComputeSum(
            flops=profile.flops,
            tokens=steps["tokens"],
            parameters=shape.active_parameters,
            per_parameter=problem.constants.likely(OPTIMAL),
            is_assumed=case.filled.assumed("parameters"),
            cites=(problem.constants.entry(OPTIMAL).source,) if case.filled.assumed("parameters") else (),
        )
    elif tflop and counted:
        run = published_run(profile, problem.facts) if of_makers(case.filled) else None
        each = steps.get("flops_per_token", 0.0) / GIGA or steps.get("sample_gflop", 0.0)
        yield WorkSum(
            method=profile.method or profile.task or "",
            parameters=shape.parameters,
            active_parameters=shape.active_parameters,
            tokens=steps.get("tokens"),
            samples=steps.get("samples"),
            epochs=steps.get("epochs"),
            gflop_each=each,
            factor=steps.get("method_factor", 1.0),
            exaflop=tflop * TERA / EXA,
            of_makers=run is not None,
            length=profile.sequence_length,
            side=profile.image_side if steps.get("samples") else None,
            of_tokens=case.filled.reading.profile.tokens if steps.get("samples") else None,
            cites=(*((run.source,) if run else ()), *((shape.source,) if shape.source else ())),
        )
    chip = problem.facts.accelerators[lead.accelerator]
    peak, achieved = chip.bf16_dense_tflops.value, lead.speed.speed.likely
    working = lead.run.hours.likely - startup
    tokens = steps.get("tokens")
    yield HoursSum(
        instance=lead.instance,
        chips=lead.chips,
        achieved=achieved,
        mfu=achieved / peak if lead.speed.precision in (None, "bf16") else None,
        sixteen=not chip.has_bf16,
        tokens_per_second=tokens / (working * SECONDS_PER_HOUR) if tokens and working > 0 else None,
        startup=startup,
        hours=lead.run.hours.likely,
        exaflop=tflop * TERA / EXA,
        cites=lead.speed.cites[:2],
    )


def tokens_needed(case: Case, problem: Problem) -> tuple[TokensNeeded, ...]:
    """How many tokens the model wants, where that is asked (Hoffmann et al. 2022: 20 a parameter)."""
    reading, size = case.filled.reading, problem.shape.active_parameters
    if not asks_tokens(reading.cues, reading.profile):
        return ()
    each, run = problem.constants.spread(OPTIMAL), published_run(case.filled.profile, problem.facts)
    told = TokensNeeded(
        parameters=size,
        per_parameter=each.likely,
        tokens=size * each.likely,
        most=size * each.high,
        makers=run.tokens if run else None,
        cites=(problem.constants.entry(OPTIMAL).source, *((run.source,) if run else ())),
    )
    return (told,)


def whole_run(lead: CostedOption, case: Case, problem: Problem) -> dict[str, Any]:
    """Where "train" may mean all of it: what its makers' tokens would take there; {} where it may not."""
    reading, run = case.filled.reading, published_run(case.filled.profile, problem.facts)
    steps = {entry.label: entry.value.likely for entry in lead.steps}
    said, tokens = reading.profile, steps.get("tokens")
    if run is None or not tokens or said.task or said.method or "training_words" not in reading.cues:
        return {}
    startup = steps.get("startup_hours", 0.0) + steps.get("compile_hours", 0.0)
    hours = (lead.run.hours.likely - startup) * run.tokens / tokens + startup
    usd = lead.run.usd.likely * hours / lead.run.hours.likely
    whole = {"whole_tokens": run.tokens, "whole_hours": hours, "whole_usd": usd, "reproduced": run.reproduced or None}
    return whole | {"cites": (*lead.cites, run.source)}


def makers_took(lead: CostedOption, case: Case, problem: Problem) -> dict[str, Any]:
    """What their run took, of an estimate for their tokens; {} where it is none."""
    profile = case.filled.profile
    data = published_run(profile, problem.facts) if of_makers(case.filled) else None
    if data is None:
        return {}
    run, hours = run_of_makers(profile, problem.facts) or (None, None)
    took: dict[str, Any] = {"reproduced": data.reproduced or None}
    if run is None or not hours:
        return took
    chip = problem.facts.accelerators.get(run.chip)
    return took | {
        "makers_chip": chip.name if chip else run.chip.upper(),
        "makers_chip_hours": hours,
        "makers_hours": hours / lead.chips if lead.accelerator == run.chip else None,
        "cites": (*lead.cites, run.source),
    }
