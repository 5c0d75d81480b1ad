"""The pace of steps and the samples that a text tells, and the length it takes a pass over the data to have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from engine.base.measures import Measure
from engine.workload.hours.told_spans import times
from knowledge.units import HOURS_PER_DAY, SECONDS_PER_HOUR

STEP, BATCH = "step", frozenset({"sample", "image"})  # units
# Units of what is no sample of a data set.
NO_SAMPLES = frozenset(
    {STEP, "chip", "machine", "usd", "h", "day", "epoch", "run", "repeat", "person", "token", "labor", "sound"}
)
OF_TIME = frozenset({STEP, "epoch", "run"})  # units that a length may be of
MANY_STEPS = 50  # that a pass has at least: a shorter time is one of a few steps
LARGEST, LEAST = 1e13, 1000.0  # samples
_MOST = re.compile(
    r"(?:under|below|less than|within|at most|unter|weniger als|moins de|menos de|不到)\s*$", re.IGNORECASE
)
_LEAST = re.compile(r"(?:over|above|more than|at least|über|mehr als|plus de|más de|超过)\s*$", re.IGNORECASE)


class Pace(NamedTuple):
    """Seconds of one step, and the amounts that tell it."""

    seconds: float
    told: tuple[Measure, ...]


class Claim(NamedTuple):
    """Hours, and whether it is to be at most, at least or about that."""

    hours: float
    bound: Literal["most", "least", "about"]


def pace(measures: Sequence[Measure]) -> Pace | None:
    """As a rate, or as a number of steps with a time beside it."""
    for one in measures:
        powers = dict(one.units[0])
        if powers.get(STEP) == -1 and powers.get("h") == 1 and one.value < 1:  # hours: more is no step
            return Pace(one.value * SECONDS_PER_HOUR, (one,))
        if powers.get(STEP) == 1 and powers.get("h") == -1 and one.value:
            return Pace(SECONDS_PER_HOUR / one.value, (one,))
    for pair in pairwise(measures):
        for steps, span in (pair, pair[::-1]):
            if dict(steps.units[0]).get(STEP) == 1 and steps.value and (hours := _hours(span)):
                return Pace(hours / steps.value * SECONDS_PER_HOUR, pair)
    return None


def claimed(text: str, measures: Sequence[Measure], but: Pace) -> Claim | None:
    """The first length that is told beside the pace, also as "a day"."""
    least = but.seconds * MANY_STEPS / SECONDS_PER_HOUR
    told = [(_number_of(one), hours) for one in measures if one not in but.told and (hours := _hours(one)) > least]
    taken = [(one.at, one.at + len(one.words)) for one in but.told]
    told = told or [
        (one.at, one.hours) for one in times(text) if not any(first <= one.at < last for first, last in taken)
    ]
    if not told:
        return None
    at, hours = told[0]
    before = text[:at]
    return Claim(hours, "most" if _MOST.search(before) else "least" if _LEAST.search(before) else "about")


def samples(measures: Sequence[Measure]) -> float | None:
    """The largest number of anything that a data set has."""
    return max((one.value for one in measures if LEAST <= one.value <= LARGEST and _is_data(one)), default=None)


def batches(measures: Sequence[Measure]) -> Iterator[float]:
    """Samples of a step, in the order of the text."""
    for one in measures:
        powers = dict(one.units[0])
        if powers.get(STEP) == -1 and powers.keys() & BATCH:
            yield one.value


def _number_of(one: Measure) -> int:
    """The character at which its number stands."""
    return one.at + next((at for at, letter in enumerate(one.words) if letter.isdigit()), 0)


def _hours(one: Measure) -> float:
    """Of a time alone, or of something; 0 of anything else."""
    powers = dict(one.units[0])
    span = next((name for name in ("h", "day") if powers.pop(name, 0) == 1), "")
    if not span or one.role or not powers.keys() <= OF_TIME:
        return 0.0
    return one.value * (HOURS_PER_DAY if span == "day" else 1.0)


def _is_data(one: Measure) -> bool:
    powers = dict(one.units[0])
    counted = [name for name, power in powers.items() if power == 1]
    return len(counted) == 1 and counted[0] not in NO_SAMPLES and powers.keys() <= {counted[0], "epoch"}
