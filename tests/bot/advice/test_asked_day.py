"""The day that is asked about."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
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


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("how much did p5.48xlarge drop in june 2025 (us-east-1 OD)", 55.04 / 98.32 - 1),
        ("azure NC40ads_H100_v5 spot eastus, may to september 2026?", 1.29 / 2.19 - 1),
        ("did azure ever cut MI300X? vs dec 2024, east us 2", 48 / 88.49 - 1),
    ],
)
def test_a_thing_with_days_asks_how_its_price_moved(text: str, share: float, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == "price_moved"
    assert first.values["share"] == pytest.approx(share, abs=0.005)
