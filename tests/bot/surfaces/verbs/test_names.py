"""What a word that is nearly a command was meant to be."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.surfaces.verbs.names import VERBS, meant, nearest
from tests.bot.card.test_forms_on_card import ASKED
from tests.golden.test_golden import CARDS

ROOT = Path(__file__).resolve().parents[4]


@pytest.mark.parametrize(
    ("typed", "verb"),
    [
        ("subscrbe friday 9:00", "subscribe"),
        ("unsubscibe", "unsubscribe"),
        ("hlep", "help"),
        ("/digset", "digest"),
        ("my dta", "my data"),
        ("subscrbe monday", "subscribe"),
        ("prcies trn2", "prices"),
        ("priecs own list", "prices"),
        ("price", "prices"),
        ("Price?", "prices"),
        ("setings answers=channel", "settings"),
        ("setting", "settings"),
        ("sub", "subscribe"),
        ("unsub", "unsubscribe"),
        ("delete my dat now", "delete my data"),
    ],
)
def test_a_slip_is_told_the_verb_that_was_meant(typed: str, verb: str) -> None:
    found = meant(typed)
    assert found is not None and found.name == verb


def questions() -> Iterator[str]:
    """Every question of the tests and the documents, and what people are known to ask."""
    yield from CARDS.values()
    yield from (text for texts in ASKED.values() for text in texts)
    for path in (ROOT / "tests" / "engine" / "reading" / "texts").glob("*.toml"):
        rows = tomllib.loads(path.read_text(encoding="utf-8")).get("text", [])
        yield from (row["text"] for row in rows if "text" in row)
    for path in (ROOT / "knowledge" / "data" / "topics").glob("*.toml"):
        for row in tomllib.loads(path.read_text(encoding="utf-8")).get("faq", []):
            yield from row["examples"]
    for line in (ROOT / "docs" / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line).get("text", "") if line.strip() else ""


def test_no_question_is_taken_for_a_verb() -> None:
    asked = [text for text in questions() if text]
    assert len(asked) > 900
    assert [text for text in asked if meant(text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "price of p5.48xlarge in us-east-1",
        "price trn2",
        "setting up Trainium for Llama 8B, what does it take?",
        "getting OOM on 8 A100",
        "sub 10 ms latency for Llama 8B",
        "subject to change?",
        "helps LoRA?",
    ],
)
def test_what_begins_nearly_like_a_verb_is_still_a_question(text: str) -> None:
    assert meant(text) is None


@pytest.mark.parametrize("name", [verb.name for verb in VERBS])
def test_a_verb_that_is_spelled_right_is_no_slip(name: str) -> None:
    assert nearest(name) is None


@pytest.mark.parametrize("text", ["which chip for a 70B LoRA?", "digest the news", "p5 or trn2?"])
def test_a_question_is_no_verb(text: str) -> None:
    assert nearest(text) is None
