"""Amounts with their units, as a text states them, and the quantities it asks for: what plain arithmetic needs.

Units: `usd`; `h`, hours of work; `day`, days of the calendar; `chip`; `machine`; and the names of things that are
counted (`token`, `image`, `run`). A week, a month and a year are so many days.
"""

from __future__ import annotations

import math
from typing import Literal, TypeAlias

from knowledge.facts import Fact

Unit: TypeAlias = tuple[tuple[str, int], ...]  # names with their powers, sorted: 3 images an hour has image 1, h -1
# Of a share of 1: busy, idle, lost, taken off, left of it, added to it. "against": a price others are held against.
Role = Literal["", "busy", "idle", "lost", "off", "of", "more", "against"]
Wanted = Literal["count", "hours", "days", "chip_hours", "usd", "things", "saved", "payback", "worth"]


class Measure(Fact):
    """So much of a unit. `units`: what it may be of, the plainest first; `role`: what a share is of; `at`: the
    character of the text where its words begin; `between`: hours that the words name by their two ends."""

    value: float
    units: tuple[Unit, ...]
    role: Role = ""
    words: str = ""
    at: int = 0
    between: bool = False


class Goal(Fact):
    """A quantity that is asked for, in so many of a unit: dollars a month are `usd` by 30.4 `day`.

    `per`: the period or thing by which it is asked, "" for in all; `thing`: what is counted. `idle`: of the hours
    that are paid for and not used. `enough`: whether as many as were told are.
    """

    wants: Wanted
    unit: Unit
    scale: float = 1.0
    per: str = ""
    thing: str = ""
    idle: bool = False
    enough: bool = False


class Measured(Fact):
    """What a text measures. `whole`: whether every number of it is among the measures, or describes what is used;
    `terms`: whether it speaks of reservations or plans, which are paid for all hours."""

    measures: tuple[Measure, ...] = ()
    goals: tuple[Goal, ...] = ()
    whole: bool = False
    terms: bool = False


def unit(**powers: int) -> Unit:
    """A unit from its powers, those of 0 left out."""
    return tuple(sorted((name, power) for name, power in powers.items() if power))


def times(one: Unit, other: Unit, power: int = 1) -> Unit:
    """The product of a unit and a power of another."""
    powers = dict(one)
    for name, own in other:
        powers[name] = powers.get(name, 0) + own * power
    return unit(**powers)


def in_whole(number: float) -> int:
    """The least whole number of things that so many need, one at the least; noise of a sum adds none."""
    return max(1, math.ceil(round(number, 6)))
