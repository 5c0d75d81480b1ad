"""Looking up what a run configuration names."""

from __future__ import annotations

import pytest

from engine.base.unpredictable import NotALanguageModel, UnknownChip
from engine.training.effects import TrainingRun
from engine.training.resolve import Resolver, stack
from knowledge.facts import Facts
from tests.engine.run_configs import run_config


def test_a_published_model_brings_its_layers(facts: Facts) -> None:
    """Llama 3.1 8B has 32 layers of 4096 channels."""
    run = Resolver(facts).at(run_config(model="Llama-3.1-8B", parameters=8.03e9, active_parameters=8.03e9))
    assert (run.shape.layers, run.shape.hidden) == (32, 4096)


def test_a_model_of_another_size_under_a_known_name_keeps_its_own_size(facts: Facts) -> None:
    run = Resolver(facts).at(run_config(model="llama-3.1-8b", parameters=2e9, active_parameters=2e9))
    assert run.shape.parameters == 2e9
    assert run.shape.layers != 32


def test_an_unknown_chip_and_an_image_model_give_reasons(facts: Facts) -> None:
    resolver = Resolver(facts)
    assert resolver.of(run_config(accelerator="x9")) == UnknownChip(chip="x9")
    assert resolver.of(run_config(architecture="cnn")) == NotALanguageModel(architecture="cnn")
    assert isinstance(resolver.of(run_config()), TrainingRun)
    with pytest.raises(ValueError, match="unknown_chip"):
        resolver.at(run_config(accelerator="x9"))


@pytest.mark.parametrize(
    ("benchmark", "code"),
    [
        ("mlperf-training-v5.1/llama2_70b_lora", "mlperf-training"),
        ("maxtext-readme", "maxtext"),
        ("tpu-recipes-ironwood", "maxtext"),
        ("nemo-perf/megatron-bridge", "nemo-perf"),
        ("", ""),
    ],
)
def test_rounds_and_places_of_one_benchmark_are_one_code(benchmark: str, code: str) -> None:
    assert stack(benchmark) == code
