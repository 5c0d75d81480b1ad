"""What the sentences that ask want to know."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.reading.asking.sought import asked_one_by_one


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("Why is my training on an A100 so slow?", "why"),
        ("为什么4090比A100慢？", "why"),
        ("Warum ist das Training auf der A100 so langsam?", "slow"),
        ("Does v3-512 mean 512 cores or 512 chips?", "meaning"),
        ("Is a 3090 enough for LoRA of a 7B?", "fit"),
        ("显存需要多少？", "fit"),
        ("Which GPU should I buy?", "which"),
        ("How large is the loss without NVLink?", "effect"),
        ("Does it support the MI100?", "support"),
        ("How long does it take on 8 H100?", "hours"),
        ("What GPUs did the authors use?", "used"),
    ],
)
def test_a_predicate_is_read_where_it_is_asked(text: str, predicate: str, advisor: Advisor) -> None:
    sought = advisor.parse(text).sought
    assert predicate in sought.predicates and sought.asks


def test_a_word_in_a_sentence_that_does_not_ask_is_no_predicate(advisor: Advisor) -> None:
    text = "We reserved a p5 for one year. The vram is full of joy. Why is the loss curve of my run so slow to fall?"
    assert {"why", "slow"} <= set(advisor.parse(text).sought.predicates)
    assert {"commit", "fit"}.isdisjoint(advisor.parse(text).sought.predicates)


def test_beside_why_nothing_else_of_the_sentence_is_asked(advisor: Advisor) -> None:
    found = advisor.parse("Why is the H100 slower than the A100 although it costs more to rent?").sought.predicates
    assert "why" in found and "dollars" not in found and "which" not in found


def test_a_question_mark_behind_a_bracket_is_that_of_the_sentence_before(advisor: Advisor) -> None:
    found = advisor.parse("It stopped.\nWhich memory is this error referring to (not RAM, I hope!) ?\nBye.").sought
    assert "meaning" in found.predicates


def test_the_share_of_a_recurring_question_counts_only_what_stands_in_the_sentences_that_ask(
    advisor: Advisor,
) -> None:
    asked = advisor.parse("GPU utilization is 100% but training is slow, why?").sought
    told = advisor.parse("GPU utilization is 100% but training is slow.\nOn another note, who sells tea?").sought
    assert dict(asked.faqs)["gpu-util-meaning"] == 1.0
    assert dict(told.faqs).get("gpu-util-meaning", 0.0) <= 1.0


def test_sentences_are_told_apart(advisor: Advisor) -> None:
    text = "How long does it take? And which card should I buy?"
    first, second = asked_one_by_one(text, advisor._vocabulary)
    assert "hours" in first.predicates and "which" in second.predicates and "hours" not in second.predicates


@pytest.mark.parametrize(
    "text",
    [
        "It ran out of memory on 8 cards.\nWith 16 it runs. Is 4 simply impossible?",
        "We have p4d today. And what would be the equivalent on TPU",
        "OOM on both. and would 2 H200 do",
    ],
)
def test_a_short_sentence_that_asks_of_a_number_or_a_name_asks(text: str, advisor: Advisor) -> None:
    assert advisor.parse(text).sought.asks
