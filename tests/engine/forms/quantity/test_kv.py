"""Tokens of cache beside the weights, and full sequences of them; the sums are worked out by hand."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.quantity.kv import KvTokens, SequencesHeld


def tokens(advisor: Advisor, question: str) -> KvTokens:
    answer = advisor.ask(question)
    assert isinstance(answer.facts.headline, KvTokens), question
    assert card_text(answer)
    return answer.facts.headline


def test_the_cache_is_what_the_share_of_the_memory_leaves_beside_the_weights(advisor: Advisor) -> None:
    """80 x 0.85 - 3 - 8.03e9 x 2 / 2**30 = 50.0 GiB, over 2 x 32 x 8 x 128 x 2 = 131,072 bytes: 410,000 tokens."""
    found = tokens(
        advisor, "Llama 3.1 8B bf16 on one A100 80GB, gpu_memory_utilization 0.85: how many KV cache tokens?"
    )
    assert found.tokens.likely == pytest.approx(410_000, rel=0.01)
    assert found.is_said and found.share == 0.85 and found.cache_bits == 16


def test_weights_and_cache_each_have_the_precision_that_was_said(advisor: Advisor) -> None:
    """2 x (80 x 0.92 - 3) - 70.55e9 / 2**30 = 75.5 GiB, over 2 x 80 x 8 x 128 bytes: 495,000 tokens."""
    text = "Llama-3.3-70B fp8 weights + fp8 KV, 2xH100 80GB, util 0.92. How many KV tokens is that?"
    assert tokens(advisor, text).tokens.likely == pytest.approx(495_000, rel=0.01)
    wide = tokens(advisor, text.replace("fp8 KV", "bf16 KV"))
    assert wide.tokens.likely == pytest.approx(495_000 / 2, rel=0.01)


@pytest.mark.parametrize(
    "text",
    [
        "Wie viele KV-Token passen bei Qwen2.5-14B in FP8 auf eine L40S bei 90% Speicherauslastung?",
        "Qwen2.5-14B FP8 на одной L40S, gpu_memory_utilization 0.9: сколько токенов влезет в KV cache?",
        "Qwen2.5-14B FP8, one L40S, util 0.9. How many KV tokens is that?",
    ],
)
def test_the_same_question_in_another_language_has_the_same_answer(text: str, advisor: Advisor) -> None:
    """44.7 x 0.9 - 3 - 14.77e9 / 2**30 = 23.5 GiB, over 2 x 48 x 8 x 128 bytes: 256,000 tokens."""
    assert tokens(advisor, text).tokens.likely == pytest.approx(256_000, rel=0.02)


def test_weights_that_leave_nothing_leave_no_cache(advisor: Advisor) -> None:
    found = tokens(advisor, "Llama 3.3 70B fp8 on one L40S, util 0.9: how many KV tokens?")
    assert found.tokens.high == 0


def test_full_sequences_are_the_tokens_over_the_length(advisor: Advisor) -> None:
    """4 x (44.7 x 0.9 - 3) - 36 = 113 GiB; 32,768 tokens x 327,680 bytes are 10 GiB: 11 of them."""
    text = "g6e.12xlarge, Qwen2.5-72B AWQ, 32k ctx, gpu util .9. how many full-length seqs before kv cache is full"
    headline = advisor.ask(text).facts.headline
    assert isinstance(headline, SequencesHeld)
    assert (headline.fewest, headline.sequences, headline.most) == (10, 11, 12)
    assert headline.context == 32_768


def test_published_weights_are_counted_as_they_are_published(advisor: Advisor) -> None:
    """116.8e9 x 4.47 / 8 = 60.8 GiB: 80 x 0.9 - 3 - 60.8 = 8.2 GiB, 36 KiB a token of the layers without a window."""
    text = "gpt-oss-120b on one H100 80GB: how many full 128k requests would the leftover KV hold?"
    found = advisor.ask(text).facts.headline
    assert isinstance(found, SequencesHeld)
    assert (found.fewest, found.sequences, found.most) == (0, 1, 2)
    assert found.left_gib == pytest.approx(8.2, rel=0.02)


def test_a_latent_cache_is_held_once_a_card_or_once_in_all(advisor: Advisor) -> None:
    """8 x (141 x 0.9 - 3) - 625 = 366 GiB; 16,384 x 61 x 576 x 2 bytes are 1.07: 42 on each card, or 8 x 42."""
    text = "DeepSeek-V3 FP8 on one 8xH200. How many concurrent 16k contexts does KV hold, TP8 vs DP attention?"
    found = advisor.ask(text).facts.headline
    assert isinstance(found, SequencesHeld)
    assert found.sequences == 42 and found.apart_fewest > 300
