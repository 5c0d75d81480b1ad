"""Lasting spot moves: judged against how much the same price usually moves, and never from two looks alone.

A region's level is the median of its zones beside what the same zones cost when the last level began: so it is moved
by what zones did, not by which are listed, and does not drift away from them. A new level is reported when the latest
looks agree on it for some days, and it differs by more than the usual move (median absolute deviation) over as many
looks, and by more than a set share. A move beyond what spot does from look to look is reported on the day it is
believed. What comes with chipscout was looked at by hand and is used from that day: so it is reported on it, by the
set share alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from engine.changes.lines import ROUNDING, is_same
from engine.changes.plausibility import PlausibleLimits
from engine.changes.spot_market import SpotMarket, SpotRegion
from engine.changes.told import ToldLevel
from knowledge.facts import Point

NORMAL_SIGMA = 1.4826  # of a median absolute deviation


class SpotStep(NamedTuple):
    """A lasting move to another level. `after` is what the zones cost then, `level` that level, USD per hour.

    The two differ where zones came or went: the level is only moved by what zones did, not by which are listed.
    `seen_on` is the first look at it, `last_seen_on` the one that confirmed it, `looks` those from one to the other.
    """

    level: float
    after: float
    seen_on: date
    confirmed_on: date
    last_seen_on: date
    looks: int
    zones: int
    usual_share: float  # how far the price usually moves over as many looks; 0: what comes along is used as it is


class SpotLook(NamedTuple):
    """The level at a look, as a logarithm, and what the zones cost then."""

    day: date
    log_level: float
    traded: Mapping[str, float]

    @property
    def usd(self) -> float:
        """The median of the zones."""
        return median(self.traded.values())


class SpotLevels(NamedTuple):
    """The first level of a region, its steps in order, its looks, and the median of its zones at each of them."""

    first: float | None
    steps: list[SpotStep]
    looks: list[SpotLook]
    trail: tuple[Point, ...]


class UntoldMove(NamedTuple):
    """From what a reader knows to the last level, USD per hour: both are within what zones showed in between."""

    before: float
    after: float


def untold_move(levels: SpotLevels, known: ToldLevel, least_share: float) -> UntoldMove | None:
    """The lasting move since what a reader knows; None: none of `least_share` or more.

    What was told is a price of the zones of that day. So it is compared with the same figure of that day, and the
    level of that day with the last one.
    """
    last = levels.steps[-1]
    heard = next((step for step in reversed(levels.steps) if step.confirmed_on <= known.day), None)
    look = next((look for look in reversed(levels.looks) if look.day <= known.day), None)
    level: float
    usd: float | None
    if heard is not None:
        level, usd, since = heard.level, heard.after, heard.seen_on
    elif look is not None and known.usd_per_hour is not None:
        level, usd, since = math.exp(look.log_level), look.usd, look.day
    else:
        level, usd, since = levels.first or last.level, known.usd_per_hour, levels.looks[0].day
    share_told = known.usd_per_hour / usd if known.usd_per_hour and usd else 1.0
    shown = [cost for look in levels.looks if look.day >= since for cost in look.traded.values()]
    shown += [known.usd_per_hour] if known.usd_per_hour else []
    before = min(max(last.after * level * share_told / last.level, min(shown)), max(shown))
    return None if is_same(before, last.after, least_share) else UntoldMove(before, last.after)


class _ZoneBook:
    """What each zone cost when the last level began; one that came later, what it would have cost by the others."""

    def __init__(self) -> None:
        self._begun = 0.0
        self._cost: dict[str, float] = {}

    def log_level(self, traded: Mapping[str, float], last: float) -> float | None:
        """The level of a look; None where no zone is known, so that nobody knows how far it moved from `last`."""
        known = traded.keys() & self._cost.keys()
        level = self._begun + self._moved(traded, known) if known else last
        for zone in traded.keys() - known:
            self._cost[zone] = traded[zone] / math.exp(level - self._begun)
        return level if known else None

    def begin(self, look: SpotLook) -> None:
        """A new level: from now on zones are compared with what they cost at this look."""
        self._begun, self._cost = look.log_level, dict(look.traded)

    def _moved(self, traded: Mapping[str, float], zones: Iterable[str]) -> float:
        zones = list(zones)
        return math.log(median(traded[zone] for zone in zones) / median(self._cost[zone] for zone in zones))


def spot_levels(spot: SpotRegion, market: SpotMarket, limits: PlausibleLimits, least_share: float) -> SpotLevels:
    """The levels of one region: a step wherever the price lastingly left the last level by `least_share` or more."""
    cloud = spot.price_id.cloud
    sightings = int(limits.likely(f"change_spot_sightings_{cloud}"))
    history = int(limits.likely(f"change_spot_history_{cloud}"))
    least, jump = math.log1p(least_share), math.log(limits.likely("change_spot_jump"))
    steps: list[SpotStep] = []
    looks: list[SpotLook] = []
    chain: list[SpotLook] = []
    book = _ZoneBook()
    anchor: int | None = None
    base: float | None = None
    first: float | None = None
    for day, traded in _looks(spot, market):
        if looks and traded is looks[-1].traded:
            look = looks[-1]._replace(day=day)
        elif not looks:
            look = SpotLook(day, math.log(median(traded.values())), traded)
            book.begin(look)
        else:
            found = book.log_level(traded, looks[-1].log_level)
            if found is None:
                chain, anchor = [], None
            look = SpotLook(day, looks[-1].log_level if found is None else found, traded)
        looks.append(look)
        chain.append(look)
        start = median(earlier.log_level for earlier in chain[:-1] or chain) if base is None else base
        since: int | None = None
        is_used = market.comes_along(spot, traded)
        if is_used:
            if base is None:
                base, first = start, math.exp(start) if first is None else first
            since = None if is_same(math.exp(base), look.usd, least_share) else len(chain) - 1
        elif len(chain) > 1 and abs(look.log_level - start) >= jump - ROUNDING:
            first, since = math.exp(start) if first is None else first, len(chain) - 1
        elif len(chain) >= history:
            if anchor is None:
                anchor = max(0, history - sightings - 1)
            if base is None:
                base = median(earlier.log_level for earlier in chain[: anchor + 1])
                first = math.exp(base)
            since = _streak(chain, anchor, base, cloud, limits, least)
        if since is not None:
            known_on = market.known_on(spot, traded, day)
            step = _step(chain, since, spot, known_on, limits)
            steps.append(step._replace(usual_share=0.0) if is_used else step)
            anchor, base = len(chain) - 1, look.log_level
            book.begin(look)
    trail = tuple(Point(look.day, Decimal(str(look.usd))) for look in looks)
    return SpotLevels(first, steps, looks, trail)


def _looks(spot: SpotRegion, market: SpotMarket) -> Iterator[tuple[date, Mapping[str, float]]]:
    """What the zones cost at each look at which one had a price; the same object where nothing moved."""
    moved = market.days_of_change(spot)
    traded: Mapping[str, float] = {}
    is_first = True
    for day in spot.looked:
        if day in moved or is_first:
            traded = market.traded(spot, day)
        if traded:
            is_first = False
            yield day, traded


def _streak(
    chain: Sequence[SpotLook], anchor: int, base: float, cloud: str, limits: PlausibleLimits, least: float
) -> int | None:
    """The index of the first look of the latest streak away from `base`, if the streak is long and large enough."""
    sightings = int(limits.likely(f"change_spot_sightings_{cloud}"))
    latest = chain[-1].log_level - base
    side = 1 if latest > 0 else -1
    first = len(chain)
    while first - 1 > anchor and side * (chain[first - 1].log_level - base) > least / 2:
        first -= 1
    streak = chain[first:]
    if len(streak) < sightings or (streak[-1].day - streak[0].day).days < limits.likely("change_spot_days"):
        return None
    shift = side * median(level.log_level - base for level in streak[-sightings:])
    usual = _usual_move(chain, cloud, limits)
    return first if min(shift, abs(latest)) > max(least, limits.likely("change_spot_noise_times") * usual) else None


def _usual_move(chain: Sequence[SpotLook], cloud: str, limits: PlausibleLimits) -> float:
    """How far the level usually moves over as many looks as must agree: sigma of its detrended log moves."""
    moves = [after.log_level - before.log_level for before, after in pairwise(chain)]
    middle = median(moves)
    spread = NORMAL_SIGMA * median(abs(move - middle) for move in moves)
    # few moves say little about a market: take the upper end of the range they allow
    spread *= 1 + limits.likely(f"change_spot_doubt_{cloud}") / math.sqrt(2 * len(moves))
    around = min(
        max(limits.likely("change_spot_noise_floor"), spread), limits.likely(f"change_spot_noise_ceiling_{cloud}")
    )
    return around * math.sqrt(limits.likely(f"change_spot_sightings_{cloud}"))


def _step(
    chain: Sequence[SpotLook], first: int, spot: SpotRegion, known_on: date, limits: PlausibleLimits
) -> SpotStep:
    """The step to the last look of the chain, confirmed at that look or, where it waited, on the day `known_on`."""
    last, seen_on = chain[-1], chain[first].day
    waited = [day for day in spot.looked if last.day < day <= known_on]
    return SpotStep(
        level=math.exp(last.log_level),
        after=last.usd,
        seen_on=seen_on,
        confirmed_on=known_on,
        last_seen_on=max([last.day, *waited]),
        looks=len(chain) - first + len(waited),
        zones=len(last.traded),
        usual_share=math.expm1(_usual_move(chain, spot.price_id.cloud, limits)),
    )
