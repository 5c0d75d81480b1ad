"""What more cards bring, as measured."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text


@pytest.mark.parametrize(
    ("text", "first"),
    [
        # 110 / 30 = 3.67
        (
            "Why is it slower? With 2 TITAN Xp training does 30 samples/sec, with 1 Titan Xp 110 samples/sec",
            "Not normal: 2 cards do 30.0 samples a second against 110 on one, 3.7 times slower.",
        ),
        # 80 / 5 = 16 of 32; 25 / 5 / 8 = 0.625
        (
            "Why is the scaling so low? 1GPU: 5 images/s\n8GPUs: 25 images/s\n32GPUs: 80 images/s",
            "Less than usual: 32 cards do 80.0 images a second against 5.00 on one, 16.0x as fast, 50% of 32x",
        ),
        # 2820 / 795.6 = 3.54, 0.886 of 4
        (
            "Wan I2V costs 2820s on a single A100 GPU and 795.6s on 4 A100 GPUs, why is it not 4 times as fast?",
            "That is normal: 4 cards take 13.3 min against 47 min on one, 3.54x as fast, 89% of 4x",
        ),
        # 3 x 32 / 4 = 24 days; 90 / 24 = 3.75
        (
            "Paper: 3 days on 32 A100. My 4 A100 say 90 days for the same. Is that normal?",
            "Not normal: 4 cards should take about 24 days, by the 72 h (3.0 days) of 32 and 8 times fewer cards,",
        ),
    ],
)
def test_the_sum_says_whether_it_is_normal(text: str, first: str, advisor: Advisor) -> None:
    assert " ".join(card_text(advisor.ask(text)).split()).startswith(first)
