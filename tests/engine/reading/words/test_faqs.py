"""Recurring questions: all groups of cues, none that rules it out, the most telling first."""

from __future__ import annotations

from datetime import date

import pytest

from engine.reading.words.faqs import Faqs
from engine.reading.words.patterns import Phrases
from engine.reading.words.tokens import lowered, tokenise
from knowledge.facts import Faq, FaqCue

DAY = date(2026, 11, 22)


def question(name: str, *cues: tuple[str, ...], never: tuple[str, ...] = ()) -> Faq:
    return Faq(
        id=name, says="So.", more="Yes.", cues=cues, never=never, sources=("a",), checked_on=DAY, examples=("a?",)
    )


KNOWN = Faqs(
    [
        question("stopped", ("stopped|stop",), ("@bill",), never=("early stopping",)),
        question("stopped-tpu", ("stopped|stop",), ("@bill",), ("tpu",)),
        question("slow", ("training",), ("why * slow",)),
    ],
    {"bill": FaqCue(id="bill", words=("billed|charged", "pay for"))},
)
PHRASES = Phrases(KNOWN.phrases)


def asked(text: str) -> list[str]:
    tokens = tokenise(lowered(text))
    return [one.faq for one in KNOWN.asked(tokens, PHRASES.find(tokens))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Am I billed when it is stopped?", ["stopped"]),
        ("Do I pay for a machine that I stop?", ["stopped"]),
        ("It stopped. Why?", []),  # the subject alone
        ("Am I billed by the hour?", []),  # what is asked alone
        ("Am I billed for early stopping after it stopped?", []),
        ("Am I charged for a stopped TPU?", ["stopped-tpu", "stopped"]),
        ("Why is our training slow?", ["slow"]),  # one group's phrase inside the gap of the other's
    ],
)
def test_a_question_is_asked_by_a_phrase_of_every_group(text: str, found: list[str]) -> None:
    assert asked(text) == found


def test_the_tokens_of_its_cues_are_told() -> None:
    tokens = tokenise(lowered("Am I billed when it is stopped?"))
    (one,) = KNOWN.asked(tokens, PHRASES.find(tokens))
    assert one.tokens == {2, 6}


def test_words_of_its_phrases_are_spelled_right() -> None:
    assert {"stopped", "charged", "tpu", "early"} <= PHRASES.known


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It stopped. We wrote to them. Am I billed?", ["stopped"]),
        ("It stopped. We wrote. They answered. We slept. Am I billed?", []),  # words of two stories
        ("Stopped machine\nWe wrote. They answered. We slept. Am I billed?", ["stopped"]),  # its heading
        ("Is it stopped?\nWe wrote. They answered. We slept. Am I billed?", ["stopped"]),
        ("Am I billed if stopped? We wrote. They answered. We slept. Well? (a TPU)", ["stopped-tpu", "stopped"]),
        ("Am I billed if stopped? We wrote. They answered. We slept. We had a TPU.", ["stopped"]),
    ],
)
def test_the_phrases_of_a_question_stand_near_each_other(text: str, found: list[str]) -> None:
    assert asked(text) == found


TERM = {"says": "So.", "more": "Yes.", "sources": ("a",), "checked_on": DAY, "examples": ("a?",), "is_term": True}
TERMS = Faqs(
    [
        Faq(id="hbm", cues=(("hbm",), ("@defines",)), **TERM),
        Faq(id="ttft", cues=(("ttft",), ("@defines", "?")), of_value=True, **TERM),
    ],
    {
        "defines": FaqCue(id="defines", words=("what is|does|are",)),
        "differs": FaqCue(id="differs", words=("difference between",)),
        "around": FaqCue(id="around", words=("the|a|here|mean",)),
        "its": FaqCue(id="its", words=("what is the",)),
        "together": FaqCue(id="together", words=("and",)),
    },
)
TERM_PHRASES = Phrases(TERMS.phrases)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("What is HBM?", ["hbm"]),
        ("We buy cards. What does HBM mean here?", ["hbm"]),
        ("What is the HBM of a B200?", []),
        ("HBM?", []),
        ("TTFT?", ["ttft"]),
        ("What are HBM and TTFT?", ["hbm", "ttft"]),
        ("What is the difference between TTFT and HBM?", ["ttft", "hbm"]),
        ("What is the difference between TTFT and HBM on it?", []),
    ],
)
def test_a_term_is_asked_by_a_sentence_that_holds_nothing_else(text: str, found: list[str]) -> None:
    tokens = tokenise(lowered(text))
    asked = TERMS.asked(tokens, TERM_PHRASES.find(tokens))
    assert sorted(one.faq for one in asked) == sorted(found) and all(one.of_term for one in asked)


@pytest.mark.parametrize(("text", "value"), [("What is the TTFT?", True), ("What is TTFT?", False)])
def test_with_an_article_it_may_ask_for_the_value_of_what_is_measured(text: str, value: bool) -> None:
    tokens = tokenise(lowered(text))
    assert [one.of_value for one in TERMS.asked(tokens, TERM_PHRASES.find(tokens))] == [value]
