"""Whether money pays for so many chips over so long."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.first.within_budget import WithinBudget


@pytest.mark.parametrize(
    ("text", "pays"),
    [
        ("We need 16 H100 for 2 weeks, budget $400k. feasible?", True),
        ("6 g6e.12xlarge day and night for 2 months, we have $8k. enough?", False),
    ],
)
def test_the_cheapest_that_nobody_takes_back_decides(advisor: Advisor, text: str, *, pays: bool) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, WithinBudget) and first.pays is pays
    assert first.best.usd == pytest.approx(first.best.machines * first.best.usd_per_hour * first.hours)
    assert first.paid_hours * first.best.usd / first.hours == pytest.approx(first.budget)
