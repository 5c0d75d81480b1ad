"""Weights in their precision and the KV cache, against published sizes."""

import pytest

from engine.base.constants import Constants
from engine.memory.kv_cache import Precision, cache_bytes, loading_bytes, served, weight_bits, weight_bytes
from engine.workload.flops import kv_bytes_per_token, of_model, plain
from knowledge.facts import Facts


@pytest.mark.parametrize(
    ("model", "expected"), [("llama-3-8b", 131_072), ("llama-3-70b", 327_680), ("opt-13b", 819_200)]
)
def test_a_token_caches_a_key_and_a_value_for_each_layer_and_kv_head(
    model: str, expected: float, facts: Facts
) -> None:
    """2 x 32 x 8 x 128 x 2; 2 x 80 x 8 x 128 x 2; OPT 13B has 40 full heads: the vLLM paper's 800 KB."""
    assert kv_bytes_per_token(of_model(facts.models[model]), 2) == expected


def test_requests_and_their_context_multiply(facts: Facts) -> None:
    """16 requests of 2,048 tokens on Llama 3 8B: 4 GiB."""
    assert cache_bytes(of_model(facts.models["llama-3-8b"]), 16 * 2048) == 4 * 2**30


@pytest.mark.parametrize(("precision", "gigabytes"), [("bf16", 141.1), ("fp8", 70.6), ("int8", 70.6), ("int4", 37.5)])
def test_weights_of_70b_shrink_with_their_precision(precision: Precision, gigabytes: float, facts: Facts) -> None:
    """70.554e9 parameters of 16, 8 and 4.25 bits."""
    bits = weight_bits(precision, Constants(facts))
    assert weight_bytes(of_model(facts.models["llama-3-70b"]), bits) / 1e9 == pytest.approx(gigabytes, abs=0.05)


def test_quantizing_while_loading_needs_the_weights_in_bf16_first(facts: Facts) -> None:
    llama = of_model(facts.models["llama-3.1-70b"])
    assert loading_bytes(llama, 8, quantized_checkpoint=False) == 2 * loading_bytes(
        llama, 8, quantized_checkpoint=True
    )


@pytest.mark.parametrize(("billions", "heads"), [(7, None), (8, 8), (13, None), (14, 8), (32, 8), (70, 8)])
def test_a_decoder_of_unknown_heads_has_those_that_are_usual_for_its_size(
    billions: float, heads: int | None, facts: Facts
) -> None:
    """What is called a 7B is as often Llama 2, a 13B nearly always: with keys and values for every head."""
    assert served(plain(billions * 1e9), Constants(facts)).kv_heads == heads
