"""Spot moves that last: told only against how much the same price usually moves, and never from two sightings.

The level of a region is a chain: from look to look by the median move of the zones seen at both. A new level is told
when the latest looks agree on it for some days, by more than the usual move (median absolute deviation) over as many
looks, and by more than a set share.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from engine.changes.plausibility import PlausibleLimits
from engine.changes.spot_series import SpotSeries, SpotSighting
from knowledge.facts import Point

NORMAL_SIGMA = 1.4826  # of a median absolute deviation


class SpotStep(NamedTuple):
    """A level that was left for good: medians over the zones seen on both days, USD per hour."""

    before: float
    after: float
    seen_on: date
    told_on: date
    last_seen_on: date
    looks: int
    zones: int
    usual_share: float  # how far the price usually goes in as many looks


class _Level(NamedTuple):
    day: date
    log_level: float
    traded: dict[str, float]


def spot_steps(
    spot: SpotSighting, market: SpotSeries, limits: PlausibleLimits
) -> tuple[list[SpotStep], tuple[Point, ...]]:
    """The steps of one region, oldest first, and the median of its zones at each look."""
    cloud = spot.ident.cloud
    sightings = int(limits.likely(f"change_spot_sightings_{cloud}"))
    history = int(limits.likely(f"change_spot_history_{cloud}"))
    found: list[SpotStep] = []
    chain: list[_Level] = []
    anchor: int | None = None
    levels = _levels(spot, market)
    for level in levels:
        if chain and not chain[-1].traded.keys() & level.traded.keys():
            chain, anchor = [], None  # no zone in common: nothing says how the level moved
        chain.append(level)
        if len(chain) < history:
            continue
        anchor = anchor if anchor is not None else max(0, history - sightings - 1)
        base = median(held.log_level for held in chain[: anchor + 1]) if not found else chain[anchor].log_level
        first = _streak(chain, anchor, base, cloud, limits)
        if first is not None:
            found.append(_step(chain, anchor, first, cloud, limits))
            anchor = len(chain) - 1
    return found, tuple(Point(level.day, Decimal(str(median(level.traded.values())))) for level in levels)


def _levels(spot: SpotSighting, market: SpotSeries) -> list[_Level]:
    """One level a look; a look at which no zone was traded tells nothing."""
    made: list[_Level] = []
    moved = market.days_of_change(spot)
    traded: dict[str, float] = {}
    for day in spot.looked:
        if day in moved or not made:
            traded = market.traded(spot, day)
        elif traded:
            made.append(made[-1]._replace(day=day))
            continue
        if not traded:
            continue
        if not made:
            made.append(_Level(day, math.log(median(traded.values())), traded))
            continue
        both = made[-1].traded.keys() & traded.keys()
        moves = [math.log(traded[zone] / made[-1].traded[zone]) for zone in both]
        made.append(_Level(day, made[-1].log_level + (median(moves) if moves else 0.0), traded))
    return made


def _streak(chain: Sequence[_Level], anchor: int, base: float, cloud: str, limits: PlausibleLimits) -> int | None:
    """Where the latest looks left `base`, if they did so for good."""
    sightings = int(limits.likely(f"change_spot_sightings_{cloud}"))
    least = math.log1p(limits.likely(f"change_spot_share_{cloud}"))
    latest = chain[-1].log_level - base
    side = 1 if latest > 0 else -1
    first = len(chain)
    while first - 1 > anchor and side * (chain[first - 1].log_level - base) > least / 2:
        first -= 1
    stood = chain[first:]
    if len(stood) < sightings or (stood[-1].day - stood[0].day).days < limits.likely("change_spot_days"):
        return None
    shift = side * median(level.log_level - base for level in stood[-sightings:])
    usual = _usual(chain, cloud, limits)
    return first if shift > max(least, limits.likely("change_spot_noise_times") * usual) else None


def _usual(chain: Sequence[_Level], cloud: str, limits: PlausibleLimits) -> float:
    """How far the level goes in as many looks as have to agree, trend apart: a normal's sigma of log moves."""
    moves = [after.log_level - before.log_level for before, after in pairwise(chain)]
    middle = median(moves)
    spread = NORMAL_SIGMA * median(abs(move - middle) for move in moves)
    # few moves say little of a market: the upper end of what they may mean
    spread *= 1 + limits.likely(f"change_spot_doubt_{cloud}") / math.sqrt(2 * len(moves))
    around = min(
        max(limits.likely("change_spot_noise_floor"), spread), limits.likely(f"change_spot_noise_ceiling_{cloud}")
    )
    return around * math.sqrt(limits.likely(f"change_spot_sightings_{cloud}"))


def _step(chain: Sequence[_Level], anchor: int, first: int, cloud: str, limits: PlausibleLimits) -> SpotStep:
    last, start = chain[-1], chain[anchor]
    both = start.traded.keys() & last.traded.keys()
    after = median(last.traded[zone] for zone in both or last.traded)
    before = (
        median(start.traded[zone] for zone in both) if both else after / math.exp(last.log_level - start.log_level)
    )
    usual = math.expm1(_usual(chain, cloud, limits))
    looks, zones = len(chain) - first, len(both or last.traded)
    return SpotStep(before, after, chain[first].day, last.day, last.day, looks, zones, usual)
