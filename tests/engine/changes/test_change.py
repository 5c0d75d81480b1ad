"""One change of a price, as a value."""

from __future__ import annotations

import pytest

from engine.changes.change import percent_of


@pytest.mark.parametrize(
    ("before", "after", "percent"),
    [(80.0, 60.0, -25.0), (60.0, 80.0, 100 / 3), (None, 60.0, None), (60.0, None, None), (0.0, 60.0, None)],
)
def test_the_percentage_is_relative_to_the_price_before_and_missing_without_one(
    before: float | None, after: float | None, percent: float | None
) -> None:
    assert percent_of(before, after) == (None if percent is None else pytest.approx(percent))
