"""A run on spot that saves nothing, at the rate of interruptions that is told."""

from __future__ import annotations

import math

import pytest

from bot.advice.advisor import Advisor
from engine.forms.symptoms.symptom_reasons import SymptomSpot


def test_without_checkpoints_a_long_run_never_ends(advisor: Advisor) -> None:
    """Every 6 to 7 h is 6.5: 48 / 6.5 = 7.385 interruptions, one try in e^7.385 = 1,611 undisturbed."""
    text = (
        "SageMaker job, ~48 h on ml.g6e.4xlarge, no checkpoints yet. Historically we see an interruption every "
        "6-7 hours on spot in us-west-2. Worth switching to managed spot?"
    )
    told = advisor.ask(text).facts.headline
    assert isinstance(told, SymptomSpot)
    assert (told.hours, told.mean) == (48, 6.5) and told.times == pytest.approx(7.385, abs=0.001)
    assert told.tries == pytest.approx(1611, rel=0.01)
    assert told.without == pytest.approx((6.5 + told.restart / 60) * (math.exp(48 / 6.5) - 1))
    assert told.added == pytest.approx(7.385 * (15 + told.restart) / 60, rel=0.001)
