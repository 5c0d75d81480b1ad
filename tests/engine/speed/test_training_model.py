"""Training speed predicted from the shipped facts: what it rests on, and what it calls extrapolated."""

from __future__ import annotations

import pytest

from engine.base.reason import Reason
from engine.base.run_config import Estimate, config_of
from engine.library import Library
from engine.speed.training_model import predict
from knowledge.loading.load import load
from tests.engine.run_configs import run_config

LLAMA = {"model": "llama-3.1-8b", "parameters": 8.03e9, "active_parameters": 8.03e9}


@pytest.fixture(scope="module")
def library() -> Library:
    return Library(load())


def predicted(library: Library, **changed: object) -> Estimate:
    prediction = predict(run_config(**LLAMA | changed), library)
    assert isinstance(prediction, Estimate)
    return prediction


def test_llama_8b_on_h100_lies_between_a_quarter_and_three_quarters_of_peak(library: Library) -> None:
    """At 5.14e10 FLOP a token (6N + 6Lhs) 989 TFLOP/s give at most 19,200 tokens/s."""
    speed = predicted(library, accelerator="h100-sxm", benchmark="llm-foundry").speed
    assert 0.25 * 19_200 < speed.low < speed.likely < speed.high < 0.75 * 19_200


def test_eight_bit_is_faster_and_more_chips_are_slower_each(library: Library) -> None:
    plain = predicted(library).speed.likely
    assert predicted(library, precision="fp8").speed.likely > 1.1 * plain
    assert predicted(library, accelerator_count=512).speed.likely < plain


def test_adapters_make_more_tokens_than_full_training(library: Library) -> None:
    """4N against 6N: at most 1.5 times, less what adapters cost."""
    assert 1.0 < predicted(library, method="lora").speed.likely / predicted(library).speed.likely < 1.5


@pytest.mark.parametrize(
    ("chip", "method"),
    [("tpu-v6e", "lora"), ("trainium1", "lora"), ("trainium2", "full"), ("a10g", "full"), ("l4", "lora")],
)
def test_a_run_without_publications_is_called_extrapolated(library: Library, chip: str, method: str) -> None:
    assert predicted(library, accelerator=chip, method=method).extrapolated


@pytest.mark.parametrize(("chip", "method"), [("tpu-v6e", "full"), ("h100-sxm", "lora"), ("a100-40", "lora")])
def test_a_measured_run_is_not_called_extrapolated(library: Library, chip: str, method: str) -> None:
    """Adapters on A100 40 GB rest on full training there and on adapters on other NVIDIA chips."""
    assert not predicted(library, accelerator=chip, method=method).extrapolated


def test_adapters_on_tpu_have_an_interval_of_at_least_one_and_a_half_either_way(library: Library) -> None:
    speed = predicted(library, accelerator="tpu-v6e", method="lora").speed
    assert speed.high / speed.likely > 1.5
    assert speed.high / speed.low > predicted(library, accelerator="tpu-v6e").speed.high / speed.likely


@pytest.mark.parametrize("chip", ["trainium2", "trainium3", "a10g", "l4"])
def test_a_chip_without_measured_siblings_has_an_interval_of_at_least_one_and_a_half_either_way(
    library: Library, chip: str
) -> None:
    speed = predicted(library, accelerator=chip).speed
    assert speed.high / speed.likely > 1.5


def test_a_measured_chip_cites_its_own_sources(library: Library) -> None:
    assert predicted(library, accelerator="trainium1").cites == ("neuron-benchmarks",)


def test_an_unknown_chip_and_an_image_model_are_reasons_not_errors(library: Library) -> None:
    unknown, picture = run_config(accelerator="x9"), run_config(architecture="cnn")
    reasons = [predict(one, library) for one in (unknown, picture)]
    assert [one.code for one in reasons if isinstance(one, Reason)] == ["unknown_chip", "not_a_language_model"]


def test_a_chip_that_does_not_train_is_refused(library: Library) -> None:
    result = predict(run_config(accelerator="inferentia2"), library)
    assert isinstance(result, Reason) and result.code == "wrong_task"


def test_the_result_of_a_row_is_not_used(library: Library) -> None:
    """A run configuration has no field for it: a row is predicted from its configuration alone."""
    row = next(row for row in library.facts.measurements if row.kind == "training")
    doubled = row.model_copy(update={"tokens_per_second_per_accelerator": 2 * row.tokens_per_second_per_accelerator})
    assert config_of(row) == config_of(doubled)
