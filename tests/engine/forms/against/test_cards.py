"""Cards of one's own against each other: what decides first, and no price of a cloud."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.against.against import CardsAgainst, CausesOfSlow, NotSlower


@pytest.mark.parametrize(
    ("text", "ahead", "behind"),
    [
        ("RTX 4090 or RTX 6000 Ada, which is better?", "NVIDIA RTX 6000 Ada", "NVIDIA RTX 4090"),
        ("which is better, 3090 vs 4070 Ti?", "NVIDIA RTX 3090", "NVIDIA RTX 4070 Ti"),
        ("should I buy a 5090 or an A5000?", "NVIDIA RTX 5090", "NVIDIA RTX A5000"),
    ],
)
def test_memory_decides_first_and_nothing_is_rented(advisor: Advisor, text: str, ahead: str, behind: str) -> None:
    answer = advisor.ask(text)
    first = answer.facts.headline
    assert isinstance(first, CardsAgainst)
    assert (first.ahead, first.behind) == (ahead, behind)
    assert "an hour" not in card_text(answer) and "I hold no price" not in card_text(answer)


def test_two_of_one_card_are_not_one_card_of_twice_the_memory(advisor: Advisor) -> None:
    told = card_text(advisor.ask("which is better, 2x RTX 3090 or one RTX A6000?"))
    assert "2 x RTX 3090 hold 48 GB only where a model is split over them" in " ".join(told.split())


@pytest.mark.parametrize(
    "text",
    [
        "Why is my A6000 slower than a 3090?",
        "为什么A6000比3090慢？",
        "RTX A6000 has the same speed as my 3090, is that normal?",
    ],
)
def test_a_larger_card_that_is_slow_gets_causes_in_order(advisor: Advisor, text: str) -> None:
    told = advisor.ask(text).facts
    assert isinstance(told.headline, NotSlower)
    assert (told.headline.card, told.headline.other) == ("NVIDIA RTX A6000", "NVIDIA RTX 3090")
    assert any(isinstance(line, CausesOfSlow) for line in told.sentences)


def test_an_a100_is_slower_in_plain_fp32_by_nature(advisor: Advisor) -> None:
    """19.5 against 82.6 TFLOP/s."""
    told = advisor.ask("why is training on my A100 slower than on a 4090, no mixed precision?").facts
    assert isinstance(told.headline, NotSlower)
    assert told.headline.plain == pytest.approx(19.5 / 82.6)


def test_cloud_machines_keep_their_prices(advisor: Advisor) -> None:
    told = advisor.ask("A100 vs H100, which is better?").facts
    assert not isinstance(told.headline, CardsAgainst)
