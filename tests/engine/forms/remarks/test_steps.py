"""Steps and their speed are hours, whatever the model."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card import sentences
from engine.forms.own.told_run import RunTold
from engine.forms.remarks.steps import StepsTake, by_hours, steps_take
from engine.workload.profile import Profile


def test_three_thousand_steps_of_a_minute_are_fifty_hours() -> None:
    """3,000 x 60 s = 180,000 s = 50 h; in 16 h a step would take 57,600 s / 3,000 = 19.2 s."""
    told = steps_take(Profile(steps=3000, seconds_per_step=60, run_hours=16))
    assert told is not None and (told.hours, told.told_seconds) == (50, 19.2)
    assert "3,000 steps at 60 s each take 50 h; 16 h would be 19 s a step." in sentences.fact(told)


def test_of_a_model_that_was_said_the_chips_are_compared_instead() -> None:
    assert steps_take(Profile(steps=3000, seconds_per_step=60, parameters=7e9)) is None
    assert steps_take(Profile(steps=3000, seconds_per_step=60, current_count=4)) is None


def test_the_work_is_known_by_its_hours() -> None:
    hours = by_hours(Profile(steps=3000, seconds_per_step=60, candidates=("a100",)))
    assert (hours.run_hours, hours.steps, hours.candidates) == (50, None, ("a100",))


@pytest.mark.parametrize(
    "text",
    [
        "It does 1 step a minute on a 4090 and I have 3000 steps, how long does it take?",
        "3000 steps at 60 s/step on an L4: how long?",
        "The training is very slow: 3,000 steps, 1 step per minute on a 4090. Is that normal?",
    ],
)
def test_the_product_is_told_first(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert isinstance(answer.facts.headline, StepsTake | RunTold)
    assert answer.facts.headline.hours == pytest.approx(50)
