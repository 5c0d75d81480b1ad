"""A turn that nothing answers."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.again.unfollowed import TurnUnread, Unfollowed, unfollowed


@pytest.mark.parametrize("turn", ["and what color has it?", "and who wrote it?"])
def test_what_was_said_stands(advisor: Advisor, turn: str) -> None:
    before = advisor.ask("How much memory for LoRA of a 7B?").goes_on_from
    told = advisor.ask(turn, before=before)
    assert isinstance(told.facts.headline, Unfollowed)
    again = advisor.ask("and QLoRA?", before=told.goes_on_from)
    assert again.form.id == "fit" and again.reading.profile.method == "qlora"


def test_on_other_matters_it_is_declined(advisor: Advisor) -> None:
    hello = advisor.ask("hello")
    told = advisor.ask("what is the weather?", before=hello.goes_on_from)
    assert unfollowed(told.facts, told.reading, hello.reading) == told.facts
    before = advisor.ask("How much memory for LoRA of a 7B?").goes_on_from
    assert not isinstance(advisor.ask("what is the weather?", before=before).facts.headline, Unfollowed)


FIRST = (
    "How much memory for LoRA of a 13B on one A100 40GB?",
    "How long does a full fine-tune of 8B on 1B tokens take on p5.48xlarge?",
    "repeated Llama 8B fine-tune, 1B tokens a run, PyTorch, AWS",
)


@pytest.mark.parametrize("first", FIRST)
@pytest.mark.parametrize("turn", ["ok it turns out all are PCIe", "and what do you think of the frobnicator?"])
def test_a_turn_that_was_not_understood_does_not_get_the_last_verdict(
    first: str, turn: str, advisor: Advisor
) -> None:
    before = advisor.ask(first)
    told = advisor.ask(turn, before=before.goes_on_from)
    assert isinstance(told.facts.headline, TurnUnread) and told.verdict is None
    assert card_text(told).startswith("I did not understand what this turn asks")
    assert told.facts.sentences in ((), (before.facts.headline,))
    again = advisor.ask("and QLoRA?", before=told.goes_on_from)
    assert again.reading.profile.method == "qlora"  # the work stays


@pytest.mark.parametrize("first", FIRST)
@pytest.mark.parametrize(
    "turn", ["and QLoRA?", "are you sure?", "what about H200?", "How long does it take?", "why?"]
)
def test_a_turn_that_was_understood_is_answered(first: str, turn: str, advisor: Advisor) -> None:
    told = advisor.ask(turn, before=advisor.ask(first).goes_on_from)
    assert not isinstance(told.facts.headline, TurnUnread | Unfollowed)


def test_passages_that_share_a_word_answer_no_turn(advisor: Advisor) -> None:
    before = advisor.ask(FIRST[0]).goes_on_from
    assert isinstance(advisor.ask("does it also run under solaris?", before=before).facts.headline, Unfollowed)
