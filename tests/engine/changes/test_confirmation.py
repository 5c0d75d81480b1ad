"""How many looks a new price needs before it is believed."""

from __future__ import annotations

import pytest

from engine.changes.confirmation import Belief, Judge
from engine.changes.peers import Crowd
from engine.changes.spot_series import SpotSeries
from knowledge.facts import Facts
from tests.engine.changes.looks import limits, line, week


def belief(facts: Facts, prices: str) -> Belief:
    """Of one price, with no other beside it."""
    alone, known = line(prices), limits(facts)
    return Judge(Crowd([alone], known), SpotSeries([alone], [], known), known).belief(alone)


@pytest.mark.parametrize(
    ("prices", "code", "believed_at"),
    [
        ("55.04 55.04 44.03", "plain", 2),  # -20 %: at once
        ("55.04 55.04 25 25", "lone", 3),  # more than half, alone: at its second look
        ("55.04 55.04 25", "lone", None),
        ("55.04 55.04 6.88 6.88 6.88", "outside", None),  # an eighth: one chip's price instead of eight
        ("55.04 55.04 700 700 700 700", "placeholder", None),  # however often it is seen
        ("55.04 55.04 -", "gone", 2),
    ],
)
def test_the_odder_a_price_the_more_looks_it_takes(
    facts: Facts, prices: str, code: str, believed_at: int | None
) -> None:
    (step,) = belief(facts, prices).steps
    assert step.code == code
    assert step.told_on == (None if believed_at is None else week(believed_at))


def test_a_price_that_was_left_and_came_back_is_a_glitch_and_no_step(facts: Facts) -> None:
    found = belief(facts, "55.04 55.04 44.03 55.04")
    assert found.steps == ()
    assert [glitch.shown.usd_per_hour for glitch in found.glitches] == [44.03]
