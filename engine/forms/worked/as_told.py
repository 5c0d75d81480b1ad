"""Amounts that are told in a shorter way than they are meant."""

from __future__ import annotations

from engine.base.measures import Measure, Measured, times, unit
from knowledge.units import HOURS_PER_DAY

HOUR, DAY = unit(h=1), unit(day=1)
HARDWARE = ("machine", "chip")
MACHINE, CHIP, AN_HOUR = unit(machine=1), unit(chip=1), unit(usd=1, h=-1)
FAR = 3  # times what one chip is listed at: no price of one


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


def at_rates(told: Measured, measures: tuple[Measure, ...]) -> tuple[Measure, ...]:
    """Where how many are needed is asked and two rates of one thing are told, the one beside the hardware is what so
    many of that did, the other comes; how large such a thing is was the same in both: "3 replicas topped out at 22
    a second, launch needs 150".
    """
    if not told.goals or told.goals[0].wants != "count":
        return measures
    rates = [
        one for one in measures if _thing(one) and dict(one.units[-1]).get("h", dict(one.units[0]).get("h")) == -1
    ]
    kinds = {_thing(one) for one in rates}
    if len(rates) != len({one.at for one in rates}) or len(rates) != 2 or len(kinds) != 1:
        return measures
    counts = [one for one in measures if one.units[0] in (unit(machine=1), unit(chip=1))]
    if len(counts) != 1:
        return measures
    count = counts[0]
    pace, load = sorted(
        rates, key=lambda one: (len(one.units) > 1, _apart(one, count), one.at)
    )  # of all, in one clause
    own = unit(h=-1, **{_thing(pace): 1})
    each = tuple(times(own, unit(**{kind: 1}), -1) for kind in _kinds(count))
    words = f"({pace.words} / {count.words})" if count.value != 1 else pace.words
    made = {
        pace.at: pace.model_copy(update={"value": pace.value / count.value, "units": each, "words": words}),
        load.at: load.model_copy(update={"units": (own,)}),
    }
    kept = (one for one in measures if one is not count and (one in rates or _is_of_time(one)))
    return tuple(made.get(one.at, one) if one in rates else one for one in kept)


def of_all(measures: tuple[Measure, ...], usd_per_chip: float) -> tuple[Measure, ...]:
    """Where a price of an hour is told beside so many chips, of which one is listed at a part of it, it is of all:
    "we pay $80/hour for 8 H100". `usd_per_chip`: the dearest such hour that is listed, 0 where none is.
    """
    rates = [one for one in measures if one.units[0] == times(AN_HOUR, MACHINE, -1)]
    counts = [one for one in measures if one.units[0] == CHIP]
    many = {one.value for one in counts}
    if len(rates) != 1 or len(many) != 1 or not usd_per_chip:
        return measures
    rate, number = rates[0], many.pop()
    if number <= 1 or rate.value <= FAR * usd_per_chip or rate.value > FAR * usd_per_chip * number:
        return measures
    shared = {
        "value": rate.value / number,
        "words": f"{rate.words} / {number:g}",
        "units": (times(AN_HOUR, CHIP, -1),),
    }
    return tuple(rate.model_copy(update=shared) if one is rate else one for one in measures)


def _thing(one: Measure) -> str:
    """What comes so often an hour; "" of what is no rate of a thing."""
    powers = dict(one.units[0])
    if powers.get("h") != -1 or "usd" in powers:
        return ""
    return next((name for name, power in powers.items() if power == 1), "")


def _kinds(count: Measure) -> tuple[str, ...]:
    return HARDWARE if count.units[0] == unit(machine=1) else HARDWARE[::-1]


def _apart(one: Measure, other: Measure) -> int:
    """Characters between two amounts; what stands before the hardware is as near as what stands behind."""
    if one.at >= other.at:
        return one.at - other.at - len(other.words)
    return other.at - one.at - len(one.words)


def _is_of_time(one: Measure) -> bool:
    """Whether it says of all when or how much, not how large a thing is."""
    return bool(one.role) or set(dict(one.units[0])) <= {"h", "day", "usd", *HARDWARE}
