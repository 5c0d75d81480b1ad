"""Hours that come back, against a sum for the month."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.sums.month_held import MonthHeld


@pytest.mark.parametrize(
    ("text", "hours", "budget", "holds"),
    [
        ("40 min a night on a g5.xlarge, budget 200 a month", 20.28, 200.0, True),  # 2/3 x 730 / 24
        ("6 h a week on p3.2xlarge, budget $50 a month, ok?", 26.07, 50.0, False),
        ("g6.2xlarge, 10 hours each weekday, can we stay under $200 monthly", 217.3, 200.0, False),
        ("3 p3.8xlarge from 9 to 17 on weekdays, limit 5000 a month, ok?", 173.8, 5000.0, False),
    ],
)
def test_hours_of_a_month_against_its_budget(
    advisor: Advisor, text: str, hours: float, budget: float, *, holds: bool
) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, MonthHeld) and first.holds is holds
    assert first.hours == pytest.approx(hours, rel=0.002) and first.budget == pytest.approx(budget)
    assert first.usd == pytest.approx(first.hours * first.rate * first.machines)
