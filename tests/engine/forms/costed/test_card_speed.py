"""How fast a model trains on a card of one's own."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.costed.card_speed import CardSpeed


def speed(advisor: Advisor, text: str) -> CardSpeed:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, CardSpeed)
    return told


@pytest.mark.parametrize(
    "text",
    [
        "how fast is qlora of a 7B on one 4090",
        "How many tokens/s does QLoRA of a 7B do on one RTX 4090?",
        "how long does qlora of a 7B take on one 4090",
        "wie schnell ist qlora eines 7B auf einer 4090",
    ],
)
def test_tokens_a_second_are_told_in_any_words(text: str, advisor: Advisor) -> None:
    """6 x 7e9 FLOP and attention at the 73 TFLOP/s of such a card; 1e9 tokens / 1,800 / 3,600 s are 154 hours."""
    told = speed(advisor, text)
    ((way, rate),) = told.ways
    assert way == "qlora" and 1_600 < rate.likely < 2_000
    assert told.hours.likely == pytest.approx(1e9 / rate.likely / 3600)


def test_without_a_method_those_that_fit_are_told(advisor: Advisor) -> None:
    """All weights of a 7B take 16 bytes each, 104 GiB; the card has 24."""
    told = speed(advisor, "how fast would it be to train a 7B on one 4090")
    assert [way for way, _ in told.ways] == ["lora", "qlora"] and told.too_large == ("full",)


def test_images_have_no_tokens_a_second(advisor: Advisor) -> None:
    told = advisor.ask("SDXL LoRA training on an RTX 4090 with 24 GB. How long do cold starts last?").facts.headline
    assert not isinstance(told, CardSpeed)
