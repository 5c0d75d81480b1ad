"""What stands first where much was not understood and a sum would leave out what is asked."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.unsure.guessed import Withdrawn

ODD = "while grandmother's melancholy orchestra tunelessly gobbles stubborn dumplings beneath yesterday's umbrellas"


@pytest.mark.parametrize(
    "text",
    [
        f"Why is the utilization of my instances only 50% {ODD}, with a T4 and a model of my own?",
        f"Does it support {ODD} on several nodes, with an H200 and DeepSeek?",
        f"Does TensorFlow support {ODD}?",
    ],
)
def test_no_sum_stands_where_a_cause_or_support_is_asked(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    first = answer.facts.headline
    assert first is None or isinstance(first, Withdrawn) or first.code in {"faq_told", "unplaced", "not_held_of"}
    assert first is not None


@pytest.mark.parametrize(
    "text",
    [
        f"How much GPU memory does a LoRA fine-tune of Llama 3.1 8B take {ODD}?",
        "Does FP8 run on an A100?",
    ],
)
def test_what_was_said_of_the_work_keeps_its_sum(text: str, advisor: Advisor) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, Withdrawn)


def test_the_first_line_names_what_is_asked_and_the_words(advisor: Advisor) -> None:
    first = advisor.ask(f"Does TensorFlow support {ODD}?").facts.headline
    assert isinstance(first, Withdrawn) and first.wants == "support" and "melancholy" in " ".join(first.stretches)
