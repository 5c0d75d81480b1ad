"""Of a family without a size, which of its sizes fit is said first, and no bare yes of the smallest."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (
            "fine tuning starcoder. Can I do it with 4 GPU of 16gb each?",  # 3.03B x 18 bytes are 51 of 58 GiB
            "It depends on the size, which you did not say: StarCoder2 3B yes; StarCoder2 7B only LoRA and QLoRA; "
            "StarCoder2 15B only LoRA and QLoRA.",
        ),
        (
            "QLoRA of starcoder2 on a single RTX 3060 12GB possible?",
            "It depends on the size, which you did not say: StarCoder2 3B yes; StarCoder2 7B yes; StarCoder2 15B "
            "only with sequences of 2,048 tokens or less.",
        ),
    ],
)
def test_each_size_is_judged_in_the_first_line(text: str, first: str, advisor: Advisor) -> None:
    assert " ".join(card_text(advisor.ask(text)).split()).startswith(first)
