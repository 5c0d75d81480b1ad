"""A run of others on the machines that the asker has."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.sums.scaled import ScaledRun


@pytest.mark.parametrize(
    ("text", "mine", "hours"),
    [
        ("4 h an epoch on 8 A100, they used 44 A100 for 4 weeks, how long for us", 8, 3696.0),  # 672 x 44 / 8
        ("they trained it on 256 A100 for 3 weeks. We have 16. How long?", 16, 8064.0),
    ],
)
def test_hours_go_by_the_number_of_the_same_chip(advisor: Advisor, text: str, mine: int, hours: float) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, ScaledRun) and first.same
    assert (first.mine, first.low, first.high) == (mine, pytest.approx(hours), pytest.approx(hours))


def test_chip_days_are_hours_of_another_chip(advisor: Advisor) -> None:
    first = advisor.ask("it took 500 V100 days, how many H100 hours is that").facts.headline
    assert isinstance(first, ScaledRun) and first.of_one and first.chip_hours == 12000.0
    assert first.low == pytest.approx(12000 * 125 / 989, rel=0.01)
    assert first.high == pytest.approx(12000 * 900 / 3350, rel=0.01)


def test_chip_hours_are_days_on_so_many_of_another_chip(advisor: Advisor) -> None:
    first = advisor.ask("7,500 V100 hours in the paper; we've 24 L4").facts.headline
    assert isinstance(first, ScaledRun) and first.mine == 24
    assert first.low < first.high
