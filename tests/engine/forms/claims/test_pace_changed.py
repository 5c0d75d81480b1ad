"""A pace before and after. By hand: 400,000 / 0.81 / 3,600 = 137.2 h, at 0.51 217.9; 7M: 2,400.5 h and 3,812.6."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.claims.pace_changed import PaceChanged
from tests.engine.forms.claims.reading import first_line

AMOUNTS = "What does that mean for the 400k steps, and for the full 7M?"


@pytest.mark.parametrize(
    "told",
    [
        "With TF32 it's 0.81 steps/s instead of 0.51.",
        "With TF32 it went from 0.51 to 0.81 steps/s.",
        "With TF32 it went from 0.51 steps/s to 0.81 steps/s.",
        "It was 0.51 steps/s before, with TF32 it's 0.81 steps/s.",
        "0.51 steps/s became 0.81 steps/s with TF32.",
        "0.51 -> 0.81 steps/s with TF32.",
        "TF32 gives 0.81 steps/s, up from 0.51.",
        "Without TF32 I had 0.51 steps/s, now it is 0.81 steps/s.",
        "With batch 64 instead of 32 I get 0.81 steps/s rather than 0.51 steps/s.",
        "Now 0.81 steps/s, before TF32 it was 0.51 steps/s.",
    ],
)
def test_both_amounts_at_both_paces(advisor: Advisor, told: str) -> None:
    for turns in ([f"{told} {AMOUNTS}"], ["I train a diffusion model on an A100.", f"{told} {AMOUNTS}"]):
        line = first_line(advisor, turns)
        assert isinstance(line, PaceChanged) and line.thing == "step"
        assert (line.was, line.now) == pytest.approx((0.51, 0.81))
        assert [one.number for one in line.amounts] == [400_000, 7_000_000]
        assert [one.now for one in line.amounts] == pytest.approx([137.17, 2400.5], rel=1e-3)
        assert [one.before for one in line.amounts] == pytest.approx([217.86, 3812.6], rel=1e-3)
        assert line.less == pytest.approx(1 - 0.51 / 0.81)


def test_steps_of_an_earlier_turn_count(advisor: Advisor) -> None:
    turns = [
        "I train for 120k steps on an RTX 3090.",
        "bf16 brought me from 2.1 s/it to 1.4 s/it. How much does that save?",
    ]
    line = first_line(advisor, turns)
    assert isinstance(line, PaceChanged)
    (amount,) = line.amounts
    assert (amount.before, amount.now, amount.saved) == pytest.approx((70, 46.667, 23.333), rel=1e-3)


def test_a_slower_pace_saves_nothing(advisor: Advisor) -> None:
    line = first_line(advisor, ["My training dropped from 3.2 it/s to 2.0 it/s. How long do 500k its take now?"])
    assert isinstance(line, PaceChanged) and line.less == pytest.approx(1 - 3.2 / 2) and line.amounts[0].saved < 0


def test_without_a_number_of_steps_there_is_no_sum(advisor: Advisor) -> None:
    assert not isinstance(first_line(advisor, ["It's 0.81 steps/s instead of 0.51. Good?"]), PaceChanged)
