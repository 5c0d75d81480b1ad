"""The price of a day that is past."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
from engine.forms.sold.at_day import then_of
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


@pytest.mark.parametrize(
    "text",
    [
        "What did p5.48xlarge cost in January 2025?",
        "price of p5.48xlarge on 2025-01-31",
        "How much was p5.48xlarge on demand at the end of January 2025?",
    ],
)
def test_a_past_price_is_the_one_of_that_day(text: str, advisor: Advisor) -> None:
    """98.32 USD an hour from 2023-07-31 until the cut of June 2025."""
    answer = advisor.ask(text)
    assert answer.as_of == date(2025, 1, 31) and answer.reading.unread == ()
    assert [row.quote.seen.likely for row in answer.facts.prices[:1] if row.quote] == [pytest.approx(98.32)]


def test_a_month_to_come_and_work_that_was_done_are_no_past_price(advisor: Advisor) -> None:
    for text in ("price of p5.48xlarge in December 2030", "LoRA of Llama 3.1 8B in January 2025 took 20 h, now?"):
        assert advisor.ask(text).as_of == advisor.today()
