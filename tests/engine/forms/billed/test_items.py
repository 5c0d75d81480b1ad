"""A line by its name is one machine everywhere; of one chip, where that is said."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.billed.items import items


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3 p5 for a week", [("p5.48xlarge", 3)]),
        ("2 p4d.24xlarge a month", [("p4d.24xlarge", 2)]),
        ("v6e-256 spot monthly", [("v6e-256", 1)]),
        ("ND H100 v5 a month", [("Standard_ND96isr_H100_v5", 1)]),
        ("2 g5 for a week", []),  # a line of many sizes
    ],
)
def test_what_is_named_with_its_number(text: str, found: list[tuple[str, int]], advisor: Advisor) -> None:
    told = items(advisor.parse(text), advisor.facts)
    assert [(one.thing.id, one.number) for one in told] == found


def test_chips_told_beside_the_type_that_has_them_count_its_machines(advisor: Advisor) -> None:
    found = items(advisor.parse("24 H100 GPUs on p5.48xlarge for a weekend, on demand"), advisor.facts)
    assert [(one.thing.id, one.number) for one in found] == [("p5.48xlarge", 3)]
