"""The least move of a limit: what is named holds as it is printed, and a step less does not."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from engine.fleet.nearest import cents_up, days_of, enough_days, enough_machines


@given(st.floats(0.002, 300.0), st.floats(0.0, 250.0), st.none() | st.floats(0.001, 400.0))
def test_the_deadline_that_is_named_is_enough_and_a_step_less_is_not(
    needed: float, now: float, guess: float | None
) -> None:
    def holds(days: float) -> bool:
        return days >= needed

    found = enough_days(holds, now, 365.0, guess)
    if now >= needed:  # nobody asks then
        return
    assert found is not None and holds(found) and float(f"{found:.6g}") == found
    step = 1.0 if found >= 11 else 10.0 ** (math.floor(math.log10(found - 1e-9)) - 2)
    assert found - step * 1.0001 < max(needed, now)


def test_a_deadline_after_the_plan_ends_is_not_named() -> None:
    assert enough_days(lambda days: days >= 400, 10.0, 365.0) is None


def test_steps_of_days_are_three_digits_and_then_whole_days() -> None:
    assert [days_of(step) for step in (11, 10, 9, 8, -890, -891)] == [11.0, 10.0, 9.99, 9.98, 1.0, 0.999]


@given(st.integers(1, 3000))
def test_machines_are_whole_and_no_more_than_needed(needed: int) -> None:
    assert enough_machines(lambda more: more >= needed) == needed


def test_nothing_is_named_where_no_number_of_machines_is_enough() -> None:
    assert enough_machines(lambda _more: False) is None


def test_an_amount_is_rounded_up_to_the_cent() -> None:
    assert [cents_up(usd) for usd in (10.0, 10.001, 10.0100000001)] == [10.0, 10.01, 10.01]
