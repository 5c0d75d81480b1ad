"""The serving roofline, against sums worked by hand; the fitted shares are set to 1 or 0 where they would hide it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.serving.roofline import (
    Pace,
    ServingRun,
    batch_held,
    batch_within,
    exchange_seconds,
    pace_at,
    prefill_seconds,
    step_floor_seconds,
    step_seconds,
    tokens_per_second,
    tpot_seconds,
    weights_read,
)
from engine.workload.flops import Shape, kv_bytes_per_token

LLAMA_3_8B = Shape(parameters=8.03e9, active_parameters=8.03e9, layers=32, hidden=4096, kv_width=1024)
LLAMA_3_70B = Shape(parameters=70.6e9, active_parameters=70.6e9, layers=80, hidden=8192, kv_width=1024)
OPT_13B = Shape(parameters=12.85e9, active_parameters=12.85e9, layers=40, hidden=5120, kv_width=5120)
ON_H100 = ServingRun(
    shape=LLAMA_3_8B,
    platform="gpu",
    chips=1,
    flops=989e12,
    bandwidth=3.35e12,
    hbm_bytes=80e9,
    link=450e9,
    weight_bytes=2.0,
    kv_bytes=131_072,
    input_tokens=1024,
    output_tokens=2048,  # a mean context of 1,024 + 2,048 / 2 = 2,048
)
IDEAL = {
    "bandwidth.gpu": 1.0,
    "compute.gpu": 1.0,
    "prefill.gpu": 1.0,
    "experts_bandwidth.gpu": 1.0,
    "experts_compute.gpu": 1.0,
    "step_seconds.gpu": 0.0,
    "sequence_seconds.gpu": 0.0,
    "layer_seconds.gpu": 0.0,
    "link.gpu": 1.0,
    "exchange_seconds.gpu": 0.0,
    "own_step.gpu": 0.0,
    "padding.gpu": 0.0,
    "memory_used": 1.0,
    "batch_at_most": 1e9,
}


@pytest.mark.parametrize(("of", "wanted"), [(LLAMA_3_8B, 131_072), (LLAMA_3_70B, 327_680), (OPT_13B, 819_200)])
def test_the_cache_size_matches_the_papers(of: Shape, wanted: int) -> None:
    """2 x layers x width x 2 bytes: Llama 3 8B 2 x 32 x 1024 x 2; OPT-13B is the "800 KB" of the vLLM paper."""
    assert kv_bytes_per_token(of, 2) == wanted


def test_a_step_is_never_faster_than_its_reading() -> None:
    """16.06e9 bytes of weights + 64 x 2,048 x 131,072 of cache, at 3.35e12 a second: 9.92 ms."""
    assert step_floor_seconds(ON_H100, 64) == pytest.approx(9.92e-3, abs=5e-6)


def test_the_floor_gives_the_throughput_and_price_of_the_textbook() -> None:
    """64 / 9.92 ms = 6,450 tokens/s; at 6.88 USD an hour 0.296 USD a million."""
    speed = 64 / step_floor_seconds(ON_H100, 64)
    assert speed == pytest.approx(6450, abs=5)
    assert 6.88 / (speed * 3600) * 1e6 == pytest.approx(0.296, abs=0.0005)


def test_reading_and_computing_add_up() -> None:
    """9.92 ms of reading + 2 x 8.03e9 x 64 / 989e12 = 1.04 ms of computing."""
    assert step_seconds(ON_H100, 64, IDEAL) == pytest.approx(10.96e-3, abs=1e-5)


def test_half_the_bandwidth_reached_doubles_the_reading() -> None:
    slow = step_seconds(ON_H100, 64, IDEAL | {"bandwidth.gpu": 0.5})
    assert slow == pytest.approx(2 * 9.92e-3 + 1.04e-3, abs=1e-5)


@pytest.mark.parametrize(("batch", "share"), [(1, 0.25), (2, 0.4375), (1000, 1.0)])
def test_a_step_reads_only_the_chosen_experts(batch: float, share: float) -> None:
    """One of four experts active: one request touches 1/4, two 1 - (3/4)**2 = 7/16, many all."""
    sparse = LLAMA_3_8B.model_copy(update={"active_parameters": 8.03e9 / 4})
    assert weights_read(replace(ON_H100, shape=sparse), batch) == pytest.approx(16.06e9 * share)


def test_tensor_parallel_chips_exchange_twice_a_layer() -> None:
    """Two chips, 64 tokens: 2 x 64 x 4096 x 2 bytes x 1/2 = 524,288 a time, 64 times, over 450 GB/s: 74.6 us."""
    two = replace(ON_H100, chips=2)
    assert exchange_seconds(two, 64, IDEAL) == pytest.approx(64 * 524_288 / 450e9)
    assert exchange_seconds(ON_H100, 64, IDEAL) == 0


def test_a_prompt_costs_its_matrix_products_and_attention() -> None:
    """2 x 8.03e9 x 1024 + 2 x 32 x 4096 x 1024**2 = 1.672e13 FLOP at 989e12: 16.9 ms."""
    assert prefill_seconds(ON_H100, IDEAL) == pytest.approx(16.9e-3, abs=5e-5)


def test_the_cache_gets_the_memory_beside_the_weights() -> None:
    """(80e9 - 16.06e9) / (131,072 x 3,072 tokens) = 158.8 requests."""
    assert batch_held(ON_H100, IDEAL) == pytest.approx(158.8, abs=0.05)
    assert batch_held(ON_H100, IDEAL | {"batch_at_most": 100}) == 100


def test_a_model_larger_than_the_memory_holds_no_request() -> None:
    assert batch_held(replace(ON_H100, hbm_bytes=16e9), IDEAL) == 0


def test_prefill_takes_its_share_of_the_time() -> None:
    """10 requests of 100 tokens: 100 steps of 10 ms + 10 prompts of 50 ms = 1.5 s; 1,000 / 1.5 s over 2 chips."""
    of = replace(ON_H100, chips=2, output_tokens=100)
    assert tokens_per_second(of, Pace(step=0.010, prefill=0.050, batch=10)) == pytest.approx(333.3, abs=0.05)


def test_prompts_of_other_requests_delay_tokens() -> None:
    """10 ms a step + 9 others x 50 ms / 100 tokens = 14.5 ms."""
    of = replace(ON_H100, output_tokens=100)
    assert tpot_seconds(of, Pace(step=0.010, prefill=0.050, batch=10)) == pytest.approx(0.0145)


@given(st.floats(0.006, 0.1), st.floats(2, 500))
def test_the_batch_is_the_largest_within_the_latency_limit(limit: float, most: float) -> None:
    def slow(at: Pace) -> bool:
        return tpot_seconds(ON_H100, at) > limit

    result = batch_within(ON_H100, most, 0.017, slow, IDEAL)
    assert 1 <= result <= most
    assert result == 1 or not slow(pace_at(ON_H100, result, 0.017, IDEAL))
    assert result == most or slow(pace_at(ON_H100, result * 1.001, 0.017, IDEAL))


@given(st.floats(1, 400), st.floats(1.01, 4))
def test_more_requests_at_once_give_more_tokens_and_longer_waits(batch: float, times: float) -> None:
    few, many = (pace_at(ON_H100, size, 0.017, IDEAL) for size in (batch, batch * times))
    assert tokens_per_second(ON_H100, many) > tokens_per_second(ON_H100, few)
    assert tpot_seconds(ON_H100, many) > tpot_seconds(ON_H100, few)
