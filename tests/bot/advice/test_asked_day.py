"""The day that is asked about."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.asked_day import require_known_day
from bot.wording.errors import UserError
from knowledge.facts import Facts

TODAY = date(2030, 1, 1)  # after every price


def test_a_day_may_lie_a_year_ahead_and_no_more(facts: Facts) -> None:
    require_known_day(date(2031, 1, 2), facts, TODAY)  # 366 days
    with pytest.raises(UserError) as refused:
        require_known_day(date(2031, 1, 3), facts, TODAY)
    assert refused.value.code == "no_day_ahead" and refused.value.values["last"] == date(2031, 1, 2)


def test_a_machine_whose_clock_is_wrong_still_answers_at_the_newest_prices(facts: Facts) -> None:
    require_known_day(date(2027, 1, 9), facts, date(1970, 1, 1))
