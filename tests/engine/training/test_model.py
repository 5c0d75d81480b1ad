"""What the fitted model of training speed rests on, on the shipped measurements."""

from __future__ import annotations

from math import exp

import pytest

from engine.library import Library
from engine.training.effects import TrainingRun
from engine.training.model import TrainingModel, fit_rows, shipped_effects
from knowledge.loading.load import load
from tests.engine.run_configs import run_config


@pytest.fixture(scope="module")
def library() -> Library:
    return Library(load())


@pytest.fixture(scope="module")
def model(library: Library) -> TrainingModel:
    return library.training


def run(library: Library, **changed: object) -> TrainingRun:
    return library.resolver.at(run_config(**changed))


def test_tokens_and_tflops_agree(library: Library, model: TrainingModel) -> None:
    """TFLOP/s = tokens/s x FLOPs per token / 10^12."""
    described = run(library)
    tokens = model.tokens_per_second(described).likely
    assert model.tflops(described).likely == pytest.approx(tokens * described.flops_per_token / 1e12)


def test_the_nearest_groups_are_of_the_chip_itself(library: Library, model: TrainingModel) -> None:
    assert {row.accelerator for row in model.nearest(run(library, accelerator="tpu-v5p"))} == {"tpu-v5p"}


def test_adapters_count_as_measured_only_if_the_vendor_has_adapter_runs(
    library: Library, model: TrainingModel
) -> None:
    """Nobody published LoRA on a TPU; on NVIDIA somebody did."""
    assert model.measured(run(library, accelerator="tpu-v6e", method="full"))
    assert not model.measured(run(library, accelerator="tpu-v6e", method="lora"))
    assert model.measured(run(library, accelerator="a100-40", method="lora"))


def test_own_code_is_less_certain_than_a_published_benchmark(library: Library, model: TrainingModel) -> None:
    published = run(library, accelerator="h100-sxm", benchmark="llm-foundry")
    assert model.unpublished_tflops(published._replace(stack="")).sigma > model.tflops(published).sigma


def test_the_effect_in_the_data_is_the_effect_used(library: Library) -> None:
    """knowledge/data/evidence/fit_training.toml: 8-bit makes training exp(0.1951) = 1.215 times as fast."""
    names = fit_rows(library.facts.measurements, library.resolver, library.constants)[0].point.terms
    assert exp(shipped_effects(names, library.constants).values["fp8"]) == pytest.approx(1.215, abs=0.001)
