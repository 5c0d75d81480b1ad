"""An answer is what its thread looks at."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.advice.thread.answered import Answered


def test_an_answer_has_it(advisor: Advisor) -> None:
    answer: Answered = advisor.ask("price of p4d.24xlarge")
    assert answer.model_copy(update={"parts": ()}).parts == ()
