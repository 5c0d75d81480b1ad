"""What the fitted model predicts, against the published measurements."""

from __future__ import annotations

from statistics import median

import pytest

from engine.base.reason import Reason
from engine.base.run_config import Estimate, RunConfig, config_of
from engine.library import Library
from engine.serving.fit import platform_of
from engine.speed.serving_model import predict
from knowledge.facts import Facts


@pytest.fixture(scope="module")
def library(facts: Facts) -> Library:
    return Library(facts)


def asked(chip: str, **said: object) -> RunConfig:
    base = {
        "id": "asked",
        "kind": "inference",
        "model": "llama-3.1-8b",
        "architecture": "dense",
        "parameters": 8.03e9,
        "active_parameters": 8.03e9,
        "method": "inference",
        "accelerator": chip,
        "accelerator_count": 1,
        "parallelism": "TP=1",
        "precision": "bf16",
        "batch_size": 16,
        "input_tokens": 1000,
        "output_tokens": 250,
        "software": "vLLM 0.10",
    }
    return RunConfig.model_validate(base | said)


def speed(run_config: RunConfig, library: Library) -> Estimate:
    result = predict(run_config, library)
    assert isinstance(result, Estimate)
    return result


def test_every_published_serving_row_is_predicted(facts: Facts, library: Library) -> None:
    """Half of the fitted rows are predicted within 15 %, and eight in ten within the interval."""
    rows = [row for row in facts.measurements if row.kind == "inference" and row.architecture != "encoder"]
    result = [(speed(config_of(row), library).speed, row.tokens_per_second_per_accelerator) for row in rows]
    assert median(abs(kept.likely / seen - 1) for kept, seen in result) < 0.15
    assert sum(kept.low <= seen <= kept.high for kept, seen in result) / len(result) > 0.8


def test_the_result_of_a_row_is_not_used(facts: Facts, library: Library) -> None:
    row = next(row for row in facts.measurements if row.kind == "inference")
    other = row.model_copy(update={"tokens_per_second_per_accelerator": 1.0, "ttft_ms": 1.0, "tpot_ms": 1.0})
    assert predict(config_of(other), library) == predict(config_of(row), library)


def test_an_unmeasured_chip_is_extrapolated_with_a_wider_interval(library: Library) -> None:
    """Nothing is published on the TPU v5e; the TPU v6e is measured by two parties."""
    unseen, seen = (speed(asked(chip), library) for chip in ("tpu-v5e", "tpu-v6e"))
    assert (unseen.extrapolated, unseen.cites) == (True, ())
    assert not seen.extrapolated
    assert seen.cites
    assert unseen.speed.sigma > seen.speed.sigma


def test_a_run_that_cannot_be_predicted_has_a_reason(library: Library) -> None:
    assert isinstance(predict(asked("h100-sxm", architecture="encoder", input_tokens=None), library), Reason)


def test_of_an_encoder_the_tokens_it_reads_are_predicted(library: Library) -> None:
    """MLPerf's own row: 50.17 % of 1,979 TFLOP/s / 624.9 MFLOP a token of a question of 177."""
    bert = asked("h100-sxm", architecture="encoder", model="bert-large", input_tokens=177, precision="int8")
    assert speed(bert, library).speed.likely == pytest.approx(1_588_712, rel=0.001)


@pytest.mark.parametrize(
    ("faster", "slower"), [("b200", "h200"), ("h200", "h100-sxm"), ("h100-sxm", "a100-80"), ("tpu-v6e", "tpu-v5e")]
)
def test_a_chip_with_more_of_everything_is_faster(faster: str, slower: str, library: Library) -> None:
    assert speed(asked(faster), library).speed.likely > speed(asked(slower), library).speed.likely


def test_every_serving_chip_has_a_fitted_platform(facts: Facts, library: Library) -> None:
    for chip in facts.accelerators.values():
        if chip.serves:
            assert f"bandwidth.{platform_of(chip)}" in library.serving_fit.shares
