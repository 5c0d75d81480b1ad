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


TODAY = date(2026, 11, 21)


@pytest.mark.parametrize(
    ("text", "first", "day", "since"),
    [
        ("p5 price a year ago", date(2025, 11, 21), date(2025, 11, 21), False),
        ("p5 price half a year ago", date(2026, 5, 23), date(2026, 5, 23), False),
        ("p5 price 6 months ago in Tokyo", date(2026, 5, 25), date(2026, 5, 25), False),
        ("p5 price last year", date(2025, 1, 1), date(2025, 12, 31), False),
        ("p5 price last month", date(2026, 10, 1), date(2026, 10, 31), False),
        ("p5 price yesterday", date(2026, 11, 20), date(2026, 11, 20), False),
        ("how much was p5 in 2024?", date(2024, 1, 1), date(2024, 12, 31), False),
        ("p5 at the beginning of 2024", date(2024, 1, 1), date(2024, 1, 1), False),
        ("p5 price this year", date(2026, 1, 1), date(2026, 11, 21), False),
        ("what did p5 cost in January?", date(2026, 1, 1), date(2026, 1, 31), False),
        ("how much was p5 in December", date(2025, 12, 1), date(2025, 12, 31), False),
        ("what did p5 cost in November?", date(2026, 11, 1), date(2026, 11, 20), False),
        ("did p5 get cheaper since March?", date(2026, 3, 1), date(2026, 3, 31), True),
        ("did p5 fall since 2024?", date(2024, 1, 1), date(2024, 12, 31), True),
        ("did p5 fall since January 2025?", date(2025, 1, 1), date(2025, 1, 31), True),
        ("p5 price over the last 18 months", date(2025, 5, 21), TODAY, True),
        ("did p5 get cheaper in the last year?", date(2025, 11, 21), TODAY, True),
        ("le prix de p5 au cours des 12 derniers mois", date(2025, 11, 21), TODAY, True),
        ("L4 spot since april this year?", date(2026, 4, 1), date(2026, 4, 30), True),
        ("p5 spot, may to september?", date(2026, 5, 1), date(2026, 9, 30), False),
        ("p5 von November 2024 bis Februar", date(2024, 11, 1), date(2025, 2, 28), False),
        ("lo spot di p5 da gennaio 2025", date(2025, 1, 1), date(2025, 1, 31), True),
        ("what did p5 cost before June 2025?", date(2025, 5, 31), date(2025, 5, 31), False),
    ],
)
def test_a_span_before_today_is_a_day_too(text: str, first: date, day: date, since: bool, advisor: Advisor) -> None:
    then = then_of(laid_out(text, advisor._vocabulary), text, TODAY)
    assert then is not None and (then.first, then.day, then.since) == (first, day, since)


def test_a_number_of_machines_is_no_year(advisor: Advisor) -> None:
    for text in ("price of 2025 H100", "cost of 2048 GPUs", "p5.48xlarge price for 2 years"):
        assert then_of(laid_out(text, advisor._vocabulary), text, TODAY) is None


@pytest.mark.parametrize("text", ["price of p5", "p5 in January", "30 February 2025", "2025-02-31", "2,025 GPUs"])
def test_without_a_month_and_a_year_there_is_no_day(text: str, advisor: Advisor) -> None:
    assert then_of(laid_out(text, advisor._vocabulary), text) is None


@pytest.mark.parametrize(
    "text", ["p5 in January", "we may train in March", "what may p5 cost?", "may p5 have been cheaper?"]
)
def test_a_month_alone_is_past_where_the_text_tells_of_the_past(text: str, advisor: Advisor) -> None:
    assert then_of(laid_out(text, advisor._vocabulary), text, TODAY) is None
