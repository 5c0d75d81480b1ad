"""Whether a first line has the figure of a sum already."""

from __future__ import annotations

import pytest

from engine.answers.model import FactAnswer
from engine.forms.worked.tells import tells
from engine.forms.worked.worked_reasons import Sum, WorkedOut


@pytest.mark.parametrize(("own", "is_told"), [(48.9, True), (49.1, False)])
def test_days_are_told_as_hours_too_within_two_percent(own: float, is_told: bool) -> None:
    """2 days are 48 h, and 1.02 of that is 48.96."""
    stated = FactAnswer(headline=WorkedOut(sums=(Sum(wants="hours", value=own),)))
    assert tells(stated, FactAnswer(headline=WorkedOut(sums=(Sum(wants="days", value=2.0),)))) is is_told


def test_without_a_first_line_nothing_is_told() -> None:
    assert not tells(FactAnswer(), FactAnswer(headline=WorkedOut(sums=(Sum(wants="hours", value=2.0),))))
