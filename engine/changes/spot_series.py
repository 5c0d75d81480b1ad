"""Spot prices as they were seen: by region, at each look, without zones where nothing is traded.

Zones come and go, so a region's level moves by the middle of what zones seen at both looks did, never by which
zones there are.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from engine.changes.lines import Ident, PriceLine, ident_of
from engine.changes.plausibility import PlausibleLimits
from knowledge.facts import Series, SeriesKey


class SpotSighting(NamedTuple):
    """The zones of one region in one feed. `looked`: every look at any of them, oldest first."""

    feed: str
    ident: Ident
    key: SeriesKey
    zones: tuple[Series, ...]
    looked: tuple[date, ...]


def regions(series: Iterable[Series], until: date) -> list[SpotSighting]:
    held: dict[tuple[str, Ident], list[Series]] = {}
    for one in series:
        held.setdefault((one.feed, ident_of(one.key)), []).append(one)
    made = []
    for (feed, ident), zones in held.items():
        shared = zones[0].looked
        days = (
            shared if all(one.looked is shared for one in zones) else sorted({d for one in zones for d in one.looked})
        )
        looked = tuple(days[: bisect_right(days, until)])
        if looked:
            made.append(SpotSighting(feed, ident, zones[0].key._replace(zone=""), tuple(zones), looked))
    return made


class SpotSeries:
    """On demand and spot of one place, held against each other."""

    def __init__(self, listed: Iterable[PriceLine], spots: Iterable[SpotSighting], limits: PlausibleLimits) -> None:
        self._limits = limits
        self._listed = {(line.feed, line.ident): line for line in listed if line.ident.purchase == "on_demand"}
        self._spots = {(spot.feed, spot.ident): spot for spot in spots}
        self._cap = limits.likely("spot_cap_share") - limits.likely("spot_bound_tolerance")
        self._floor = limits.likely("spot_floor_share") * (1 + limits.likely("spot_bound_tolerance"))
        self._over = 1 + limits.likely("change_spot_over_share")

    def on_demand(self, spot: SpotSighting, day: date) -> float | None:
        """What on demand was in force that day, as the same feed shows it."""
        line = self._listed.get((spot.feed, spot.ident._replace(purchase="on_demand", terms="")))
        if line is None:
            return None
        place = bisect_right([run.first for run in line.runs], day) - 1
        return line.runs[place].usd_per_hour if place >= 0 else None

    def days_of_change(self, spot: SpotSighting) -> set[date]:
        """The days on which a zone, or on demand, was seen otherwise than before."""
        line = self._listed.get((spot.feed, spot.ident._replace(purchase="on_demand", terms="")))
        days = {point.seen_on for zone in spot.zones for point in zone.points}
        return days | {run.first for run in line.runs} if line else days

    def spot_before(self, line: PriceLine, day: date) -> list[float]:
        """What was traded in its zones at the look before `day`."""
        spot = self._spots.get((line.feed, line.ident._replace(purchase="spot", terms="")))
        if spot is None:
            return []
        place = bisect_left(spot.looked, day) - 1
        return list(self.traded(spot, spot.looked[place]).values()) if place >= 0 else []

    def traded(self, spot: SpotSighting, day: date) -> dict[str, float]:
        """The zones with a market price that day: no blank, no placeholder, neither at the cap nor at the floor."""
        listed = self.on_demand(spot, day)
        found: dict[str, float] = {}
        for zone in spot.zones:
            usd = seen(zone, day)
            if usd is None or self._limits.fault(spot.key, usd, zone.chips) is not None:
                continue
            if listed and (usd >= listed * self._cap or (spot.ident.cloud == "aws" and usd <= listed * self._floor)):
                continue
            found[zone.key.zone] = min(usd, found.get(zone.key.zone, usd))
        return found

    def fault(self, spot: SpotSighting, zone: Series, day: date, usd: float) -> tuple[str, float | None] | None:
        """What is wrong with a spot price by itself, with the bound it crossed."""
        fault = self._limits.fault(spot.key, usd, zone.chips)
        if fault is not None:
            return fault.code, fault.limit
        listed = self.on_demand(spot, day)
        return ("over_on_demand", listed) if listed and usd > listed * self._over else None


def seen(zone: Series, day: date) -> float | None:
    """What a zone showed that day."""
    place = bisect_right(zone.points, day, key=lambda point: point.seen_on) - 1
    if place < 0 or zone.points[place].is_gone or zone.points[place].usd_per_hour is None:
        return None
    return float(zone.points[place].usd_per_hour)  # type: ignore[arg-type]
