"""Whether so many of a card hold the work is what the answer on memory says of them alone."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.cards.sides import CardSide
from engine.forms.form import Asked
from engine.forms.picked.holds import holds
from knowledge.facts import Facts
from tests.day import DAY


@pytest.mark.parametrize(
    ("text", "chip", "number", "way", "fits"),
    [
        ("LoRA of a 70B on an H100 or an L4?", "l40s", 1, None, False),  # 139 GiB against 40
        ("LoRA of a 70B on an H100 or an L4?", "l40s", 4, None, True),  # against 161
        ("a 30B coder", "rtx3090", 1, "int8", False),  # 30 GiB and the cache against 21.6
        ("a 30B coder", "rtx3090", 1, "int4", True),
        ("some network", "l40s", 1, None, None),
    ],
)
def test_by_the_answer_on_memory(
    text: str, chip: str, number: int, way: str | None, fits: bool | None, facts: Facts
) -> None:
    advisor = Advisor(facts, DAY)
    side = CardSide(chip, (facts.accelerators[chip],), number)
    assert holds(side, number, Asked(advisor.parse(text), advisor.library(), DAY), way).fits is fits
