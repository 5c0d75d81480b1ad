"""*Sources*: all of them with day and grade, and on the card those that decide."""

from __future__ import annotations

import re

import pytest

from bot.advice.advisor import Advisor
from bot.card.blocks.sources import deciding, source_blocks
from bot.card.card import Card, card
from tests.day import FOUNDING


def test_every_source_has_its_number_day_grade_and_where_it_has_one_its_address(advisor: Advisor) -> None:
    shown = card(advisor.ask(FOUNDING))
    said = "\n".join(block["text"]["text"] for block in source_blocks(shown))
    assert re.findall(r"^\[(\d+)\]", said, re.MULTILINE) == [str(note.number) for note in shown.notes]
    for note in shown.notes:
        assert f"{note.as_of} · {note.grade}" in said
        assert note.url is None or f"<{note.url}|" in said


@pytest.mark.parametrize("text", [FOUNDING, "repeated Llama 8B fine-tune, 20 runs, PyTorch, tight region capacity"])
def test_the_sources_of_the_advised_row_are_on_the_card_as_links(advisor: Advisor, text: str) -> None:
    shown = card(advisor.ask(text))
    (line,) = deciding(shown)
    for number in shown.rows[0].notes:
        note = next(note for note in shown.notes if note.number == number)
        assert f"[{number}] " in line
        assert note.url is None or f"[{number}] <{note.url}|" in line


def test_an_answer_without_sources_says_so() -> None:
    shown = Card(question="q", headline="h", confidence=None, as_of="2026-11-21")
    assert source_blocks(shown)[0]["elements"][0]["text"] == "This answer cites no source."
    assert deciding(shown) == []
