"""The day of the past that a text names."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
from engine.reading.asking.then import then_of
from engine.reading.document import laid_out


@pytest.mark.parametrize(
    ("text", "day", "rest"),
    [
        ("What did p5 cost in January 2025?", date(2025, 1, 31), "What did p5 cost ?"),
        ("price of p5 on 2025-02-14", date(2025, 2, 14), "price of p5"),
        ("p5 price as of 2024-12", date(2024, 12, 31), "p5 price"),
        ("What was p5 on 3 March 2025 in Oregon?", date(2025, 3, 3), "What was p5 in Oregon?"),
    ],
)
def test_a_month_is_its_last_day(text: str, day: date, rest: str, advisor: Advisor) -> None:
    then = then_of(laid_out(text, advisor._vocabulary), text)
    assert then is not None and (then.day, then.rest) == (day, rest)


@pytest.mark.parametrize("text", ["price of p5", "p5 in January", "30 February 2025", "2025-02-31", "2,025 GPUs"])
def test_without_a_month_and_a_year_there_is_no_day(text: str, advisor: Advisor) -> None:
    assert then_of(laid_out(text, advisor._vocabulary), text) is None
