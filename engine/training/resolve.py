"""Looks up what a trial names: its chip, its model's shape, and whose benchmark it is."""

from __future__ import annotations

from engine.base.reason import (
    Why,
)
from engine.base.run_config import RunConfig
from engine.training.effects import TrainingRun
from engine.workload.flops import SAME_SIZE, Shape, of_model, plain
from knowledge.facts import Facts, Model

RECIPES = ("maxtext", "tpu-recipes", "gpu-recipes")  # one code, published in several places


class Resolver:
    """Trials made into settings; remembers the models by every spelling."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._models: dict[str, Model] = {}
        for model in facts.models.values():
            for name in (model.id, *model.aliases):
                self._models.setdefault(bare(name), model)

    def of(self, trial: RunConfig) -> TrainingRun | Why:
        """The setting, or why there is none."""
        chip = self._facts.accelerators.get(trial.accelerator)
        if chip is None:
            return Why(code="unknown_chip", values={"chip": trial.accelerator})
        if trial.architecture not in ("dense", "moe", "encoder"):
            return Why(code="not_a_language_model", values={"architecture": trial.architecture})
        return TrainingRun(trial, chip, self.shape(trial), stack(trial.benchmark))

    def at(self, trial: RunConfig) -> TrainingRun:
        """The setting of a trial known to have one.

        Raises:
            ValueError: it has none.
        """
        found = self.of(trial)
        if isinstance(found, Why):
            raise ValueError(f"no setting for {trial.id}: {found.code}")
        return found

    def shape(self, trial: RunConfig) -> Shape:
        """The published model of that name and size, else a plain decoder; the sizes are the trial's."""
        model = self._models.get(bare(trial.model))
        known = model is not None and abs(model.parameters / trial.parameters - 1) <= SAME_SIZE
        found = of_model(model) if model is not None and known else plain(trial.active_parameters)
        return found.model_copy(update={"parameters": trial.parameters, "active_parameters": trial.active_parameters})


def bare(name: str) -> str:
    """A name without what spellings differ in: case, dashes, dots, blanks."""
    return "".join(letter for letter in name.lower() if letter.isalnum())


def stack(benchmark: str) -> str:
    """Whose code and way of counting: "mlperf-training-v5.1/llama2_70b_lora" is mlperf-training."""
    if benchmark.startswith(RECIPES):
        return RECIPES[0]
    return benchmark.split("/")[0].split("-v")[0]
