"""A sum by the month against renting by the hour."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.sums.month_offer import MonthOffer


def test_the_use_from_which_a_sum_by_the_month_pays(advisor: Advisor) -> None:
    first = advisor.ask("a colo offers 8xA100 for 9000 a month, is that better than p4d?").facts.headline
    assert isinstance(first, MonthOffer) and not first.never
    assert first.each == pytest.approx(9000 / 8 / 730)
    assert first.hours == pytest.approx(9000 / first.rate) and first.share == pytest.approx(first.hours / 730)


def test_more_than_a_whole_month_by_the_hour_never_pays(advisor: Advisor) -> None:
    text = "should I pay 1400 a month for a dedicated server with one L40S or use g6e.xlarge"
    first = advisor.ask(text).facts.headline
    assert isinstance(first, MonthOffer) and first.never
