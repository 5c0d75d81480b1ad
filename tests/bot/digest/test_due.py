"""When a digest is due: weeks by time zone, daylight saving time, and processes that were down."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.digest.due import due, next_due_time, week_of
from knowledge.store.subscriptions import Subscription

LATE_HOURS = 24.0


def wanted(day: int, hour: int, minute: int = 0, zone: str = "UTC", since: str = "2020-01-01T00:00") -> Subscription:
    return Subscription(
        team="T1", channel="C1", weekday=day, minute=hour * 60 + minute, zone=zone, set_at=at(since).timestamp()
    )


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def week_due(subscription: Subscription, now: str) -> str | None:
    found = due(subscription, at(now), LATE_HOURS)
    return found.week if found else None


@pytest.mark.parametrize(
    ("now", "week"),
    [
        ("2026-11-23T07:59", None),  # Berlin is an hour ahead in winter; last week's is six days late
        ("2026-11-23T08:00", "2026-W48"),
        ("2026-11-24T08:00", "2026-W48"),
        ("2026-11-24T08:01", None),
    ],
)
def test_a_digest_is_due_for_a_day_from_its_hour_on(now: str, week: str | None) -> None:
    assert week_due(wanted(0, 9, zone="Europe/Berlin"), now) == week


@pytest.mark.parametrize(
    ("monday", "hour"),
    [
        ("2026-03-23", 8),
        ("2026-03-30", 7),
        ("2026-10-19", 7),
        ("2026-10-26", 8),
    ],  # summer time from March 29 to October 25
)
def test_nine_in_berlin_is_nine_in_berlin_all_year(monday: str, hour: int) -> None:
    subscription = wanted(0, 9, zone="Europe/Berlin")
    assert week_due(subscription, f"{monday}T{hour - 1:02}:59") is None
    assert week_due(subscription, f"{monday}T{hour:02}:00") is not None


def test_an_hour_skipped_in_spring_is_due_once() -> None:
    """On March 29 Berlin skips from 2:00 to 3:00, so 2:30 is read as 3:30 there, 1:30 UTC."""
    subscription = wanted(6, 2, 30, "Europe/Berlin")
    assert week_due(subscription, "2026-03-29T01:29") is None
    assert week_due(subscription, "2026-03-29T01:30") == "2026-W13"


def test_an_hour_that_occurs_twice_in_autumn_counts_the_first_time() -> None:
    """On October 25 it is 2:30 in Berlin at 0:30 UTC and again at 1:30 UTC."""
    subscription = wanted(6, 2, 30, "Europe/Berlin")
    assert [week_due(subscription, f"2026-10-25T{hour}:30") for hour in ("00", "01")] == ["2026-W43", "2026-W43"]
    assert week_due(subscription, "2026-10-25T00:29") is None


def test_the_week_is_that_of_the_channel_s_own_zone() -> None:
    """When it is Monday at 1:00 in Auckland, it is still Sunday in UTC."""
    assert week_due(wanted(0, 1, zone="Pacific/Auckland"), "2026-11-22T12:00") == "2026-W48"


def test_a_digest_due_on_sunday_night_belongs_to_last_week_on_monday() -> None:
    assert week_due(wanted(6, 23), "2026-11-23T06:00") == "2026-W47"


def test_the_last_week_of_a_year_reaches_into_the_next() -> None:
    assert week_due(wanted(4, 9), "2027-01-01T09:00") == "2026-W53"
    assert week_of(at("2026-11-21T00:00").date()) == "2026-W47"


def test_a_time_before_the_channel_chose_it_is_not_due() -> None:
    subscription = wanted(0, 9, since="2026-11-23T09:01")
    assert week_due(subscription, "2026-11-23T09:02") is None
    assert week_due(subscription, "2026-11-30T09:00") == "2026-W49"


def test_changing_the_zone_within_a_week_posts_no_second_digest() -> None:
    berlin, denver = wanted(0, 9, zone="Europe/Berlin"), wanted(0, 9, zone="America/Denver")
    assert week_due(berlin, "2026-11-23T16:00") == week_due(denver, "2026-11-23T16:00") == "2026-W48"


def test_a_clock_put_back_gives_the_same_week_again() -> None:
    subscription = wanted(0, 9)
    assert week_due(subscription, "2026-11-23T20:00") == week_due(subscription, "2026-11-23T09:00")


def test_the_next_due_time_is_the_first_in_the_future() -> None:
    subscription = wanted(0, 9, zone="Europe/Berlin")
    assert next_due_time(subscription, at("2026-11-23T07:59")).at == at("2026-11-23T08:00")
    assert next_due_time(subscription, at("2026-11-23T08:00")).at == at("2026-11-23T08:00") + timedelta(days=7)
