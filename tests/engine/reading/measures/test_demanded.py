"""Tokens a second that are wanted of a model."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor


@pytest.mark.parametrize(
    ("text", "a_day"),
    [
        ("what do we need for 1000 tokens per second of llama 70b", 86_400_000),
        ("we need 2,000 tok/s aggregate from qwen 32b, which gpu", 172_800_000),
    ],
)
def test_they_are_a_load_of_all_the_day(advisor: Advisor, text: str, a_day: float) -> None:
    said = advisor.parse(text).profile
    assert said.tokens_per_day == pytest.approx(a_day)


@pytest.mark.parametrize(
    "text",
    [
        "my RTX 4090 gets 1000 tokens per second on llama 8b, which card is faster?",
        "which gpu gives each user 30 tokens per second on llama 8b?",
    ],
)
def test_what_a_machine_does_or_a_user_is_to_have_is_none(advisor: Advisor, text: str) -> None:
    assert advisor.parse(text).profile.tokens_per_day is None
