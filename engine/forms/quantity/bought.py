"""What so many chips of a kind cost an hour, each way to buy them: whole machines, the cheapest of those sold so."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from engine.forms.parts.hardware import Hardware
from engine.options.problem import Problem
from knowledge.facts import Instance, Purchase

PLAIN: tuple[Purchase, ...] = ("on_demand", "capacity_block")  # without being asked for, the first that is sold


class Bought(NamedTuple):
    """Machines that have the chips, and what all of them cost an hour."""

    way: Purchase
    instance: str
    machines: int
    chips: int  # they have
    usd_per_hour: float
    cites: tuple[str, ...]

    @property
    def usd_per_chip_hour(self) -> float:
        """Of one of their chips."""
        return self.usd_per_hour / self.chips


def bought(
    problem: Problem, kind: Hardware, chips: int, ways: Iterable[Purchase] = PLAIN, together: int | None = None
) -> tuple[Bought, ...]:
    """One for each way that is priced, in the order of `ways`; `together` of them share a machine, else all do."""
    types = _types(problem, kind)
    types = tuple(one for one in types if one.count >= (together or chips)) or types
    found = (_least(problem, types, chips, way) for way in ways)
    return tuple(one for one in found if one is not None)


def plainly(problem: Problem, kind: Hardware, chips: int, together: int | None = None) -> Bought | None:
    """On demand; what is not sold so, by Capacity Block."""
    return next(iter(bought(problem, kind, chips, together=together)), None)


def _types(problem: Problem, kind: Hardware) -> tuple[Instance, ...]:
    if kind.type_said is not None:
        return (kind.type_said,)
    every = tuple(one for one in problem.facts.instances.values() if kind.chip and one.accelerator == kind.chip.id)
    clouds = problem.filled.reading.profile.clouds
    return tuple(one for one in every if one.cloud in clouds) if clouds else every


def _least(problem: Problem, types: tuple[Instance, ...], chips: int, way: Purchase) -> Bought | None:
    region = problem.filled.reading.profile.region
    found: list[Bought] = []
    for one in types:
        quote = problem.prices.near(one, way, region) if way in one.sold else None
        if quote is not None:
            machines = math.ceil(chips / one.count)
            usd = machines * quote.usd_per_hour.likely
            found.append(Bought(way, one.id, machines, machines * one.count, usd, quote.cites))
    return min(found, key=lambda one: (one.usd_per_hour, one.instance), default=None)
