"""What machines that stand idle do in all, and how many would do it."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.first.downsized import Downsized


def first(advisor: Advisor, text: str) -> Downsized:
    said = advisor.ask(text).facts.headline
    assert isinstance(said, Downsized)
    return said


@pytest.mark.parametrize(
    ("text", "need", "fewer"),
    [
        ("our 8 A100 run at 30% utilization, can we downsize?", 2.4, 4),  # 2.4 / 0.7 = 3.4
        ("Our 3 p4d stand idle 70 percent of the time. Cheaper setup?", 7.2, 11),  # 24 x 0.3; / 0.7 = 10.3
        ("4 g5.12xlarge at 20% load, fewer machines?", 3.2, 5),  # 16 x 0.2; / 0.7 = 4.6
    ],
)
def test_so_many_chips_would_do_it_with_room_for_peaks(advisor: Advisor, text: str, need: float, fewer: int) -> None:
    said = first(advisor, text)
    assert (said.need, said.fewer, said.then) == (pytest.approx(need), fewer, pytest.approx(need / fewer))


def test_idle_hours_are_paid_for(advisor: Advisor) -> None:
    """40% busy: 60% of 730 h x $21.96."""
    said = first(advisor, "our p4d is idle 60% of the time, what should we do?")
    assert said.idle_usd == pytest.approx(0.6 * 730 * 21.96, rel=0.001)


def test_a_smaller_size_of_the_same_chip_is_named(advisor: Advisor) -> None:
    """5 x $6.88 = $34.40 an hour, against $55.04 for eight."""
    (name, number, chips, usd), *_ = first(advisor, "we only use our p5 40% of the time, how to save").sizes
    assert (name, number, chips) == ("p5.4xlarge", 5, 1)
    assert number * usd < 55.04


def test_whether_a_plan_pays_at_such_a_use_is_another_question(advisor: Advisor) -> None:
    text = "is a 1 year savings plan worth it if we use p5 40% of the time?"
    assert not isinstance(advisor.ask(text).facts.headline, Downsized)
