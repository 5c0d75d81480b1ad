"""A sentence that asks for what no line tells is named."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.advice.unanswered import agreeing, unanswered
from bot.card.as_text import card_text
from bot.card.card import card

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


def _first(advisor: Advisor, text: str) -> str:
    return card(advisor.ask(text)).headline


@pytest.mark.parametrize(
    ("asked", "text", "words"),
    [
        ("Is one L4 enough for an 8B?", "where can I rent that?", "where can I rent that"),
        ("Is one L4 enough for an 8B?", "and how many epochs is that?", "how many epochs is that"),
        ("Is one L4 enough for an 8B?", "what would replace it for the least money", "what would replace it"),
        ("price of g6.xlarge", "how many tokens would that buy", "how many tokens would that buy"),
        ("price of g6.xlarge", "Wie oft wird das unterbrochen?", "Wie oft wird das unterbrochen"),
        ("what is LoRA?", "h100 or trn2?", "h100 or trn2?"),
        ("is it hard to port PyTorch to Trainium?", "when is g5 cheapest in Tokyo", "when is g5 cheapest in Tokyo"),
    ],
)
def test_what_is_asked_and_not_told_comes_first(advisor: Advisor, asked: str, text: str, words: str) -> None:
    told = agreeing(advisor.ask(asked), text, advisor._vocabulary, advisor._library)
    assert told.untold and told.untold[0].startswith(words)
    assert card(told).headline.startswith(f'I cannot tell "{words}')


def test_a_condition_that_the_answer_nowhere_names_comes_first(advisor: Advisor) -> None:
    told = agreeing(advisor.ask("Is one L4 enough for an 8B?"), "and on spot?", advisor._vocabulary, advisor._library)
    assert told.unnamed == ("spot",)
    assert card(told).headline.startswith('This says nothing of "spot": ')


def test_a_later_line_that_tells_it_is_put_first(advisor: Advisor) -> None:
    answer = advisor.ask("How long does a 7B on 10B tokens take on one p5.48xlarge?")
    first, facts = answer.facts.headline, answer.facts
    assert first is not None
    room = advisor.ask("Is one H100 enough for an 8B?").facts.headline
    other = facts.model_copy(update={"headline": room, "sentences": (first, *facts.sentences), "table": None})
    told = agreeing(
        answer.model_copy(update={"facts": other}), "how long would it take?", advisor._vocabulary, advisor._library
    )
    assert (told.facts.headline, told.facts.sentences[0], told.untold) == (first, room, ())


@pytest.mark.parametrize(
    "text",
    [
        "How many H100 to pretrain a 7B on 2T tokens in 30 days?",
        "How long does a migration to Neuron take?",
        "Is one RTX 4090 enough for LoRA of Llama 3.1 8B?",
        "What does a p5.48xlarge cost on spot?",
        "How many cameras at 12 fps for yolov8l fit on an L40S?",
        "We must stay in Frankfurt. LoRA of 8B, which instance?",
        "4-bit QLoRA of Llama 70B on one g5.48xlarge",
        "jax on trainium?",
    ],
)
def test_what_is_told_stays_as_it_is(advisor: Advisor, text: str) -> None:
    assert not _first(advisor, text).startswith(("I cannot tell", "This says nothing of"))


def test_a_yes_that_nobody_asked_for_is_no_answer(advisor: Advisor) -> None:
    line = _first(advisor, "how many trn2 chips to match 64 H100 in training a 70B?")
    assert not line.startswith("Yes")


def test_a_yes_is_not_said_below_what_is_not_told(advisor: Advisor) -> None:
    answer = advisor.ask("Is one L4 enough for an 8B?").model_copy(update={"untold": ("where",)})
    assert card(answer).headline.startswith('I cannot tell "where". The nearest I have:')
    assert "Yes" not in card(answer).headline


def test_a_price_that_is_not_held_answers_whether_it_is_sold_and_what_it_costs(advisor: Advisor) -> None:
    answer = advisor.ask("can i even buy a3-highgpu-1g on demand?? and whats it cost")
    assert answer.facts.prices and not answer.left_out


def test_a_format_that_the_sum_takes_is_spoken_of(advisor: Advisor) -> None:
    first = advisor.ask("monthly cost to serve llama 3.3 70b at 15 req/s, 800 tokens in, 250 out")
    turn = advisor.ask("and if we quantize to 4bit?", before=first.goes_on_from)
    assert not turn.unnamed and "INT4" in card_text(turn).split("[1]")[0]
