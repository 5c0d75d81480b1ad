"""What a card costs to buy."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.machines.to_buy import ToBuy


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("if we just BUY an h100 instead, what does the card cost?", 25_000, 30_000),
        ("what would 8 H100s cost to purchase?", 200_000, 240_000),  # 8 x 25,000 and 8 x 30,000
    ],
)
def test_a_price_that_is_held_stands_first(text: str, low: float, high: float, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    told = answer.facts.headline
    assert isinstance(told, ToBuy) and told.held
    assert (told.all_usd, told.all_usd_high) == (low, high)
    assert card_text(answer).startswith("To buy")


@pytest.mark.parametrize("text", ["how much is an L40S to buy, not rent?", "purchase price of an A100 80GB?"])
def test_none_that_is_held_is_said_so_before_any_rent(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    told = answer.facts.headline
    assert isinstance(told, ToBuy) and not told.held and told.near
    assert card_text(answer).startswith("I hold no price")


@pytest.mark.parametrize("text", ["should we buy 8 H100 for $300k or rent?", "H100 price per hour on AWS"])
def test_a_choice_and_a_rent_are_others(text: str, advisor: Advisor) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, ToBuy)
