"""A card or a CPU: by the memory they read from."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor


@pytest.mark.parametrize(
    "text",
    [
        "i5 13600k without a GPU or a bad CPU and an RTX 3060 to run llama.cpp: which is faster, which to buy?",
        "Threadripper with 256GB RAM or an RTX 4090 for running local LLMs, which is better?",
    ],
)
def test_the_faster_memory_writes_faster(advisor: Advisor, text: str) -> None:
    answer = advisor.ask(text)
    first = answer.facts.headline
    assert first is not None and first.code == "card_or_none"
    assert first.values["times"].low > 2


@pytest.mark.parametrize("text", ["Is an RTX 4090 or an RTX 3090 better for llama.cpp with my Ryzen 7950X?"])
def test_two_cards_are_another_question(advisor: Advisor, text: str) -> None:
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code != "card_or_none"
