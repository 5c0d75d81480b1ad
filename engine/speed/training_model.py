"""Predicts the training throughput of a run with the fitted model."""

from __future__ import annotations

from engine.base.run_config import Estimate, Prediction, RunConfig
from engine.base.unpredictable import Unpredictable, WrongTask
from engine.library import Library


def predict(config: RunConfig, library: Library) -> Prediction:
    """Tokens/s per accelerator of a training run, or what is missing to predict it."""
    run = library.resolver.of(config)
    if isinstance(run, Unpredictable):
        return run
    if not run.chip.trains:
        return WrongTask(chip=run.chip.name, task="training")
    model = library.training
    return Estimate(
        speed=model.tokens_per_second(run),
        extrapolated=not model.measured(run),
        cites=tuple(dict.fromkeys(row.source for row in model.nearest(run))),
    )
