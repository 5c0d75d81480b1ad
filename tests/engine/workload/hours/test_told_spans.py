"""How long machines are on."""

from __future__ import annotations

import pytest

from engine.workload.hours.told_spans import spans, times


@pytest.mark.parametrize(
    ("text", "hours", "period"),
    [
        ("per month if we never switch it off", 730, "month"),
        ("two weeks, 10 hours each weekday", 10 * 5 * 2, ""),
        ("läuft rund um die Uhr, was kostet das im Jahr", 8760, "year"),
        ("about 11 hours a day, Monday to Friday, all year", 11 * 5 * 52, "year"),
        ("10h a day on 22 working days", 220, "month"),
        ("8 chips for 3 days", 72, ""),
        ("durante 60 horas", 60, ""),
        ("only sat+sun around the clock, per month", 24 * 2 * (52 / 12), "month"),
        ("24/7 except weekends, a month", 24 * 5 * (52 / 12), "month"),
        ("24/7 including weekends, a month", 730, "month"),
        ("werktags 8 Stunden, was kostet das im Monat", 8 * 5 * (52 / 12), "month"),
    ],
)
def test_hours_in_a_period(text: str, hours: float, period: str) -> None:
    assert [(one.hours, one.period) for one in spans(text)] == [(hours, period)]


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
        ("200 horas por mês", [200]),  # of each month, and not a month besides
        ("60 hours a week", [60]),
        ("2 g5.xlarge 8 h a day on 7 days of each week and", [56]),  # "and" is no day
    ],
)
def test_each_time_is_told_in_hours(text: str, hours: list[float]) -> None:
    assert [one.hours for one in times(text)] == hours


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("8卡A100租一个月大概多少钱？", [730]),
        ("H100租一周多少钱？", [168]),
        ("租十一个月", []),  # eleven, which is not read
    ],
)
def test_a_span_stands_beside_other_signs_without_a_blank(text: str, hours: list[float]) -> None:
    assert [one.hours for one in times(text)] == hours
