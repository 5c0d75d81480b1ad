"""Turns that say a time, or how many times, and nothing else."""

from __future__ import annotations

import pytest

from engine.reading.asking.spans import allowed, how_many_times
from engine.reading.document import Document, lay_out
from engine.workload.profile import Profile
from tests.engine.reading.test_read import vocabulary


def laid(text: str) -> Document:
    return lay_out(text, vocabulary(), Profile(), in_thread=True)


@pytest.mark.parametrize(
    ("text", "hours"), [("3 weeks tops", 504), ("max 5 days", 120), ("within 2 days", 48), ("2 weeks at most", 336)]
)
def test_a_time_that_may_not_be_passed(text: str, hours: float) -> None:
    assert allowed(laid(text)) == hours


@pytest.mark.parametrize("text", ["for 3 weeks", "max 500 dollars", "8 H100 for at most 3 days"])
def test_other_times_bound_nothing(text: str) -> None:
    assert allowed(laid(text)) is None


@pytest.mark.parametrize("text", ["x5", "for all 5 folds", "5 seeds", "5x", "e per tutti e 5 i fold?"])
def test_so_many_of_the_run(text: str) -> None:
    assert how_many_times(laid(text)) == 5


@pytest.mark.parametrize("text", ["and 5?", "5 of them", "x5 H100", "5 days", "seeds"])
def test_other_numbers_are_none_of_runs(text: str) -> None:
    assert how_many_times(laid(text)) is None
