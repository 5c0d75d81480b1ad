"""A turn that no reading of the thread answers is asked as one question with what was asked before it."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.advice.answer import Answer
from bot.advice.thread.first_line import first_words
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


@pytest.mark.parametrize(
    ("turns", "begins"),
    [
        (
            ("where can i get H200", "can i get that on demand"),
            "Yes: p5en.48xlarge (8 x NVIDIA H200 SXM) on demand on AWS",
        ),
        (("p5.48xlarge spot price", "what if it gets interrupted"), "AWS gives two minutes before it takes a spot"),
        (("g6e.12xlarge 3 year reserved price", "is that paid upfront?"), "No: the rates of reservations"),
        (("T4 price aws", "anything newer that's cheaper"), "Instead of T4 on AWS: g6.xlarge"),
    ],
)
def test_a_turn_of_few_words_is_answered_as_what_it_stands_for(
    advisor: Advisor, turns: tuple[str, ...], begins: str
) -> None:
    answer = thread(advisor, *turns)
    assert first_line(answer).startswith(begins)
    assert answer.question == turns[-1]


def test_a_written_answer_leaves_the_thread_as_it_was(advisor: Advisor) -> None:
    price = advisor.ask("how much is p4d.24xlarge per month?")
    told = advisor.ask("does that include storage?", before=price.goes_on_from)
    assert told.goes_on_from.thread == price.goes_on_from.thread


def test_after_a_run_in_time_the_thread_is_on_as_many(advisor: Advisor) -> None:
    run = "How long does full fine-tuning of Mistral 7B on 1B tokens take on a p4d?"
    answer = thread(advisor, run, "can it be done in half the time?")
    assert first_line(answer).startswith("Yes, within ")
    assert answer.goes_on_from.profile.accelerator_count == answer.goes_on_from.sums[-1].chips > 8


def test_what_nothing_answers_either_leaves_the_thread_as_it_was(advisor: Advisor) -> None:
    before = advisor.ask("fine-tune Llama 3 8B on 50M tokens, PyTorch")
    strange = advisor.ask("does it dance?", before=before.goes_on_from)
    assert first_line(strange).startswith("I hold nothing that answers this turn")
    later = advisor.ask("how long does that take?", before=strange.goes_on_from)
    assert [one.text for one in later.goes_on_from.thread] == [before.question, "how long does that take?"]
    assert first_line(later).startswith("About ")


def test_a_turn_that_adds_nothing_is_not_answered_by_what_was_said_before(advisor: Advisor) -> None:
    assert first_line(thread(advisor, "How much memory for LoRA of a 7B?", "and who wrote it?")).startswith("I ")


@pytest.mark.parametrize("turn", ["cost?", "and what would that cost on aws", "how much is that in dollars?"])
def test_after_how_long_it_takes_elsewhere_its_cost_is_that_of_the_same_run(advisor: Advisor, turn: str) -> None:
    """At $6.88 a chip-hour 44 to 75 hours of 8 are $2,420 to $4,100."""
    before = advisor.ask("We used 16 A100 for 3 days. Same on 8 H100, how long?").goes_on_from
    line = first_words(advisor.ask(turn, before=before))
    assert "on 8 x NVIDIA H100 SXM, $2,420 to $4,100 on demand" in line
