"""GPU-hours and hours."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (  # 1.3e6 / 24,576 = 52.9
            "Llama 3 8B took 1.3M GPU hours on 24,576 GPUs: is that 53 hours?",
            "Yes, 53 h (2.2 days) is right: 1.3M GPU-hours / 24,576 GPUs = 53 h",
        ),
        (
            "The training took 152 GPU hours. Is that the total over 8 GPUs, or wall clock?",
            "152 GPU-hours / 8 GPUs = 19 h",
        ),
        ("what does 180 GPU days mean, with 32 GPUs?", "180 GPU-days / 32 GPUs = 135 h (5.6 days)"),
    ],
)
def test_the_sum_is_divided_by_the_cards(text: str, first: str, advisor: Advisor) -> None:
    assert card_text(advisor.ask(text)).startswith(first)
