"""When a weekly digest is due: a pure function of the day, hour and time zone a channel chose."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from knowledge.store.subscriptions import Subscription

DAYS = 7


class DueTime(NamedTuple):
    """`week` is the ISO week of the day in the channel's zone, such as 2026-W48; `at` the instant, in UTC."""

    week: str
    day: date
    at: datetime


def week_of(day: date) -> str:
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02}"


def due_time(subscription: Subscription, day: date) -> DueTime:
    """The hour of the digest in the week of `day`.

    An hour skipped by daylight saving time is read as if the clock had not changed; of an hour that occurs twice, the
    first counts.
    """
    monday = day - timedelta(days=day.weekday())
    due = monday + timedelta(days=subscription.weekday)
    at = datetime.combine(due, time(*divmod(subscription.minute, 60)), ZoneInfo(subscription.zone))
    return DueTime(week_of(due), due, at.astimezone(UTC))


def due(subscription: Subscription, now: datetime, late_hours: float) -> DueTime | None:
    """The latest due time, if it is at most `late_hours` ago and the channel had already chosen it by then."""
    today = now.astimezone(ZoneInfo(subscription.zone)).date()
    for day in (today, today - timedelta(days=DAYS)):
        latest = due_time(subscription, day)
        if latest.at <= now:
            is_late = now - latest.at > timedelta(hours=late_hours)
            return None if is_late or latest.at.timestamp() < subscription.set_at else latest
    return None


def next_due_time(subscription: Subscription, now: datetime) -> DueTime:
    """The first due time after `now`."""
    today = now.astimezone(ZoneInfo(subscription.zone)).date()
    weeks = (due_time(subscription, today + timedelta(days=DAYS * ahead)) for ahead in range(3))
    return next(upcoming for upcoming in weeks if upcoming.at > now)
