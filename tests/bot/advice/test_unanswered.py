"""A sentence that asks for what no line tells is named."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.advice.unanswered import unanswered

ERROR = "Out of memory on my A100 with 3000 residues.\nWhich memory is this error referring to, RAM or GPU?"


def test_a_second_question_that_nothing_tells_is_named(advisor: Advisor) -> None:
    answer = advisor.ask(f"{ERROR}\nAny ideas on how to set up the thing?")
    assert any("set up the thing" in one for one in answer.left_out)


def test_one_question_that_is_answered_is_not(advisor: Advisor) -> None:
    assert advisor.ask("Is one RTX 4090 enough for LoRA of Llama 3.1 8B?").left_out == ()


def test_two_at_most_are_named(advisor: Advisor) -> None:
    more = " ".join(f"How to set up the {name} on it?" for name in ("printer", "kettle", "radio", "lamp"))
    answer = advisor.ask(ERROR)
    assert len(unanswered(answer, f"{ERROR} {more}", advisor._vocabulary, advisor._library)) == 2
