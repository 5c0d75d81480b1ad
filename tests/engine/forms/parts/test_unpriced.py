"""Hours told of a chip that nobody here sells."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.parts.estimate_reasons import ToldOnUnpriced, TwiceTheData


def test_hours_on_a_chip_without_a_price_are_costed_on_the_nearest_and_no_other(advisor: Advisor) -> None:
    told = advisor.ask("It took 7 hours on 2 A6000 to fine-tune whisper, what would it cost?").facts
    headline = told.headline
    assert isinstance(headline, ToldOnUnpriced)
    assert headline.chip_hours == 14
    assert headline.usd == pytest.approx(14 * headline.usd_per_chip_hour)
    twice = next(one for one in told.sentences if isinstance(one, TwiceTheData))
    assert twice.hours == 14 and twice.usd == pytest.approx(2 * headline.usd)
