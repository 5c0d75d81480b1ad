"""Questions as the answers a unit of work take them, for tests."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.form import Asked, question_of
from engine.forms.per_unit.rates import Question
from tests.day import DAY


def question(advisor: Advisor, text: str) -> Question:
    return question_of(Asked(advisor.parse(text), advisor.library(), DAY))
