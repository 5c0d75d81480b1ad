"""Where such sums come first, and where they stay away."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from knowledge.facts import Facts
from tests.day import DAY


@pytest.fixture(scope="module")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)


def test_what_the_sum_reads_is_not_called_unused(advisor: Advisor) -> None:
    answer = advisor.ask("A frame takes 18 ms on an RTX 6000 Ada. 24 cameras at 25 fps each, how many GPUs?")
    assert not answer.unheeded


@pytest.mark.parametrize(
    "text",
    [
        "What does an H100 cost on AWS?",
        "Fine-tune Llama 3.1 8B on 100M tokens with LoRA, which GPU?",
        "We get 2,400 tokens/s on one L40S, is that normal?",
    ],
)
def test_other_questions_keep_their_answer(advisor: Advisor, text: str) -> None:
    first = advisor.ask(text).facts.headline
    assert first is None or not type(first).__module__.startswith("engine.forms.own")
