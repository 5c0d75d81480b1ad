"""Tokens a second in all, and for each of so many at once."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.quantity.alone import StreamAlone
from engine.forms.quantity.crowd_speed import CrowdSpeed


@pytest.mark.parametrize(
    ("text", "crowd"),
    [
        ("How many tok/s does each of 25 developers get from Qwen2.5-Coder-32B in FP8 on a single H100?", 25),
        ("30 pupils on one Llama 3.1 8B, single RTX 4090. tok/s for each?", 30),
        ("Mistral Small 24B in FP8 on one L40S: tokens/s per user with 20 users?", 20),
        ("Llama 3.1 8B on an L4, 16 concurrent users, tok/s per user?", 16),
    ],
)
def test_each_has_a_share_of_all(advisor: Advisor, text: str, crowd: int) -> None:
    answer = advisor.ask(text)
    first = answer.facts.headline
    assert isinstance(first, CrowdSpeed)
    assert first.requests == crowd and first.asked == "each"
    assert first.each.likely * first.running == pytest.approx(first.tokens_s.likely)
    assert card_text(answer)


def test_beside_a_single_stream_the_speed_of_all(advisor: Advisor) -> None:
    text = "Qwen3-32B bf16, 2x L40S. What single-stream tok/s should I expect, and aggregate at 64 running?"
    told = advisor.ask(text).facts
    assert isinstance(told.headline, StreamAlone)
    (beside,) = [one for one in told.sentences if isinstance(one, CrowdSpeed)]
    assert beside.requests == 64 and beside.asked == "all"


@pytest.mark.parametrize(
    ("rate", "told"),
    [("2400", "impossible"), ("900", "above"), ("350", "within"), ("60", "below")],
)
@pytest.mark.parametrize(
    "text",
    [
        "I get {} tokens/s at batch 32 with vLLM for Llama 3.1 8B in BF16 on one A10G, is that good?",
        "Llama 3.1 8B in BF16 on one A10G, batch size 32: we measure {} tokens/s. Is that normal?",
    ],
)
def test_a_measured_rate_of_all_is_held_against_the_range_and_the_bandwidth(
    advisor: Advisor, text: str, rate: str, told: str
) -> None:
    """By hand: a step reads 8.03B x 2 bytes at 600 GB/s, so at most 37.4 steps a second: 1,195 tokens/s of 32."""
    first = advisor.ask(text.format(rate)).facts.headline
    assert isinstance(first, CrowdSpeed)
    assert first.most == pytest.approx(1195, rel=0.01)
    assert first.measured == float(rate) and first.told == told


def test_no_rate_that_was_measured_is_held_against_nothing(advisor: Advisor) -> None:
    first = advisor.ask("Llama 3.1 8B on an L4, 16 concurrent users, tok/s per user?").facts.headline
    assert isinstance(first, CrowdSpeed) and first.measured is None and first.told is None
