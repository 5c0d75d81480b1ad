"""Throughput and latency of a serving run: the roofline with shares and offsets fitted to published measurements."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from engine.base.interval import Interval
from engine.base.run_config import Estimate, Prediction, RunConfig
from engine.base.unpredictable import Unpredictable
from engine.library import Library
from engine.serving.encoder import flops_per_token, peak_tflops
from engine.serving.roofline import ServingRun, pace, tokens_per_second, tpot_seconds
from engine.speed.serving_config import serving_run, shape_of
from knowledge.units import MILLISECONDS_PER_SECOND, TERA

NEAREST = 3  # groups whose sources are cited


class Served(NamedTuple):
    """What a serving run achieves. Throughput is output tokens/s per chip; latencies exclude time in a queue."""

    tokens_per_second: Interval
    ttft_ms: float
    tpot_ms: float | None  # None of an encoder, which writes no next token
    batch: float
    extrapolated: bool
    cites: tuple[str, ...]


def predict(config: RunConfig, library: Library) -> Prediction:
    """Output tokens/s per accelerator of a run configuration, or what is missing to predict it.

    Of an encoder, the tokens it reads: where the length of its input is known.
    """
    if config.architecture == "encoder" and config.input_tokens:
        return _encoder(config, config.input_tokens, library)
    run = serving_run(config, library)
    if isinstance(run, Unpredictable):
        return run
    result = served(run, config.accelerator, library)
    return Estimate(speed=result.tokens_per_second, extrapolated=result.extrapolated, cites=result.cites)


def _encoder(config: RunConfig, tokens: float, library: Library) -> Estimate:
    chip = library.facts.accelerators[config.accelerator]
    found = library.encoder_fit.share(chip)
    a_second = found.share * peak_tflops(chip, config.precision or "") * TERA
    return Estimate(
        speed=Interval.around(a_second / flops_per_token(shape_of(config, library), tokens), found.spread),
        extrapolated=not found.measured,
        cites=found.cites,
    )


def served(run: ServingRun, chip: str, library: Library) -> Served:
    """Throughput and latencies of a run. An offset multiplies throughput and divides the times.

    The first token comes after the prompt's own prefill and the step it joins.
    """
    fit = library.serving_fit
    at = pace(run, fit.shares)
    factor = fit.factor(run.marks)
    groups = library.evidence.groups("inference", chip)
    nearest = sorted(groups, key=lambda group: abs(group.active_parameters / run.shape.active_parameters - 1))[
        :NEAREST
    ]
    likely = tokens_per_second(run, at) * factor
    if run.tokens_per_second_at_most is not None:
        likely = min(likely, run.tokens_per_second_at_most)
    return Served(
        tokens_per_second=Interval.around(likely, fit.spread(run.platform, run.marks, measured=bool(groups))),
        ttft_ms=(at.prefill + at.step) / factor * MILLISECONDS_PER_SECOND,
        tpot_ms=tpot_seconds(run, at) / factor * MILLISECONDS_PER_SECOND,
        batch=at.batch,
        extrapolated=not groups,
        cites=tuple(dict.fromkeys(source for group in nearest for source in group.sources)),
    )


def alone(run: ServingRun, chip: str, library: Library) -> Interval:
    """Tokens/s of one request that has all chips to itself, once its first token is there."""
    fit = library.serving_fit
    at = pace(replace(run, batch=1.0), fit.shares)
    spread = fit.spread(run.platform, run.marks, measured=bool(library.evidence.groups("inference", chip)))
    return Interval.around(fit.factor(run.marks) / at.step, spread)
