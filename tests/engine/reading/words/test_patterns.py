"""Phrases as data: alternatives, optional words, gaps and numbers."""

from __future__ import annotations

import pytest

from engine.reading.words.patterns import Phrases, forms, is_layered
from engine.reading.words.tokens import lowered, tokenise
from knowledge.facts import Term

FOUND = Term(slot="purchase", value="spot", words=())


def result(phrase: str, text: str) -> list[str]:
    tokens = tokenise(lowered(text))
    return [
        text[tokens[match.first].start : tokens[match.last - 1].end]
        for match in Phrases([(phrase, FOUND)]).find(tokens)
    ]


@pytest.mark.parametrize(
    ("phrase", "text", "words"),
    [
        ("spot", "on spot today", ["spot"]),
        ("spot", "on Spots today", ["Spots"]),
        ("spot", "on spotless days", []),
        ("spot|preemptible", "a preemptible VM", ["preemptible"]),
        ("spot price?", "the spot price", ["spot price"]),
        ("spot price?", "the spot market", ["spot"]),
        ("buy * spot", "we buy almost everything on spot", ["buy almost everything on spot"]),
        ("buy * spot", "we buy late. Never on spot", []),
        ("save # percent", "save 70 percent", ["save 70 percent"]),
        ("hand-written", "hand written kernels", ["hand written"]),
        ("hand written", "hand-written kernels", ["hand-written"]),
    ],
)
def test_a_phrase_matches_its_words(phrase: str, text: str, words: list[str]) -> None:
    assert result(phrase, text) == words


def test_a_gap_spans_at_most_five_words() -> None:
    assert result("buy * spot", "buy one two three four five spot") == ["buy one two three four five spot"]
    assert result("buy * spot", "buy one two three four five six spot") == []


def test_a_word_is_also_tried_without_its_plural() -> None:
    assert forms("runs") == ("runs", "run")
    assert forms("team's") == ("team's", "team")
    assert forms("loss") == ("loss",)


def test_a_phrase_that_builds_on_others_is_found_after_them() -> None:
    assert is_layered("<candidates> quota")
    assert not is_layered("no quota")


def test_a_full_stop_ends_a_phrase_unless_it_joins_or_abbreviates() -> None:
    assert result("tight fine", "Capacity is tight. Fine-tune it") == []
    assert result("hand-written", "by hand. Written kernels") == []
    assert result("gpt 3.5", "our gpt-3.5 clone") == ["gpt-3.5"]
    assert result("gpu vs tpu", "GPU vs. TPU") == ["GPU vs. TPU"]
