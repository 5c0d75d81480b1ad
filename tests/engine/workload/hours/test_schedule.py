"""How many hours machines are on in all."""

from __future__ import annotations

import pytest

from engine.workload.hours.schedule import schedule


@pytest.mark.parametrize(
    ("text", "hours", "unit"),
    [
        ("drei Wochen, werktags 8 Stunden", 3 * 5 * 8, ""),
        ("mon-thu 6h a day, monthly", 730 / 24 * 4 / 7 * 6, "month"),
        ("9-5 on workdays, the bill for march 2027", 23 * 8, ""),  # its workdays are counted
        ("10 horas al día, 5 días a la semana", 730 / 24 * 5 / 7 * 10, "month"),
        ("10 Stunden am Tag, 5 Tage die Woche", 730 / 24 * 5 / 7 * 10, "month"),
        ("from jan 4 to jan 11 2027", 7 * 24, ""),
        ("80% of 5 days", 0.8 * 120, ""),
        ("half a year, always on", 4380, ""),
        ("2 nights of 12 hours each", 24, ""),
        ("20 workdays at 10h", 200, ""),
        ("switched on only on weekdays 9 to 18, monthly", 730 / 24 * 5 / 7 * 9, "month"),
    ],
)
def test_hours_of_a_time_and_the_part_of_it_that_is_used(text: str, hours: float, unit: str) -> None:
    told = schedule(text)
    assert told is not None and (round(told.hours, 3), told.unit) == (round(hours, 3), unit)


@pytest.mark.parametrize("text", ["a month", "for 168 hours", "1-year reserved", "a 3y CUD for 2 weeks"])
def test_a_plain_time_is_none(text: str) -> None:
    assert schedule(text) is None
