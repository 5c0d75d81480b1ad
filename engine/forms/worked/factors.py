"""How an amount may go into a sum, and the units that a sum may have which answers what is asked."""

from __future__ import annotations

import math
from collections.abc import Iterable

from engine.arithmetic.solve import Term
from engine.base.measures import Goal, Measure, Unit, times, unit
from knowledge.units import HOURS_PER_DAY

MONTH = 365 / 12
MACHINE, CHIP, HOUR, DAY, USD, PERSON = (
    unit(**{name: 1}) for name in ("machine", "chip", "h", "day", "usd", "person")
)
AN_HOUR = times(USD, HOUR, -1)
HARDWARE = frozenset({"machine", "chip"})
REPEATS = ("run", "repeat")
# Between these a sum is one that somebody may ask for: by what is wanted, dollars by what they are per.
LIKELY = {
    "count": (1e-4, 1e5), "hours": (1e-4, 1e6), "days": (1e-3, 1e5), "usd": (0.01, 1e10), "usd_per": (1e-6, 1e9),
    "chip_hours": (0.01, 1e9), "payback": (0.01, 1e4),
}  # fmt: skip
SHARES = {"off": lambda share: 1 - share, "more": lambda share: 1 + share}


def is_factor(own: dict[str, int], goal: Goal) -> bool:
    """Whether it never divides: dollars of dollars, a budget, a load, and the time that one thing takes."""
    if "usd" in own:
        return goal.wants == "usd" or (own.keys() == {"usd"} and goal.wants != "payback")
    if goal.wants in ("things", "payback") or own.keys() & {goal.per}:
        return False
    of_one = own.get("h") == 1 and any(power < 0 for name, power in own.items() if name != "day")
    return of_one or (own.get("day") == -1 and "h" not in own)


def of_machine(own: Unit) -> Unit:
    """A unit whose chips are machines: "6 p4d"."""
    return unit(**{"machine" if name == "chip" else name: power for name, power in own})


def share_of(name: str, one: Measure, goal: Goal) -> Term | None:
    """A share as a factor of this sum, or None where it does not bear on it."""
    if one.role == "of":
        return Term(one.value, ((),), (1,), name)
    if one.role == "off" and goal.wants == "payback":
        return Term(one.value, ((),), (-1,), name)
    if one.role in SHARES:
        return Term(SHARES[one.role](one.value), ((),), (1,), name)
    if one.role == "lost":
        return _lost(name, one, goal)
    if goal.idle:
        return Term(1 - one.value if one.role == "busy" else one.value, ((),), (1,), name)
    if one.role == "busy" and (goal.wants == "count" or goal.per not in ("", "month", "year", "week", "day")):
        return Term(one.value, ((),), (-1,), name)
    return Term(one.value, ((),), (0,), name)


def _lost(name: str, one: Measure, goal: Goal) -> Term:
    """What interruptions take: of hours that are bought some are left, and work takes the more of them."""
    if goal.idle:
        return Term(one.value, ((),), (1,), name)
    return Term(1 - one.value, ((),), (1 if goal.per == "useful" else -1,), name)


def plain(units: tuple[Unit, ...], strip: tuple[str, ...]) -> tuple[Unit, ...]:
    """The units without what repeats everything, each once."""
    kept = (tuple((name, power) for name, power in own if name not in strip) for own in units)
    return tuple(dict.fromkeys(kept))


def is_count(one: Measure) -> bool:
    """Whether it is so many chips or machines, of each of something or in all."""
    own = dict(one.units[0])
    return bool(HARDWARE & own.keys()) and not own.keys() - HARDWARE - {"person"} and max(own.values()) == 1


def is_likely(goal: Goal, value: float) -> bool:
    """Whether it is no product that has the unit by chance."""
    low, high = LIKELY.get(goal.wants if not goal.per or goal.wants != "usd" else "usd_per", (0.0, math.inf))
    return low <= value <= high


def _is_of_hours(measures: tuple[Measure, ...]) -> bool:
    """Whether prices of an hour and shares are all that is told: what is asked for is such a price."""
    plain = [dict(one.units[0]) for one in measures if not one.role and not is_count(one)]
    return bool(plain) and all(own.get("usd") == 1 and own.get("h") == -1 for own in plain)


def thing_of(own: Unit) -> str:
    return next((name for name, power in own if power > 0 and name not in ("usd", "h", "day")), "")


def targets(goal: Goal, measures: tuple[Measure, ...]) -> Iterable[tuple[Unit, float, Goal]]:
    """The units that a sum may have which answers a goal, the nearest first, and the goal that it then is."""
    own = tuple((name, power) for name, power in goal.unit if name not in REPEATS)
    if goal.wants == "usd" and (own == AN_HOUR or (own == USD and _is_of_hours(measures))):
        for hardware in (MACHINE, CHIP):
            yield times(AN_HOUR, hardware, -1), 1.0, goal.model_copy(update={"per": "hour"})
        return
    if goal.wants != "payback":
        yield own, goal.scale, goal
    powers = dict(own)
    days = sum(one.value for one in measures if one.units[0] == DAY)
    if powers.get("day") == -1 and 0 < days * goal.scale <= 1:  # "22 days, monthly": those are the days of one
        yield times(own, DAY), 1.0, goal
    if goal.wants == "payback":
        yield DAY, MONTH, goal
    elif goal.wants == "usd" and "day" not in powers and "h" not in powers:  # for what runs on and on: by the month
        by_month = {"unit": times(own, DAY, -1), "per": goal.per or "month"}
        yield times(own, DAY, -1), goal.scale / MONTH, goal.model_copy(update=by_month)
    if goal.wants == "chip_hours" or own == HOUR:
        yield times(own, DAY, -1), goal.scale / MONTH, goal.model_copy(update={"per": "month"})
    if goal.wants == "hours":
        yield times(HOUR, DAY, -1), 1.0, goal.model_copy(update={"per": "day"})
        yield DAY, 1 / HOURS_PER_DAY, goal
    if goal.wants == "days":
        yield HOUR, HOURS_PER_DAY * goal.scale, goal
    if goal.wants == "count":
        other = MACHINE if own == CHIP else CHIP
        yield other, 1.0, goal.model_copy(update={"unit": other})
