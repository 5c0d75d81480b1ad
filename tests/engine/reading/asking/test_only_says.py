"""Turns that only say other things, however they open."""

from __future__ import annotations

import pytest

from engine.reading.asking.instead import pieces
from engine.reading.asking.only_says import changes, only_says, stands_alone
from engine.reading.document import Document, lay_out
from engine.workload.profile import Profile
from tests.engine.reading.test_read import vocabulary


def laid(text: str) -> Document:
    return lay_out(text, vocabulary(), Profile(), in_thread=True)


@pytest.mark.parametrize(
    "turn",
    [
        "switch to an H200",
        "swap it for L40S",
        "what if we move to one p4d",
        "how does that change on an L40S?",
        "redo it with 400M tokens",
        "what would it be with Mistral 7B?",
        "wie sieht das mit 4 H100 aus?",
    ],
)
def test_words_that_only_change_something_ask_nothing(turn: str) -> None:
    document = laid(turn)
    assert only_says(document, list(pieces(document)))


@pytest.mark.parametrize(
    "turn", ["does that work on an L40S?", "drop the H100", "why did it change with 400M tokens?"]
)
def test_other_words_ask_or_take_back(turn: str) -> None:
    document = laid(turn)
    assert not only_says(document, list(pieces(document)))


def test_words_of_a_change_are_those_of_its_phrase() -> None:
    assert changes(laid("switch to 4")) == {0, 1}


@pytest.mark.parametrize(
    ("turn", "alone"),
    [
        ("if we move to 4", True),
        ("ok, 4", True),
        ("and if it were 16?", True),
        ("make it 250", False),
        ("and 250?", True),
    ],
)
def test_a_bare_number_stands_alone(turn: str, alone: bool) -> None:
    document = laid(turn)
    number = next(one for one in pieces(document) if one.kind == "amount")
    assert stands_alone(document, number) is alone
