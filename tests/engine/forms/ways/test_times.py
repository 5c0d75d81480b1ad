"""How long machines run, as it is written."""

from __future__ import annotations

import pytest

from engine.forms.ways.times import times


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("for 168 hours", [168]),
        ("a week in us-east-1", [168]),
        ("1 p5 for 10 hours and 2 g5 for 200 hours", [10, 200]),
        ("monthly savings of a 1 year RI", [730]),
        ("pendant 5 jours", [120]),
        ("12 hours a day, 22 days a month", [264]),
        ("$ an hour", []),
    ],
)
def test_each_time_is_told_in_hours(text: str, hours: list[float]) -> None:
    assert [one.hours for one in times(text)] == hours
