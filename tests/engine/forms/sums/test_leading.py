"""The sum that is asked stands first, and answers a message of several questions in one."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.form import Asked
from engine.forms.sums.leading import in_one
from tests.day import DAY


def test_a_sum_answers_all_of_a_message(advisor: Advisor) -> None:
    text = "We've got $40,000. How big a token budget is that for a 7B from scratch?"
    assert in_one(Asked(advisor.parse(text), advisor.library(), DAY))
    assert not advisor.ask(text).parts
