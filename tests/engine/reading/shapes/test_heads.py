"""What the clause that asks is about, and whether a line speaks of it."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.reading.shapes.heads import HEAD, HEAD_TOLD, TOLD_OF, asks_in_one, foreign, ways

FITS = "Yes: full fine-tuning of 13B fits on 2 x p4d.24xlarge, with 15.6 of 36.0 usable GiB taken on each."
NEAREST, SHORTEST = 5, 16


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("13B full finetune on 2x p4d. Is EFA mandatory?", "Is EFA mandatory?"),
        ("is EFA mandatory for FSDP over 2x p4d? 13B full finetune", "is EFA mandatory for FSDP over 2x p4d?"),
        ("It fits, I think. Which quota do I need?", "Which quota do I need?"),
        ("and the perplexity", "and the perplexity"),
        (
            "We train on 8 H100, but does the vocabulary matter?",
            "We train on 8 H100, but does the vocabulary matter?",
        ),
        ("So one node is faster than two?", "So one node is faster than two?"),
        ("LoRA of a 7B on an L4: what's the catch?", "LoRA of a 7B on an L4: what's the catch?"),
    ],
)
def test_a_head_without_a_word_in_the_line_is_named(advisor: Advisor, text: str, clause: str) -> None:
    assert foreign(text, FITS, advisor._vocabulary, NEAREST, SHORTEST) == clause


@pytest.mark.parametrize(
    "text",
    [
        "Does a 13B with gradient checkpointing fit on 2x p4d with EFA?",  # asks of the 13B, the rest is circumstance
        "Will it work over EFA?",  # behind "over"
        "Can 8 H100 do that without a quota?",
        "any cloud, dont care about the SLA, where is an H100",  # nothing asked behind the comma
        "Is one L4 enough for an 8B?",
    ],
)
def test_a_circumstance_is_no_head(advisor: Advisor, text: str) -> None:
    assert foreign(text, FITS, advisor._vocabulary, NEAREST, SHORTEST) == ""


def test_a_line_that_speaks_of_it_tells_it(advisor: Advisor) -> None:
    line = "EFA matters when one job spans several machines; within one it brings nothing."
    assert foreign("Is EFA mandatory?", line + " It is not required.", advisor._vocabulary, NEAREST, SHORTEST) == ""


def test_a_long_text_that_asks_nothing_has_no_head(advisor: Advisor) -> None:
    text = "The network between them is EFA and we keep the checkpoints on FSx for Lustre in the same zone, always."
    assert foreign(text, FITS, advisor._vocabulary, NEAREST, SHORTEST) == ""


def test_how_a_text_asks(advisor: Advisor) -> None:
    assert ways("Then which instance, and what does it cost an hour?", advisor._vocabulary) == {"which_one"}


def test_the_sentence_that_asks_under_words_is_found(advisor: Advisor) -> None:
    text = "I have 8k usd. Doable?"
    assert asks_in_one(text, "8k usd", advisor._vocabulary) == "Doable?"
    assert asks_in_one(text, "9k usd", advisor._vocabulary) == ""


def test_no_told_words_without_what_they_tell(advisor: Advisor) -> None:
    terms = [(term.slot, term.value) for term in advisor.facts.terms]
    heads = {value for slot, value in terms if slot == HEAD}
    assert {value for slot, value in terms if slot == HEAD_TOLD} <= heads
    asked = {value for slot, value in terms if slot == "asks_of"} - {"which_one"}
    assert {value for slot, value in terms if slot == TOLD_OF} == asked
