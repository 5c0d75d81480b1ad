"""Turns that take one amount back for another."""

from __future__ import annotations

import pytest

from engine.reading.asking.corrected import corrected
from tests.engine.reading.test_read import vocabulary


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("sorry 30B not 13", "sorry 30B"),
        ("sorry, 70B not 8B", "sorry, 70B"),
        ("make that 70B, not 8B", "make that 70B"),
        ("pardon, 70B et pas 8B", "pardon, 70B"),
        ("not 13B but 30B", "but 30B"),
    ],
)
def test_what_is_taken_back_is_left_out(text: str, left: str) -> None:
    assert corrected(text, vocabulary()) == left


@pytest.mark.parametrize("text", ["not on spot", "no more than 8 H100", "8 H100, not on AWS", "why not 8?"])
def test_other_turns_are_as_they_are(text: str) -> None:
    assert corrected(text, vocabulary()) == text


@pytest.mark.parametrize(
    ("text", "left"),
    [("no, on spot", "on spot"), ("sorry, I meant QLoRA", "I meant QLoRA"), ("actually, 16 H100", "16 H100")],
)
def test_words_before_a_comma_that_only_correct_are_left_out(text: str, left: str) -> None:
    assert corrected(text, vocabulary()) == left


@pytest.mark.parametrize("text", ["no, that is wrong", "no, why?", "no spot", "sorry, which one is cheaper?"])
def test_before_what_asks_or_doubts_they_stay(text: str) -> None:
    assert corrected(text, vocabulary()) == text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("what is a TPU slice by the way", "what is a TPU slice"),
        ("btw, what does int4 mean?", "what does int4 mean?"),
        ("what is ZeRO-3, just curious", "what is ZeRO-3"),
    ],
)
def test_words_that_only_say_that_it_is_asked_beside_are_left_out(text: str, left: str) -> None:
    assert corrected(text, vocabulary()) == left
