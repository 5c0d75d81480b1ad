"""The least move of a limit after which something holds, in steps that can be followed as they are printed."""

from __future__ import annotations

import math
from collections.abc import Callable

WHOLE_FROM = 10  # days: from here on whole ones, below it three significant digits
STEPS = 900  # of three digits in a decade
SHORTEST = 1e-3  # days
MOST_MACHINES = 4096
ALMOST = 1e-9

Holds = Callable[[float], bool]


def cents_up(usd: float) -> float:
    """An amount in whole cents that is no less."""
    return math.ceil(usd * 100 - 1e-6) / 100


def enough_days(holds: Holds, now: float, most: float, guess: float | None = None) -> float | None:
    """The shortest deadline above `now` that holds, where a later one holds as well; None if `most` days do not.

    `guess`: tried first.
    """
    low = _step(max(now, SHORTEST))
    if days_of(low) > now and holds(days_of(low)):
        return days_of(low)
    last = max(_step(most), low + 1)
    high = max(low + 1, _step(guess if guess is not None else max(now, SHORTEST) * 2))
    while not holds(days_of(min(high, last))):
        if high >= last:
            return None
        low, high = high, _step(2 * days_of(high))
    high = min(high, last)
    if high - 1 > low and not holds(days_of(high - 1)):
        return days_of(high)
    return days_of(_first(lambda at: holds(days_of(at)), low, high))


def enough_machines(holds: Callable[[int], bool]) -> int | None:
    """How many more machines hold, where more of them hold as well; None if none do."""
    more = 1
    while not holds(more):
        if more >= MOST_MACHINES:
            return None
        more *= 2
    return _first(holds, more // 2, more)


def days_of(step: int) -> float:
    """The days of a step: 10 is 10 days and 11 is 11; 9 is 9.99 days, 8 is 9.98."""
    if step >= WHOLE_FROM:
        return float(step)
    decade, below = divmod(WHOLE_FROM - 1 - step, STEPS)
    return float(f"{999 - below}e{-2 - decade}")


def _step(days: float) -> int:
    """The first step of at least so many days."""
    if days > 9.99:
        return max(WHOLE_FROM, math.ceil(days - ALMOST))
    power = math.floor(math.log10(days))
    digits = math.ceil(days * 10.0 ** (2 - power) - ALMOST)
    return WHOLE_FROM - 1 - (999 - digits) + STEPS * power


def _first(holds: Callable[[int], bool], low: int, high: int) -> int:
    """The first whole number above `low`, which does not hold, up to `high`, which does."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
