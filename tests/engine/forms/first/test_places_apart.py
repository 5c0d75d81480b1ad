"""Where a machine costs less, of two places that are named."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.money.gap import PriceGap


@pytest.mark.parametrize(
    "text",
    [
        "is it cheaper to train in us-east-2 than frankfurt on p4d?",
        "p4d: us-east-2 or frankfurt, which is cheaper?",
        "p4d in Frankfurt oder us-east-2, was ist billiger?",
    ],
)
def test_the_gap_of_two_places_is_told_in_whatever_words(advisor: Advisor, text: str) -> None:
    """$21.96 against $27.43 an hour for eight chips: $0.684 a chip-hour."""
    first = advisor.ask(text).facts.headline
    assert isinstance(first, PriceGap) and first.axis == "place"
    assert first.usd == pytest.approx((27.43 - 21.96) / 8, abs=0.001)


def test_work_that_is_told_is_weighed_and_not_the_price_alone(advisor: Advisor) -> None:
    text = "is it cheaper to train a 7B on 10B tokens in us-east-2 or frankfurt on p4d?"
    assert not isinstance(advisor.ask(text).facts.headline, PriceGap)
