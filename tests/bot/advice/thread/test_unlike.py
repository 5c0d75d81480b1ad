"""Turns after which the line before would stand again."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from tests.bot.advice.thread.test_turned import first_line, thread

ROOM = "llama 3.1 70B inference on 2x H100 80GB, does it fit?"


@pytest.mark.parametrize("turn", ["is 2 enough?", "are 2 of them enough", "do I need 2?"])
def test_a_question_that_the_same_line_answers_is_answered_by_it(advisor: Advisor, turn: str) -> None:
    assert first_line(thread(advisor, ROOM, turn)) == first_line(thread(advisor, ROOM))


def test_a_turn_that_changes_nothing_is_quoted_as_it_was_said(advisor: Advisor) -> None:
    line = first_line(thread(advisor, "which GPU to fine-tune a 7B with LoRA on AWS?", "8 bit?"))
    assert line == '"8 bit" changes nothing here; it stays:'
