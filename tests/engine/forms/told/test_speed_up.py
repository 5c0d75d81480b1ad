"""A speed-up that the asker tells decides which card is worth its price, and not the one we would take."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.told.speed_up import SpeedUpPays


@pytest.mark.parametrize(
    "question",
    [
        "H100 is 1.3x as fast as A100 for us. Is it worth the price?",
        "For us the H100 is only 1.3 times faster than the A100. A100 or H100?",
        "H100 gives 30% more throughput than A100 here, which one is better for the money?",
    ],
)
def test_the_told_speed_up_decides_in_any_wording(advisor: Advisor, question: str) -> None:
    """p5.4xlarge $6.88 and p4d $21.957642 / 8 = $2.7447 a chip-hour: 2.507 / 1.3 = 1.93."""
    answer = advisor.ask(question)
    first = answer.facts.headline
    assert isinstance(first, SpeedUpPays)
    assert (round(first.even, 3), round(first.low, 2), first.times_low) == (2.507, 1.93, 1.3)
    assert not answer.reading.unread


def test_a_range_has_both_ends(advisor: Advisor) -> None:
    """2.507 / 1.5 = 1.67 and 2.507 / 1.2 = 2.09."""
    first = advisor.ask("The 1.2-1.5x of an H100 over an A100 does not justify its price, right? Which to take?")
    told = first.facts.headline
    assert isinstance(told, SpeedUpPays)
    assert (round(told.low, 2), round(told.high, 2)) == (1.67, 2.09)


def test_past_its_flip_the_other_card_is_taken(advisor: Advisor) -> None:
    """Below the ratio of the prices the older card costs less, above it the newer one."""
    for times, newer in ((2.4, False), (2.6, True)):
        told = advisor.ask(
            f"H100 is {times}x as fast as A100 for us, which one is better for the money?"
        ).facts.headline
        assert isinstance(told, SpeedUpPays)
        assert (told.high < 1) is newer
