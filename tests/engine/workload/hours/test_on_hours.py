"""The hours of a month in which what serves is on."""

from __future__ import annotations

import pytest

from engine.workload.hours.on_hours import paid, told_hours
from engine.workload.profile import Profile

SERVES = Profile(task="inference")


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("office hours only (mon-fri 9-17)", 174),  # 8 h x 5 / 7 x 730 / 24
        ("only used 2 hours a day", 61),
        ("seulement les jours ouvrés de 8h à 18h", 217),
        ("8h pro tag werktags", 174),
    ],
)
def test_hours_of_a_day_and_days_of_a_week_are_hours_of_a_month(text: str, hours: float) -> None:
    told = told_hours(text, SERVES)
    assert told is not None and round(told.hours) == hours


@pytest.mark.parametrize("text", ["24/7", "for 20 users", "a week of it"])
def test_what_is_on_day_and_night_has_none(text: str) -> None:
    assert told_hours(text, SERVES) is None


def test_training_has_none() -> None:
    assert told_hours("mon-fri 9-17", Profile(task="fine_tuning")) is None


def test_only_hours_that_are_paid_one_by_one_are_saved() -> None:
    """730 dollars a month, 2 of 24 hours a day."""
    told = paid("2 hours a day", SERVES, 730.0, "on_demand")
    assert told is not None and told.usd == pytest.approx(60.8, abs=0.1)
    assert paid("2 hours a day", SERVES, 730.0, "reserved_1yr") is None
