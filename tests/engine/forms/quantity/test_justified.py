"""A dearer machine against what the work waits for."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.quantity.justified import JustifiedBy, PriceClaim, price_ratio


@pytest.mark.parametrize(
    ("text", "ratio"),
    [
        ("at 1.8x the H100 price", 1.8),
        ("at ~2x the hourly price", 2.0),
        ("twice the cost", 2.0),
        ("half the price of an H100", 0.5),
        ("we pay 2.2x for it", 2.2),
        ("zum 3-fachen Preis", 3.0),
        ("价格是 2 倍", 2.0),
        ("twice as fast", None),
    ],
)
def test_the_ratio_of_the_prices_is_read(text: str, ratio: float | None) -> None:
    assert price_ratio(text) == ratio


def test_generating_text_is_worth_the_ratio_of_bandwidth(advisor: Advisor) -> None:
    """8,000 / 3,350 GB/s = 2.39 times the bandwidth at 1.8 times the price: 0.75 of the dollars a token."""
    answer = advisor.ask("Is B200 at 1.8x the H100 price worth it for decode-bound Llama 70B?")
    headline = answer.facts.headline
    assert isinstance(headline, JustifiedBy) and headline.bound == "bandwidth"
    assert headline.speed == pytest.approx(2.39, abs=0.01) and headline.unit == pytest.approx(0.75, abs=0.01)
    assert card_text(answer).startswith("Yes")


def test_a_claim_of_prices_is_held_against_those_that_are_held(advisor: Advisor) -> None:
    text = "is it true the MI300X is half the price of an H100 for the same thing? we serve Mixtral 8x22B"
    answer = advisor.ask(text)
    headline = answer.facts.headline
    assert isinstance(headline, PriceClaim) and headline.told == 0.5
    assert headline.held == pytest.approx(headline.usd / headline.base_usd) and not headline.near
    assert card_text(answer).startswith("No")


def test_a_ratio_below_that_of_the_prices_is_not_worth_it(advisor: Advisor) -> None:
    """8,000 / 4,800 GB/s = 1.67 at twice the price: 1.2 times the dollars a token."""
    text = "H200 vs B200, FP8 Qwen3-235B-A22B, decode heavy. Is Blackwell at ~2x the hourly price justified?"
    headline = advisor.ask(text).facts.headline
    assert isinstance(headline, JustifiedBy) and headline.base == "NVIDIA H200 SXM"
    assert headline.unit == pytest.approx(1.2, abs=0.01)
