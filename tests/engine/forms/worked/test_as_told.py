"""Amounts that are told in a shorter way than they are meant."""

from __future__ import annotations

import pytest

from engine.forms.worked.as_told import alike, of_all, unused_hours
from tests.engine.reading.measures.texts import of


def test_what_is_on_all_day_and_used_for_some_of_it_is_idle_for_the_rest() -> None:
    """24 - 10 x 5 / 7 hours a day."""
    told = of(
        "Three of us each leave a g6e.12xlarge running round the clock, and work 10h a day mon-fri. "
        "How much are we burning per month for nothing?"
    )
    (idle,) = [one for one in unused_hours(told) if ("day", -1) in one.units[0]]
    assert idle.value == pytest.approx(24 - 50 / 7)
    kept = of("We run 2 g5.xlarge 24/7 and 10h a day on weekdays. What does it cost?")
    assert unused_hours(kept) == kept.measures  # nobody asks for the rest


def test_a_bare_time_beside_that_of_a_thing_is_of_one_too() -> None:
    told = of("A clip takes 1 hour on an A100 and 30 min on an H100. Cost per clip?")
    assert [one.units[0] for one in alike(told.measures)][-1] == (("h", 1), ("sample", -1))


@pytest.mark.parametrize(
    ("text", "usd"),
    [
        ("We pay $80/hour for 8 H100. What is that per day?", 10.0),  # 80 / 8, where one is listed at 6.88
        ("8 H100 at $80/hour: what is that per day?", 10.0),
        ("We pay $7/hour for 8 H100. What is that per day?", 7.0),  # that of one
        ("We pay $400/hour for 8 H100. What is that per day?", 400.0),  # neither
    ],
)
def test_a_price_far_above_that_of_one_chip_is_of_all_that_are_told(text: str, usd: float) -> None:
    rate = next(one for one in of_all(of(text).measures, 6.88) if "$" in one.words)
    assert rate.value == usd
