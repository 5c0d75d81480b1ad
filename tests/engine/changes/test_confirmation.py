"""How many looks a new price needs before it is confirmed."""

from __future__ import annotations

import pytest

from engine.changes.confirmation import LineHistory, StepConfirmer
from engine.changes.peers import PeerMoves
from engine.changes.spot_market import SpotMarket
from knowledge.facts import Facts
from tests.engine.changes.looks import limits, line, week


def history(facts: Facts, prices: str) -> LineHistory:
    """The history of one price without peers."""
    only, bounds = line(prices), limits(facts)
    return StepConfirmer(PeerMoves([only], bounds), SpotMarket([only], [], bounds), bounds).history(only)


@pytest.mark.parametrize(
    ("prices", "code", "confirmed_at"),
    [
        ("55.04 55.04 44.03", "plain", 2),  # -20 %: at once
        ("55.04 55.04 25 25", "lone", 3),  # more than half, alone: at its second look
        ("55.04 55.04 25", "lone", None),
        ("55.04 55.04 6.88 6.88 6.88", "outside", None),  # an eighth: one chip's price instead of eight
        ("55.04 55.04 700 700 700 700", "placeholder", None),  # however often it is seen
        ("55.04 55.04 -", "gone", 2),
    ],
)
def test_the_more_unusual_a_price_the_more_looks_it_takes(
    facts: Facts, prices: str, code: str, confirmed_at: int | None
) -> None:
    (step,) = history(facts, prices).steps
    assert step.code == code
    assert step.confirmed_on == (None if confirmed_at is None else week(confirmed_at))


def test_an_excursion_that_returns_to_the_old_price_is_a_glitch_not_a_step(facts: Facts) -> None:
    cleaned = history(facts, "55.04 55.04 44.03 55.04")
    assert cleaned.steps == ()
    assert [glitch.shown.usd_per_hour for glitch in cleaned.glitches] == [44.03]


def test_of_a_ladder_each_rung_is_believed_as_soon_as_enough_looks_reach_it(facts: Facts) -> None:
    """Up by 2 % a week: two looks agree, so the price is one look behind; what agreed is counted."""
    steps = history(facts, "55.04 56.14 57.26 58.41 59.58").steps
    assert [step.confirmed_on for step in steps] == [week(2), week(3), week(4), None]
    assert [step.looks for step in steps] == [2, 2, 2, 1]
