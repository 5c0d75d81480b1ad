"""A follow-up posts what it changed: whether the recommendation stays, what was said, the rows that moved."""

from __future__ import annotations

import json

import pytest

from bot.advice.advisor import Advisor, Answer
from bot.blockkit.check import check_message
from bot.blockkit.length import counted
from bot.card.blocks.difference import difference_blocks, is_difference
from bot.card.blocks.message import card_blocks

FIRST = "repeated Llama 70B fine-tune, PyTorch, tight region capacity, 52 runs"


@pytest.fixture(scope="module")
def first(advisor: Advisor) -> Answer:
    return advisor.ask(FIRST)


def words(blocks: list[dict[str, object]]) -> str:
    return json.dumps(blocks, ensure_ascii=False)


def test_a_recommendation_that_moves_is_said_first(advisor: Advisor, first: Answer) -> None:
    answer = advisor.ask("what if only 2 runs?", before=first.reading)
    assert is_difference(answer)
    heading, said, *rest = difference_blocks(answer)
    assert heading["text"]["text"] == "The recommendation changes from Trainium to NVIDIA GPU."
    assert said["text"]["text"].startswith("Changed: runs from 52 to 2.\n")
    (table,) = [block for block in rest if block["type"] == "data_table"]
    cells = [[cell["text"] for cell in row] for row in table["rows"]]
    assert cells[0] == ["option", "$ a run", "2 runs"]
    assert cells[1][0].startswith("✓ p4d.24xlarge")
    assert "$67.6k → $2,599" in cells[1]  # $1,299 a run: 52 of them before, 2 now


def test_one_that_stays_says_so(advisor: Advisor, first: Answer) -> None:
    answer = advisor.ask("what if 80 runs?", before=first.reading)
    assert is_difference(answer)
    assert difference_blocks(answer)[0]["text"]["text"].startswith("The recommendation is still Trainium")


@pytest.mark.parametrize("text", ["what if only 2 runs?", "what if 80 runs?", "make it 8B", "10B tokens a run"])
def test_it_is_shorter_than_the_card_and_slack_takes_it(advisor: Advisor, first: Answer, text: str) -> None:
    answer = advisor.ask(text, before=first.reading)
    assert is_difference(answer)
    blocks = difference_blocks(answer)
    assert check_message({"text": "t", "blocks": blocks}) == ()
    assert counted(blocks) < counted(card_blocks(answer))
    assert len(next(block for block in blocks if block["type"] == "data_table")["rows"]) <= 6


def test_only_rows_that_read_otherwise_are_listed(advisor: Advisor, first: Answer) -> None:
    """With only the number of runs changed, what a run costs moves nowhere that shares no block."""
    answer = advisor.ask("what if 80 runs?", before=first.reading)
    table = next(block for block in difference_blocks(answer) if block["type"] == "data_table")
    for row in table["rows"][1:]:
        assert any("→" in cell["text"] for cell in row)


@pytest.mark.parametrize("text", ["thanks!", "what does p5.48xlarge cost in us-east-1?", FIRST])
def test_what_changes_nothing_is_no_difference(advisor: Advisor, first: Answer, text: str) -> None:
    assert not is_difference(advisor.ask(text, before=first.reading))
    assert not is_difference(first)


def test_where_nothing_fits_any_more_the_whole_card_says_why(advisor: Advisor, first: Answer) -> None:
    answer = advisor.ask("on one g5.xlarge", before=first.reading)
    assert answer.verdict is not None and answer.verdict.kind == "no_fit"
    assert not is_difference(answer)
