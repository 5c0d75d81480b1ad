"""The hours of a month in which what serves is on, where they are told: "office hours only", "10 hours a day"."""

from __future__ import annotations

from typing import NamedTuple

from engine.workload.hours.schedule import schedule
from engine.workload.profile import Profile
from knowledge.facts import Purchase
from knowledge.units import HOURS_PER_MONTH

MOST = 0.97  # share of a month, above which it is on all of it
BY_HOUR: frozenset[Purchase] = frozenset({"on_demand", "spot"})  # ways to buy whose hours are paid one by one


class OnHours(NamedTuple):
    """Hours of a month, of each day and days of the month in which it is on; `usd` of those, where a sum is told."""

    hours: float
    of_day: float
    days: float
    usd: float = 0.0

    @property
    def share(self) -> float:
        """Of the hours of a month."""
        return self.hours / HOURS_PER_MONTH


def told_hours(text: str, profile: Profile) -> OnHours | None:
    """None where it is on day and night, or nothing is served."""
    told = schedule(text) if profile.task == "inference" else None
    if told is None or told.unit not in ("month", "") or told.whole != HOURS_PER_MONTH:
        return None
    if not 0 < told.hours < MOST * told.whole:
        return None
    return OnHours(told.hours, told.of_day, told.days)


def paid(text: str, profile: Profile, usd: float, purchase: Purchase) -> OnHours | None:
    """The same with their dollars, of `usd` a month day and night; None where all hours are paid whatever is used."""
    told = told_hours(text, profile)
    return told._replace(usd=usd * told.share) if told is not None and purchase in BY_HOUR else None
