"""One change of a price, and a figure that is not believed, as values."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from engine.changes.change import Change, DoubtedFigure, percent_of


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


DAY = date(2026, 11, 20)
ONCE = DoubtedFigure(Decimal("5.38"), False, DAY, DAY, "outside", looks=1, needed=3)


def test_what_was_seen_once_of_three_times_waits_for_two_more() -> None:
    assert (ONCE.figure, ONCE.looks_to_come) == (5.38, 2)


def test_what_no_look_settles_waits_for_none_and_what_is_gone_has_no_figure() -> None:
    gone = ONCE._replace(usd_per_hour=None, is_gone=True, needed=0)
    assert (gone.figure, gone.looks_to_come) == (None, None)
