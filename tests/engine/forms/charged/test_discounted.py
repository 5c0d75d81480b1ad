"""A discount that is told is taken off the list, and what it comes to is told."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.charged.discounted import Discounted


@pytest.mark.parametrize(
    ("text", "usd", "machines", "total"),
    [
        # 55.04 x 0.88; x 730
        ("I get a 12% EDP discount; what's p5.48xlarge per hour then?", 48.4352, 1, 35_357.7),
        # 21.957642 x 0.7; x 730 x 2
        ("with 30% off on p4d.24xlarge what do we pay a month for two?", 15.37035, 2, 22_440.7),
        (
            "with 30% off on-demand on a 3 year savings plan for a p4d, what do we pay a month for two?",
            15.37035,
            2,
            22_440.7,
        ),
    ],
)
def test_a_told_discount_is_taken_off_the_list(
    text: str, usd: float, machines: int, total: float, advisor: Advisor
) -> None:
    answer = advisor.ask(text)
    told = answer.facts.headline
    assert isinstance(told, Discounted) and card_text(answer)
    assert (told.usd, told.machines) == (pytest.approx(usd, rel=1e-4), machines)
    assert told.sum == pytest.approx(total, rel=1e-4)


@pytest.mark.parametrize(
    "text",
    [
        "is a 3yr savings plan with 45% off worth it for p4d?",  # whether it pays
        "we were quoted $40/h for p5.48xlarge, that is 27% off, right?",  # a price that is told
        "is p5.48xlarge 20% cheaper on spot?",
    ],
)
def test_what_is_weighed_or_quoted_is_another_question(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.facts is None or not isinstance(answer.facts.headline, Discounted)
