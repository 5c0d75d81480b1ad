"""What a word that is nearly a command was meant to be."""

from __future__ import annotations

import pytest

from bot.surfaces.verbs.names import VERBS, nearest


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("subscrbe friday 9:00", "subscribe"),
        ("unsubscibe", "unsubscribe"),
        ("hlep", "help"),
        ("/digset", "digest"),
        ("my dta", "my data"),
    ],
)
def test_a_slip_is_recognized(typed: str, meant: str) -> None:
    found = nearest(typed)
    assert found is not None and found.name == meant


@pytest.mark.parametrize("name", [verb.name for verb in VERBS])
def test_a_verb_that_is_spelled_right_is_no_slip(name: str) -> None:
    assert nearest(name) is None


@pytest.mark.parametrize("text", ["which chip for a 70B LoRA?", "digest the news", "p5 or trn2?"])
def test_a_question_is_no_verb(text: str) -> None:
    assert nearest(text) is None
