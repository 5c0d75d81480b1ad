"""Activations, against Korthikanti et al. 2022 worked by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.memory.activations import Recompute, activation_bytes, layer_bytes, logit_bytes
from engine.workload.flops import Shape

GPT_3 = Shape(
    parameters=175e9, active_parameters=175e9, layers=96, hidden=12288, kv_width=12288, heads=96, kv_heads=96
)
PLANE = 2048 * 12288  # tokens x width of GPT-3 at micro-batch 1


def test_a_layer_of_gpt_3_takes_2_87_gigabytes() -> None:
    """5 a s / h = 5 x 96 x 2048 / 12288 = 80, so 2048 x 12288 x (34 + 80) = 2.869e9."""
    assert layer_bytes(GPT_3, 2048) == 2_868_903_936


def test_tensor_parallelism_leaves_ten_bytes_everywhere() -> None:
    """t = 8: 10 + 24 / 8 + 80 / 8 = 23."""
    assert layer_bytes(GPT_3, 2048, parallel=8, by_sequence=False) == PLANE * 23


def test_sequence_parallelism_splits_those_too() -> None:
    """t = 8: (34 + 80) / 8 = 14.25."""
    assert layer_bytes(GPT_3, 2048, parallel=8) == PLANE * 14.25


def test_selective_recomputation_drops_the_attention_scores() -> None:
    assert activation_bytes(GPT_3, 2048, 1, "selective") == 96 * PLANE * 34


def test_full_recomputation_keeps_the_inputs_of_layers_and_one_layer() -> None:
    assert activation_bytes(GPT_3, 2048, 1, "full") == 96 * PLANE * 2 + PLANE * 34


def test_logits_take_four_bytes_each() -> None:
    """Llama 3 at 4,096 tokens: 4096 x 128256 x 4 = 2.1 GB, more than many a layer."""
    llama = GPT_3.model_copy(update={"vocabulary": 128256})
    assert logit_bytes(llama, 4096, 1) == 2_101_346_304
    assert logit_bytes(GPT_3, 4096, 1) == 0


@given(sequence=st.integers(1, 65536), batch=st.integers(1, 64))
def test_more_recomputation_never_takes_more_memory(sequence: int, batch: int) -> None:
    order: tuple[Recompute, ...] = ("full", "selective", "none")
    sizes = [activation_bytes(GPT_3, sequence, batch, recompute) for recompute in order]
    assert sizes == sorted(sizes)


def test_unknown_heads_are_assumed_to_have_128_dimensions() -> None:
    plain = Shape(parameters=1e9, active_parameters=1e9, layers=16, hidden=2048, kv_width=2048)
    assert layer_bytes(plain, 1024) == pytest.approx(1024 * 2048 * (34 + 5 * 16 * 1024 / 2048))
