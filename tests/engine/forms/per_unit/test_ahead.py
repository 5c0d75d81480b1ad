"""Which of two sides is ahead, by hand."""

from __future__ import annotations

from engine.forms.per_unit.ahead import ahead, times


def test_the_larger_over_the_smaller() -> None:
    assert times((32.0, 96.0)) == 3.0
    assert times((96.0, 32.0)) == 3.0
    assert times((80.0, 80.0)) is None
    assert times((80.0, 80.0, 141.0)) is None
    assert times((None, 5.19)) is None


def test_cheaper_and_behind_in_nothing() -> None:
    assert ahead(("a", "b"), (2.0, 3.0), (80.0, 80.0), (5.0, 4.0)) == "a"
    assert ahead(("b", "a"), (3.0, 2.0), (80.0, 80.0), (4.0, 5.0)) == "a", "the order changes nothing"
    assert ahead(("a", "b"), (2.0, 3.0), (40.0, 80.0)) is None, "cheaper with less memory"
    assert ahead(("a", "b"), (None, 3.0), (80.0, 80.0)) is None, "not sold on demand"
    assert ahead(("a", "b"), (2.0, 3.0), (80.0, 80.0), (5.0, 5.0)) is None, "the same chip in another machine"
