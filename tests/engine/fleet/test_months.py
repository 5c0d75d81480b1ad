"""Hours that a month leaves, and the runs that come in it."""

from __future__ import annotations

import pytest

from engine.fleet.months import hours_left, runs_of_month


def test_a_whole_month_has_730_hours_within_the_months_of_the_work() -> None:
    assert [hours_left(month, first=2, last=3) for month in (1, 2, 3, 4)] == [0, 730, 730, 0]


def test_a_migration_takes_the_first_hours() -> None:
    """40 days are 960 h: nothing of month 1, 500 h of month 2."""
    assert [hours_left(month, first=1, last=2, lead_days=40) for month in (1, 2)] == [0, 500]


def test_a_deadline_ends_them_with_its_margin() -> None:
    """45 days are 1,080 h: 730 of month 1 and 350 of month 2, over 1.25."""
    left = [hours_left(month, first=1, last=3, deadline_days=45, margin=1.25) for month in (1, 2, 3)]
    assert left == pytest.approx([584, 280, 0])


def test_weekly_runs_are_whole_runs_and_52_in_a_year() -> None:
    runs = [runs_of_month(52 / 12, month) for month in range(1, 13)]
    assert runs == [4, 4, 5] * 4
    assert sum(runs) == 52


def test_a_run_every_two_months_comes_in_the_second() -> None:
    assert [runs_of_month(0.5, month) for month in (1, 2, 3, 4)] == [0, 1, 0, 1]
