"""Amounts that are told in a shorter way than they are meant."""

from __future__ import annotations

from engine.base.measures import Measure, Measured, times, unit
from knowledge.units import HOURS_PER_DAY

HOUR, DAY = unit(h=1), unit(day=1)


def unused_hours(told: Measured) -> tuple[Measure, ...]:
    """Where what is on all day is worked with for some hours of it, and the rest is asked for: the hours between."""
    hours = [one for one in told.measures if one.units[0] == times(HOUR, DAY, -1)]
    always = [one for one in hours if one.value == HOURS_PER_DAY]
    used = [one for one in hours if one.value < HOURS_PER_DAY]
    if not any(goal.idle for goal in told.goals) or len(always) != 1 or len(used) != 1:
        return told.measures
    days = [one for one in told.measures if one.role == "of" and one.at > used[0].at]
    share = days[0].value if days else 1.0
    words = " - ".join((always[0].words, " ".join(one.words for one in (*used, *days))))
    idle = always[0].model_copy(update={"value": HOURS_PER_DAY - used[0].value * share, "words": words})
    return (*(one for one in told.measures if one not in (*hours, *days)), idle)


def alike(measures: tuple[Measure, ...]) -> tuple[Measure, ...]:
    """Where one time is that of a thing and the others are bare, all are: "an hour a clip on one, 30 min there"."""
    each = next((one.units for one in measures if dict(one.units[0]).get("h") == 1 and len(one.units[0]) > 1), None)
    bare = [one for one in measures if one.units[0] == HOUR]
    if each is None or not bare or any(name == "day" for name, _ in each[0]):
        return measures
    return tuple(one.model_copy(update={"units": each}) if one in bare else one for one in measures)
