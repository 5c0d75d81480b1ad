"""What a serving setting achieves: the roofline with the shares and offsets fitted to published measurements."""

from __future__ import annotations

from typing import NamedTuple

from engine.base.interval import Interval
from engine.base.run_config import Estimate, Prediction, RunConfig
from engine.base.unpredictable import Unpredictable
from engine.library import Library
from engine.serving.roofline import ServingRun, pace, tokens_per_second, tpot_seconds
from engine.speed.serving_config import setting
from knowledge.units import MILLISECONDS_PER_SECOND

NEAREST = 3  # sources named


class Served(NamedTuple):
    """A setting at work. Throughput is output tokens/s of one chip; no time waits in a queue."""

    tokens_per_second: Interval
    ttft_ms: float
    tpot_ms: float
    batch: float
    extrapolated: bool
    cites: tuple[str, ...]


def predict(config: RunConfig, library: Library) -> Prediction:
    """Output tokens/s per accelerator of a published setting, or what is missing to foretell it."""
    found = setting(config, library)
    if isinstance(found, Unpredictable):
        return found
    at = served(found, config.accelerator, library)
    return Estimate(speed=at.tokens_per_second, extrapolated=at.extrapolated, cites=at.cites)


def served(of: ServingRun, chip: str, library: Library) -> Served:
    """Throughput and times of a setting. An offset on throughput divides the times: they are one another's inverse.

    The first token comes after the prompt's own prefill and the step it joins.
    """
    fit = library.serving_fit
    at = pace(of, fit.shares)
    factor = fit.factor(of.marks)
    groups = library.evidence.groups("inference", chip)
    near = sorted(groups, key=lambda group: abs(group.active_parameters / of.shape.active_parameters - 1))[:NEAREST]
    likely = tokens_per_second(of, at) * factor
    if of.tokens_per_second_at_most is not None:
        likely = min(likely, of.tokens_per_second_at_most)
    return Served(
        tokens_per_second=Interval.around(likely, fit.spread(of.kin, of.marks, measured=bool(groups))),
        ttft_ms=(at.prefill + at.step) / factor * MILLISECONDS_PER_SECOND,
        tpot_ms=tpot_seconds(of, at) / factor * MILLISECONDS_PER_SECOND,
        batch=at.batch,
        extrapolated=not groups,
        cites=tuple(dict.fromkeys(source for group in near for source in group.sources)),
    )
