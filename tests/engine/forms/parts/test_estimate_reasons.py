"""What an estimate says, as a reader sees it."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("How long does it take to pretrain 7B on 1T tokens on 64 H100?", "on 8 x p5.48xlarge (64 x NVIDIA H100"),
        ("how much does a full fine-tune of 8B cost?", "which you did not say: each 1B tokens take about"),
        ("cost to serve 2M tokens a day with 70B?", "to serve 2M tokens a day on"),
        ("how long does full fine-tuning of 70B on 1B tokens take on 8 H100?", "8 x NVIDIA H100 SXM do not hold it."),
    ],
)
def test_the_first_line_has_hours_and_dollars_or_says_why_not(advisor: Advisor, text: str, holds: str) -> None:
    line = " ".join(card_text(advisor.ask(text)).split())
    assert holds in line.split("Work:")[0]
    assert "$" in line.split("Work:")[0]
