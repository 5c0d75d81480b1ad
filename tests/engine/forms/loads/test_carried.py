"""A load is what serves it today."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
from engine.forms.loads.carried import carried
from engine.library import library_of
from knowledge.facts import Facts
from tests.day import DAY


def _made(advisor: Advisor, facts: Facts, text: str, day: date = DAY) -> dict[str, float]:
    chains = carried(advisor.parse(text), library_of(facts), day).chains
    return {one.slot: one.value for one in chains if one.parts[0].thing == "carrying"}


def test_lengths_nobody_said_are_those_that_the_machines_carry(advisor: Advisor, facts: Facts) -> None:
    """Prompts of 1,024 and answers of 256 tokens are usual, in the same proportion."""
    made = _made(advisor, facts, "We serve Llama 3.1 8B on 4 g5.2xlarge at 20 requests/s. Would inf2 be cheaper?")
    assert made.keys() == {"prompt_tokens", "answer_tokens"}
    assert made["answer_tokens"] < 256
    assert made["prompt_tokens"] == pytest.approx(4 * made["answer_tokens"], rel=0.05)


def test_twice_the_machines_carry_longer_answers(advisor: Advisor, facts: Facts) -> None:
    few, many = (
        _made(advisor, facts, f"We serve Llama 3.1 8B on {count} g5.2xlarge at 20 requests/s. inf2 instead?")
        for count in (4, 8)
    )
    assert many["answer_tokens"] > few["answer_tokens"]


def test_without_a_load_it_is_in_proportion_to_the_machines(advisor: Advisor, facts: Facts) -> None:
    one, two = (
        _made(advisor, facts, f"we serve a 13B on {count} g5.12xlarge, is there something cheaper?")
        for count in (4, 8)
    )
    assert two["tokens_per_day"] == pytest.approx(2 * one["tokens_per_day"])


@pytest.mark.parametrize(
    "text",
    [
        "We serve Llama 3.1 8B on 4 g5.2xlarge at 20 requests/s, answers of 300 tokens. Would inf2 be cheaper?",
        "We serve Llama 3.1 8B on 4 g5.2xlarge, 50M tokens a day. Would inf2 be cheaper?",
        "We fine-tune Llama 3.1 8B on 4 g5.2xlarge. Would trn1 be cheaper?",
        "can 4 g5.2xlarge handle 20 requests/s of Llama 3.1 8B?",
    ],
)
def test_what_was_said_or_is_asked_is_not_made_up(advisor: Advisor, facts: Facts, text: str) -> None:
    assert _made(advisor, facts, text) == {}
