"""A run that has to be done in so many hours, or in half the time: how many it takes."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.reading.asking.in_time import in_time
from tests.engine.reading.test_read import vocabulary

RUN = "How long does full fine-tuning of Mistral 7B on 1B tokens take on a p4d?"


@pytest.mark.parametrize(
    ("turn", "hours"),
    [
        ("can it be done in 5 hours?", "5"),
        ("I need it in 2 days", "48"),
        ("within 5 h?", "5"),
        ("what do I need to get it done in 3 h", "3"),
        ("geht das auch in 4 Stunden?", "4"),
    ],
)
def test_it_asks_how_many_take_so_many_hours(turn: str, hours: str, advisor: Advisor) -> None:
    asked = in_time(advisor.ask(RUN).goes_on_from, turn, vocabulary())
    assert asked == f"how many p4d do I need to finish it in {hours} hours?"


def test_half_the_time_is_half_of_what_was_told(advisor: Advisor) -> None:
    before = advisor.ask(RUN).goes_on_from
    asked = in_time(before, "can it be done in half the time?", vocabulary())
    assert asked == f"how many p4d do I need to finish it in {before.sums[-1].hours / 2:.3g} hours?"


@pytest.mark.parametrize(
    "turn", ["and per week?", "how long on 16?", "10 runs in 2 days for 3 teams", "in Frankfurt?"]
)
def test_other_turns_are_not_of_that_kind(turn: str, advisor: Advisor) -> None:
    assert in_time(advisor.ask(RUN).goes_on_from, turn, vocabulary()) is None


def test_of_a_price_nothing_is_done_in_time(advisor: Advisor) -> None:
    assert in_time(advisor.ask("price of p4d.24xlarge").goes_on_from, "in 5 hours?", vocabulary()) is None
