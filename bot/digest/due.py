"""When a weekly digest is due: pure, from the day, the hour and the zone a channel chose."""

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


def due_time(wanted: Subscription, day: date) -> DueTime:
    """The hour of the digest in the week of `day`.

    An hour that the clock leaves out in spring is taken as if the clock had not been put forward; of one that comes
    twice in autumn, the first counts.
    """
    monday = day - timedelta(days=day.weekday())
    due = monday + timedelta(days=wanted.weekday)
    at = datetime.combine(due, time(*divmod(wanted.minute, 60)), ZoneInfo(wanted.zone))
    return DueTime(week_of(due), due, at.astimezone(UTC))


def due(wanted: Subscription, now: datetime, late_hours: float) -> DueTime | None:
    """The due time that has come by `now`: at most `late_hours` ago, and after the channel chose it."""
    today = now.astimezone(ZoneInfo(wanted.zone)).date()
    for day in (today, today - timedelta(days=DAYS)):
        latest = due_time(wanted, day)
        if latest.at <= now:
            is_late = now - latest.at > timedelta(hours=late_hours)
            return None if is_late or latest.at.timestamp() < wanted.set_at else latest
    return None


def next_due_time(wanted: Subscription, now: datetime) -> DueTime:
    """The first due time after `now`."""
    today = now.astimezone(ZoneInfo(wanted.zone)).date()
    weeks = (due_time(wanted, today + timedelta(days=DAYS * ahead)) for ahead in range(3))
    return next(upcoming for upcoming in weeks if upcoming.at > now)
