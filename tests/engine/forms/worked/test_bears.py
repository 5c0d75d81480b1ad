"""A yes of memory is told as that, where what was said beside it is not of memory."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Qwen2.5-7B with FlashAttention-2 on a V100 32GB, is that supported?", "No on NVIDIA V100 32 GB"),
        ("fp8 inference of mistral small 24b on an RTX A6000, is that supported?", "Not natively on NVIDIA"),
        ("is one L4 enough for flan-t5-xl, p99 400 ms?", "By memory alone there is room"),
        ("openpi training on 8x H100 is 10% faster than on one. is the 8 gpu box worth it?", "Room in memory"),
        ("How many GPU hours did Falcon 40B training take and on how many A100?", "Which machines they used"),
        ("Llama 3.2 3B in fp16, 500 players talking at once, 1k context each. one L4 enough?", "No: Llama 3.2 3B"),
    ],
)
def test_memory_alone_says_no_yes_to_more(text: str, first: str, advisor: Advisor) -> None:
    said = " ".join(card_text(advisor.ask(text)).partition("\n\n")[0].split())
    assert said.startswith(first), said
