"""The pace of steps, the samples, and the length that is claimed beside them."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.fields.step_pace import batches, claimed, pace, samples


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("ten iterations take 5 s", 0.5),
        ("100 steps every 90 seconds", 0.9),
        ("2.5 s/step", 2.5),
        ("I get 4 it/s", 0.25),
        ("50 steps/min", 1.2),
        ("10 Iterationen in 12 s", 1.2),
        ("100ステップ45秒", 0.45),
    ],
)
def test_a_pace_is_seconds_of_a_step(text: str, seconds: float, advisor: Advisor) -> None:
    told = pace(advisor.parse(text).measured.measures)
    assert told is not None and told.seconds == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("text", "hours", "bound"),
    [
        ("10 steps in 21 s, so 4-5 days", 108, "about"),
        ("2 it/s, done in under 3 hours?", 3, "most"),
        ("2 it/s, so is that a week?", 168, "about"),
    ],
)
def test_a_claim_is_another_length_than_the_pace(text: str, hours: float, bound: str, advisor: Advisor) -> None:
    measures = advisor.parse(text).measured.measures
    told = pace(measures)
    assert told is not None and (claim := claimed(text, measures, told)) is not None
    assert (claim.hours, claim.bound) == (hours, bound)


def test_samples_of_a_set_and_of_a_step_are_apart(advisor: Advisor) -> None:
    measures = advisor.parse("2M molecules, batch size 512, 0.8 s per step: hours an epoch?").measured.measures
    assert (samples(measures), list(batches(measures))) == (2e6, [512])
