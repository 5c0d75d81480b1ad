"""Dollars a run is said to cost. By hand: $672 / (8 x 24 h) = $3.50; 10B tokens of a 7B take 454 exaFLOP, which is
454e18 / (8 x 86,400 x 989e12) = 66% of the peak of 8 H100 in a day."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.claims.paid_run import PaidRun
from tests.engine.forms.claims.reading import first_line


@pytest.mark.parametrize(
    "turns",
    [
        ("training costs $672 on 8 H100 in 24 h: plausible?",),
        ("A blog says a training on 8x H100 took 24 hours and cost $672. Is that realistic?",),
        ("$672 for 24 h on 8x H100, can that be right?",),
        ("They trained on 8x H100 for 24 h.", "They claim it was $672. Is that plausible?"),
    ],
)
def test_the_price_of_a_chip_hour_is_told(advisor: Advisor, turns: tuple[str, ...]) -> None:
    line = first_line(advisor, turns)
    assert isinstance(line, PaidRun) and (line.each, line.cards) == pytest.approx((3.5, 8))
    assert line.low <= line.high and line.least <= line.low and line.mfu == 0


def test_the_speed_it_implies_is_held_against_the_usual_one(advisor: Advisor) -> None:
    line = first_line(advisor, ["training a 7B on 10B tokens costs $672 on 8 H100 in 24 h: plausible?"])
    assert isinstance(line, PaidRun) and line.fast and line.mfu == pytest.approx(0.66, rel=0.02)
    assert line.usual_hours == pytest.approx(24 * line.mfu / line.usual)
    assert line.usual_usd == pytest.approx(line.usual_hours * 8 * 3.5)


def test_money_that_somebody_has_is_no_claim(advisor: Advisor) -> None:
    line = first_line(advisor, ["I have $672. Is it possible to train a 7B on 8 H100 for 24 h?"])
    assert not isinstance(line, PaidRun)
