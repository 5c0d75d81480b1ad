"""What interruptions take, and prices that others are held against."""

from __future__ import annotations

import pytest

from tests.engine.reading.measures.texts import of


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("killed every ~7h, lose 25 min of work plus 10 min to come back", 35 / 420),
        ("it gets reclaimed every 3 hours and each time 40 minutes are gone", 40 / 180),
        ("we lose 20 min + 8 min restart, preempted every 5h", 28 / 300),
        ("lose 10% to preemption", 0.1),
    ],
)
def test_the_share_that_is_lost(text: str, lost: float) -> None:
    told = of(f"spot is $9.80/h, {text}, price per useful hour?").measures
    assert [one.value for one in told if one.role == "lost"] == pytest.approx([lost])


@pytest.mark.parametrize("other", ["vs 21.96", "against $21.96 on demand", "on demand is 21.96"])
def test_a_price_that_another_is_held_against(other: str) -> None:
    told = of(f"we redo 12% of the work, spot is $9.80/h {other}. real price?").measures
    assert [one.value for one in told if one.role == "against"] == [21.96]
