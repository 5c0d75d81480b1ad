"""A rate that was told: a month of it and the hours of use, whatever the machine."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.told.bill import OwnMonth


@pytest.mark.parametrize(
    ("text", "first"),
    [  # a month has 730 hours
        (
            "I host a stable diffusion model on a GPU server that is charging 0.6$ per hour. If no one uses my app,"
            " will I be billed, and how much would I pay?",
            "$0.60 an hour is $0.60 x 730 h = $438 a month",
        ),
        ("What do I pay a month for a GPU at €2 per hour that is always on?", "€2.00 an hour is €2.00 x 730 h"),
        ("GPU box at 1.5 CHF/h, left on while idle: am I charged, what a month?", "CHF 1.50 an hour is CHF 1.50 x"),
    ],
)  # fmt: skip
def test_a_month_of_it_comes_first(text: str, first: str, advisor: Advisor) -> None:
    assert card_text(advisor.ask(text)).replace("\n", " ").startswith(first)


def test_a_price_of_tokens_is_no_rent(advisor: Advisor) -> None:
    first = advisor.ask("The API costs $0.5/M tokens, what would a month of serving 8B cost?").facts.headline
    assert first is not None and first.code != "own_month"


def test_a_price_that_cannot_be_right_is_asked_for_and_not_summed(advisor: Advisor) -> None:
    """Standard_ND96amsr_A100_v4 takes 32.77 an hour for 8."""
    told = advisor.ask(
        "8x A100 80GB on azure shows around 4 USD an hour, that can't be right. What does it really cost?"
    ).facts.headline
    assert not isinstance(told, OwnMonth) and told.usd == pytest.approx(32.77, rel=1e-3)
