"""One question in several wordings has one answer: its form, the kind of its first line, and its deciding figures."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.base.interval import Interval

TABLE = Path(__file__).parent / "same_question.toml"
QUESTIONS = tomllib.loads(TABLE.read_text(encoding="utf-8"))["question"]
CITES = re.compile(r"\s*\[\d+\]")


def first_sentence(text: str) -> str:
    """Without the numbers of the sources, and as one line."""
    return " ".join(CITES.sub("", text.split("\n\n")[0]).split())[:120]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["wordings"][0])
def test_every_wording_is_answered_alike(advisor: Advisor, question: dict[str, Any]) -> None:
    answers = {words: advisor.ask(words) for words in question["wordings"]}
    assert {words: answer.form.id for words, answer in answers.items()} == dict.fromkeys(answers, question["form"])
    firsts = {words: answer.facts.headline for words, answer in answers.items()}
    codes = {words: first.code if first else None for words, first in firsts.items()}
    assert codes == dict.fromkeys(answers, question["first"])
    lines = {words: first_sentence(card_text(answer)) for words, answer in answers.items()}
    assert len(set(lines.values())) == 1, lines
    assert question.get("says", "") in next(iter(lines.values())), question["by_hand"]
    if "figure" in question:
        figure = getattr(next(iter(firsts.values())), question["figure"])
        low, high = question["between"]
        assert low <= (figure.likely if isinstance(figure, Interval) else figure) <= high, question["by_hand"]
