"""The same question in other words has the same first line, with the figures that were worked out by hand."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from bot.advice.advisor import Advisor
from bot.card.card import card

GROUPS = tomllib.loads(Path(__file__).with_suffix("").with_name("worded_alike.toml").read_text(encoding="utf-8"))[
    "group"
]
ANSWERS = re.compile(r"^(Yes|No|That depends)[,:.] ")  # before the verdict where the wording asks for yes or no


def first_line(advisor: Advisor, text: str) -> str:
    return ANSWERS.sub("", re.sub(r" ?\[\d+\]", "", str(card(advisor.ask(text)).headline)))


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group["id"])
def test_other_words_change_neither_the_first_line_nor_its_figures(
    advisor: Advisor, group: dict[str, list[str]]
) -> None:
    told = {text: first_line(advisor, text) for text in group["wordings"]}
    first = told[group["wordings"][0]]
    assert {text: line for text, line in told.items() if sorted(line.split()) != sorted(first.split())} == {}, first
    assert [part for part in group["says"] if part not in first] == [], first
