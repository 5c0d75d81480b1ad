"""One part of the memory of a model, where that alone is asked for."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.fits.of_part import PartActivations, PartCache, PartCheckpoint, PartGradients, PartOptimizer

GIB = 2**30


@pytest.mark.parametrize(
    "text",
    [
        "how much GPU memory does AdamW need for 30B?",
        "memory of the optimizer states of a 30B",
        "Adam states of a 30B model, how many GB?",
    ],
)
def test_states_of_adam_are_twelve_bytes_a_parameter(text: str, advisor: Advisor) -> None:
    """Two FP32 moments and the FP32 copy: (8 + 4) x 30e9 / 2^30 = 335.3 GiB (Rajbhandari et al. 2020)."""
    first = advisor.ask(text).facts.headline
    assert isinstance(first, PartOptimizer) and not first.eight_bit
    assert first.gib == pytest.approx(12 * 30e9 / GIB) and first.moments_gib == pytest.approx(8 * 30e9 / GIB)


def test_eight_bit_moments_are_two_bytes_beside_the_copy(advisor: Advisor) -> None:
    first = advisor.ask("optimizer states of a 7B with 8-bit Adam").facts.headline
    assert isinstance(first, PartOptimizer) and first.eight_bit
    assert first.eight_gib == pytest.approx(6 * 7e9 / GIB) and first.bare_gib == pytest.approx(2 * 7e9 / GIB)


def test_gradients_are_of_the_precision_that_is_said(advisor: Advisor) -> None:
    first = advisor.ask("memory of gradients for 13B in fp32").facts.headline
    assert isinstance(first, PartGradients)
    assert first.gib == pytest.approx(4 * 13e9 / GIB) and first.other_gib == pytest.approx(2 * 13e9 / GIB)


@pytest.mark.parametrize(
    "text",
    [
        "how big is the KV cache of Llama 3 70B at 32k for 10 users?",
        "KV cache size for Llama 3 70B, 32k context, 10 concurrent requests",
    ],
)
def test_the_cache_is_that_of_all_requests(text: str, advisor: Advisor) -> None:
    """2 x 80 layers x 8 heads x 128 x 2 bytes = 327,680 a token, x 32,768 tokens x 10 = 100 GiB."""
    first = advisor.ask(text).facts.headline
    assert isinstance(first, PartCache) and first.gib == pytest.approx(100.0) and first.half_gib == pytest.approx(50)


def test_activations_are_of_the_length_and_the_batch(advisor: Advisor) -> None:
    """With flash attention alone every layer keeps 34 s b h bytes (Korthikanti et al. 2022), 32 layers of 4,096."""
    first = advisor.ask("activation memory of Llama 2 7B at 8k, batch 4").facts.headline
    assert isinstance(first, PartActivations) and (first.tokens, first.batch) == (8192, 4)
    assert first.selective_gib == pytest.approx(34 * 8192 * 4 * 4096 * 32 / GIB)
    assert first.full_gib < first.selective_gib < first.none_gib


def test_a_checkpoint_to_resume_from_is_fourteen_bytes_a_parameter(advisor: Advisor) -> None:
    first = advisor.ask("checkpoint size of 70B with optimizer").facts.headline
    assert isinstance(first, PartCheckpoint) and first.whole
    assert first.resume_gb == pytest.approx(980) and first.weights_gb == pytest.approx(140)


@pytest.mark.parametrize(
    "text",
    [
        "How much memory does an 8-bit Adam optimizer save?",
        "does a 7B full fine-tune fit on 8 A100 with 8-bit Adam?",
        "how much memory does a 7B take to serve?",
    ],
)
def test_other_questions_of_memory_are_answered_whole(text: str, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    parts = PartOptimizer | PartGradients | PartCache | PartActivations | PartCheckpoint
    assert not isinstance(first, parts)
