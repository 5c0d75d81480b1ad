"""A turn that changes one value is answered as the whole question with that value would be."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text

TABLE = Path(__file__).parent / "one_value.toml"
CHANGES = tomllib.loads(TABLE.read_text(encoding="utf-8"))["change"]
CITES = re.compile(r"\s*\[\d+\]")
AMOUNTS = re.compile(r"\$[\d.,]*\dk?|\d+(?:\.\d+)? GiB\b")
SPANS = re.compile(r"\d+(?:\.\d+)? days\b")


def figures(advisor: Advisor, *turns: str) -> tuple[str, ...]:
    """The amounts of the first sentences, in their order."""
    before = None
    for turn in turns:
        answer = advisor.ask(turn, before=before)
        before = answer.goes_on_from
    first = " ".join(CITES.sub("", card_text(answer).split("\n\n")[0]).split())
    return tuple((AMOUNTS.findall(first) or SPANS.findall(first))[:2])


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change["whole"])
def test_it_begins_as_the_whole_question_does(advisor: Advisor, change: dict[str, Any]) -> None:
    expected = figures(advisor, change["whole"])
    assert expected and expected != figures(advisor, change["question"])
    told = {turn: figures(advisor, change["question"], turn) for turn in change["turns"]}
    assert told == dict.fromkeys(change["turns"], expected)
