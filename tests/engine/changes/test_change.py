"""One change of a price, as a value."""

from __future__ import annotations

from datetime import date

import pytest

from engine.changes.change import Change, percent_of


@pytest.mark.parametrize(
    ("before", "after", "percent"),
    [(80.0, 60.0, -25.0), (60.0, 80.0, 100 / 3), (None, 60.0, None), (60.0, None, None), (0.0, 60.0, None)],
)
def test_the_percentage_is_relative_to_the_price_before_and_missing_without_one(
    before: float | None, after: float | None, percent: float | None
) -> None:
    assert percent_of(before, after) == (None if percent is None else pytest.approx(percent))


@pytest.mark.parametrize(
    ("changed", "is_once"),
    [({}, True), ({"looks": 2}, False), ({"feed": "recorded"}, False), ({"code": "retracted"}, False)],
)
def test_one_look_is_once_but_for_recorded_prices_and_what_is_taken_back(
    changed: dict[str, object], is_once: bool
) -> None:
    day = date(2026, 11, 18)
    once = Change(
        "aws", "p5.48xlarge", "us-east-1", "on_demand", 55.04, 44.03, -20.0, "moved", True, "moved", "skypilot", day,
        day, day, looks=1, needed=1,
    )  # fmt: skip
    assert once._replace(**changed).is_seen_once is is_once  # type: ignore[arg-type]  # fields by name
