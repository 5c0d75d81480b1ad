"""A view is made once for each answer."""

from __future__ import annotations

from bot.advice.advisor import Advisor, Answer
from bot.card.made_once import KEPT, made_once
from tests.day import FOUNDING


def test_the_same_answer_has_the_same_view_until_others_came(advisor: Advisor) -> None:
    seen: list[bool] = []

    def make(answer: Answer, *, full: bool = False) -> str:
        seen.append(full)
        return answer.question

    view, answer = made_once(make), advisor.ask(FOUNDING)
    assert view(answer) == view(answer) == FOUNDING and seen == [False]
    view(answer, full=True)
    assert seen == [False, True]
    for _ in range(KEPT):
        view(answer.model_copy())
    view(answer)
    assert len(seen) == 2 + KEPT + 1
