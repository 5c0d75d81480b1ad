"""A turn that no reading of the thread answers is asked as one question with what was asked before it."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.advice.answer import Answer
from bot.card.as_text import card_text


def thread(advisor: Advisor, *turns: str) -> Answer:
    answer = advisor.ask(turns[0])
    for turn in turns[1:]:
        answer = advisor.ask(turn, before=answer.goes_on_from)
    return answer


def first_line(answer: Answer) -> str:
    return card_text(answer, 1000).strip().splitlines()[0]


LARGEST = "we have 64 H100 for two weeks, how big a model can we train from scratch"


@pytest.mark.parametrize(
    ("turns", "begins"),
    [
        (("whats a g5.xlarge in frankfurt", "and for a month?"), "$918 a month: g5.xlarge on demand"),  # 730 x $1.258
        (("whats a g5.xlarge in frankfurt", "and for a month?", "g6.xlarge instead?"), "$735 a month: g6.xlarge"),
        ((LARGEST, "and on how many tokens?"), "About 17B parameters on 340B tokens"),
    ],
)
def test_it_is_answered_as_that_question(advisor: Advisor, turns: tuple[str, ...], begins: str) -> None:
    answer = thread(advisor, *turns)
    assert first_line(answer).startswith(begins)
    assert answer.question == turns[-1]


def test_what_nothing_answers_either_leaves_the_thread_as_it_was(advisor: Advisor) -> None:
    before = advisor.ask("fine-tune Llama 3 8B on 50M tokens, PyTorch")
    strange = advisor.ask("does it dance?", before=before.goes_on_from)
    assert first_line(strange).startswith("I hold nothing that answers this turn")
    later = advisor.ask("how long does that take?", before=strange.goes_on_from)
    assert [one.text for one in later.goes_on_from.thread] == [before.question, "how long does that take?"]
    assert first_line(later).startswith("About ")


def test_a_turn_that_adds_nothing_is_not_answered_by_what_was_said_before(advisor: Advisor) -> None:
    assert first_line(thread(advisor, "How much memory for LoRA of a 7B?", "and who wrote it?")).startswith("I ")
