"""Where sentences end, and which of them ask."""

from __future__ import annotations

import pytest

from engine.reading.document import Document, lay_out
from engine.reading.sentences import asking, sentences
from engine.workload.profile import Profile
from tests.engine.reading.test_read import vocabulary


def document(text: str) -> Document:
    return lay_out(text, vocabulary(), Profile())


def told(text: str) -> list[str]:
    laid = document(text)
    return [laid.slice(*span) for span in asking(laid)]


def test_a_dot_inside_a_version_ends_no_sentence() -> None:
    laid = document("Torch 2.5.1 is here. It runs! Does it?")
    assert [laid.slice(*span) for span in sentences(laid)] == ["Torch 2.5.1 is here.", "It runs!", "Does it?"]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("We have 8 A100. Does a 70B fit?", ["Does a 70B fit?"]),
        ("We have 8 A100. I would like to know if a 70B fits. Thanks.", ["I would like to know if a 70B fits."]),
        ("请问8张A100够吗？我们有很多数据。", ["请问8张A100够吗？"]),
        ("We have 8 A100. A 70B fits.", []),
        ("Why? We have 8 A100. Please tell me how long it takes.", ["Why?", "Please tell me how long it takes."]),
    ],
)
def test_what_asks_ends_with_a_question_mark_or_begs_for_an_answer(text: str, asked: list[str]) -> None:
    assert told(text) == asked
