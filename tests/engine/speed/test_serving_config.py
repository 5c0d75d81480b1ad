"""Published settings as the quantities of the roofline."""

from __future__ import annotations

from typing import Any

import pytest

from engine.base.reason import Reason
from engine.base.run_config import RunConfig
from engine.library import Library
from engine.serving.roofline import ServingRun
from engine.speed.serving_config import serving_run
from knowledge.facts import Facts

LLAMA_70B: dict[str, Any] = {"model": "llama-2-70b", "parameters": 68.977e9, "active_parameters": 68.977e9}


@pytest.fixture(scope="module")
def library(facts: Facts) -> Library:
    return Library(facts)


def run_config(**said: Any) -> RunConfig:
    base: dict[str, Any] = {
        "id": "one",
        "kind": "inference",
        "architecture": "dense",
        "method": "inference",
        "accelerator": "h100-sxm",
        "accelerator_count": 8,
        "input_tokens": 1024,
        "output_tokens": 128,
    }
    return RunConfig.model_validate(base | LLAMA_70B | said)


def set_up(library: Library, **said: Any) -> ServingRun:
    result = serving_run(run_config(**said), library)
    assert isinstance(result, ServingRun)
    return result


def test_tensor_parallel_chips_hold_one_copy(library: Library) -> None:
    assert set_up(library, parallelism="TP=8", precision="fp8").chips == 8


def test_data_parallel_copies_share_the_chips(library: Library) -> None:
    """12 chips in 3 copies: 4 chips each, though Neuron counts 8 cores."""
    result = set_up(library, accelerator="inferentia2", accelerator_count=12, parallelism="TP=8 DP=3", batch_size=32)
    assert (result.chips, result.batch, result.slots) == (4, 32, 32)


def test_one_request_at_a_time_keeps_one_copy_busy(library: Library) -> None:
    said: dict[str, Any] = {"accelerator": "inferentia2", "accelerator_count": 12, "parallelism": "TP=8 DP=3"}
    result = set_up(library, **said, batch_size=32, scenario="synchronous")
    assert (result.batch, result.busy) == (1, pytest.approx(1 / 3))


def test_concurrent_users_are_the_batch(library: Library) -> None:
    assert set_up(library, parallelism="TP=8", scenario="20 concurrent users").batch == 20


def test_a_set_rate_of_requests_caps_the_tokens(library: Library) -> None:
    """0.5 requests a second x 250 tokens over 4 chips: 31.25 tokens/s a chip at most."""
    said: dict[str, Any] = {"accelerator": "trainium2", "accelerator_count": 4, "output_tokens": 250}
    result = set_up(library, **said, parallelism="TP=16", batch_size=8, scenario="asynchronous@0.5 req/sec")
    assert result.tokens_per_second_at_most == 31.25


def test_unstated_groups_are_the_smallest_that_hold_the_weights(library: Library) -> None:
    """MLPerf on H100 is in FP8: 69 GB of weights fill 60 % of two 85.9 GB chips, not of one."""
    said: dict[str, Any] = {"benchmark": "mlperf-inference-v4.1/llama2-70b-99", "scenario": "Server"}
    result = set_up(library, **said, input_tokens=None, output_tokens=None)
    assert (result.weight_bytes, result.chips) == (1.0, 2)


def test_mlperf_lengths_and_limits_come_from_its_workload(library: Library) -> None:
    said: dict[str, Any] = {"benchmark": "mlperf-inference-v4.1/llama2-70b-99", "scenario": "Server"}
    result = set_up(library, **said, input_tokens=None, output_tokens=None)
    assert (result.output_tokens, result.tpot_limit) == (294.45, 0.2)
    offline = set_up(library, **said | {"scenario": "Offline"}, input_tokens=None, output_tokens=None)
    assert offline.tpot_limit is None


@pytest.mark.parametrize(
    ("precision", "weights", "cache"), [("bf16", 2.0, 327_680), ("fp8", 1.0, 163_840), ("int8", 1.0, 327_680)]
)
def test_precision_sets_the_bytes(library: Library, precision: str, weights: float, cache: float) -> None:
    """Llama 2 70B keeps 80 x 1024 keys and values; only FP8 keeps them in one byte, INT8 is for weights alone."""
    result = set_up(library, precision=precision, parallelism="TP=8")
    assert (result.weight_bytes, result.kv_bytes) == (weights, cache)


def test_an_unlisted_model_gets_the_shape_of_its_size(library: Library) -> None:
    result = set_up(library, model="unheard-of-8b", parameters=8e9, active_parameters=8e9, parallelism="TP=1")
    assert result.shape.kv_width == 1024
    assert 12 * result.shape.layers * result.shape.hidden**2 == pytest.approx(8e9, rel=0.05)


def test_encoders_have_no_token_throughput(library: Library) -> None:
    result = serving_run(run_config(architecture="encoder", model="bert-large"), library)
    assert isinstance(result, Reason)
    assert result.code == "no_token_throughput"


def test_nothing_is_predicted_without_an_answer_length(library: Library) -> None:
    result = serving_run(run_config(output_tokens=None, benchmark="somebody-else"), library)
    assert isinstance(result, Reason)
    assert result.code == "no_answer_length"
