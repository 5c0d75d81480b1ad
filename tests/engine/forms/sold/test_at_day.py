"""The price of a day that is past."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor


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
