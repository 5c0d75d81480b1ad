"""The questions offered to try."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.wording.examples import examples, invitation

BUTTON_LENGTH = 75  # of the text on a button in Slack
PROMPTS = 4  # that the agent view takes


def test_there_are_as_many_as_slack_shows_each_with_a_title_that_fits_a_button() -> None:
    assert 0 < len(examples()) <= PROMPTS and invitation()
    assert all(0 < len(example.title) <= BUTTON_LENGTH for example in examples())


def test_each_is_a_question_that_gets_an_answer(advisor: Advisor) -> None:
    answers = [advisor.ask(example.message) for example in examples()]
    assert all(answer.verdict or answer.facts for answer in answers)
