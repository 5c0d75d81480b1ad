"""What a question names as its condition, and whether an answer speaks of it."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.reading.shapes.named import asks_in, is_named_in, is_spoken_of, sides, unnamed


@pytest.mark.parametrize(
    ("text", "answer", "missing"),
    [
        ("and on spot?", "One card of 16 GB is enough.", ("spot",)),
        ("se usiamo le spot?", "One card of 12 GB is enough.", ("spot",)),
        ("and on spot?", "It is $0.40 an hour on spot.", ()),
        ("What serves a 405B in FP8?", "2 x p4de.24xlarge, in BF16.", ("FP8",)),
        ("What serves a 405B in FP8?", "8 x NVIDIA H200 SXM, in FP8.", ()),
        ("4-bit QLoRA on one A10G?", "QLoRA fits on one NVIDIA A10G.", ()),
        ("We train on spot today. What does one L4 cost?", "$0.80 an hour.", ()),
    ],
)
def test_a_condition_that_no_line_names_is_found(
    advisor: Advisor, text: str, answer: str, missing: tuple[str, ...]
) -> None:
    assert unnamed(text, lambda: answer, advisor._vocabulary) == missing


def test_two_chips_of_one_sentence_are_set_against_each_other(advisor: Advisor) -> None:
    assert sides("Rent H100s, or pay for trn2?", advisor._vocabulary) == ("h100", "trainium2")
    assert sides("Is one H100 enough? We have an A100.", advisor._vocabulary) == ()


def test_a_chip_is_named_by_its_generation_too(advisor: Advisor) -> None:
    assert is_named_in("a100", "one NVIDIA A100 80 GB", advisor._vocabulary)
    assert not is_named_in("trainium2", "a Capacity Block ends at 11:30", advisor._vocabulary)


def test_a_passage_speaks_of_a_question_by_one_word_that_says_something(advisor: Advisor) -> None:
    words = advisor._vocabulary
    assert is_spoken_of("what breaks when moving from cuda?", "Bespoke CUDA means a month or longer.", words)
    assert not is_spoken_of("when is spot for g5.48xlarge lowest", "trn1 against p5, dollars per FLOP.", words)


def test_the_sentences_that_ask_are_quoted(advisor: Advisor) -> None:
    assert asks_in("We have two p5. And what is the equivalent on TPU?", advisor._vocabulary).startswith("And what")
