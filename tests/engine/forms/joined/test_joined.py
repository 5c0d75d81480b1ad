"""What is stated is joined into a sum before anything that is written."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text

CASES = tomllib.loads(Path(__file__).with_name("stated.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES["sum"], ids=lambda case: case["first"])
def test_the_first_line_is_the_sum(case: dict[str, str | list[str]], advisor: Advisor) -> None:
    for text in case["texts"]:
        answer = advisor.ask(text)
        told = " ".join(card_text(answer).split())
        first = answer.facts.headline
        assert first is not None and first.code == case["first"], (text, told[:300])
        assert all(words in told for words in case["says"]), (text, told[:600])


@pytest.mark.parametrize("text", CASES["none"]["texts"])
def test_no_sum_stands_before_what_is_asked(text: str, advisor: Advisor) -> None:
    sums = {case["first"] for case in CASES["sum"]} - {"fits_partly"}
    first = advisor.ask(text).facts.headline
    assert first is None or first.code not in sums, text
