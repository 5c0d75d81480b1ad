"""Why an answer in facts is not sure."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.answers.model import FactAnswer
from engine.forms.parts.doubts import SizeUnsaid, WorkUnsaid


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("H100", "work_unsaid"),
        ("which chip is best?", "work_unsaid"),
        ("how much VRAM does LoRA need?", "size_unsaid"),
        ("is Trainium greener than GPUs?", None),
        ("price of p5.48xlarge in us-east-1", None),
    ],
)
def test_what_is_not_known_is_the_reason(text: str, why: str | None, advisor: Advisor) -> None:
    told = advisor.ask(text).facts
    assert [doubt.code for doubt in told.doubts] == ([why] if why else [])


def test_no_answer_is_unsure_without_a_reason() -> None:
    assert FactAnswer().confidence is None
    assert FactAnswer(doubts=(WorkUnsaid(), SizeUnsaid())).confidence == "low"
