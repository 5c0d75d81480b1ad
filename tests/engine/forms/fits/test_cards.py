"""What cards of one's own hold."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.fits.cards import cards_of
from tests.day import DAY


def columns(advisor: Advisor, text: str) -> tuple[str, ...]:
    return cards_of(advisor.parse(text), advisor.library(), DAY)[1].columns


def test_the_ways_are_those_of_the_task(advisor: Advisor) -> None:
    assert columns(advisor, "RTX 3090 or RTX 4090 for inference?")[-3:] == ("up_to_bf16", "up_to_int8", "up_to_int4")
    assert columns(advisor, "RTX 3090 or RTX 4090 for training?")[-3:] == ("up_to_full", "up_to_lora", "up_to_qlora")


@pytest.mark.parametrize("text", ["2x RTX 3090 for training", "two RTX 3090 for training"])
def test_several_cards_hold_more_together_and_it_is_said_how(advisor: Advisor, text: str) -> None:
    told, table = cards_of(advisor.parse(text), advisor.library(), DAY)
    one = cards_of(advisor.parse("one RTX 3090 for training"), advisor.library(), DAY)[1].rows[0]
    two = table.rows[0]
    assert told.sharded and str(two.cells[0]) == "2 x NVIDIA RTX 3090"
    held = table.columns.index("up_to_lora")
    assert isinstance(two.cells[held], float) and isinstance(one.cells[held], float)
    assert 1.8 < two.cells[held] / one.cells[held] < 2.2
