"""Spot prices as observed: by region, at each look, without zones that have no market.

Zones come and go, so a region's level moves by the median move of the zones seen at both looks, never by which zones
are listed.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from engine.changes.lines import ListPriceLine, PriceId, price_id_of
from engine.changes.plausibility import PlausibleLimits
from knowledge.facts import Series, SeriesKey


class SpotRegion(NamedTuple):
    """The spot prices of one region in one feed, by zone. `looked`: every look at any of them, oldest first."""

    feed: str
    price_id: PriceId
    key: SeriesKey
    zones: tuple[Series, ...]
    looked: tuple[date, ...]


def regions(series: Iterable[Series], until: date) -> list[SpotRegion]:
    by_region: dict[tuple[str, PriceId], list[Series]] = {}
    for entry in series:
        by_region.setdefault((entry.feed, price_id_of(entry.key)), []).append(entry)
    spot_regions = []
    for (feed, price_id), zones in by_region.items():
        shared = zones[0].looked
        days = (
            shared
            if all(zone.looked is shared for zone in zones)
            else sorted({d for zone in zones for d in zone.looked})
        )
        looked = tuple(days[: bisect_right(days, until)])
        if looked:
            spot_regions.append(SpotRegion(feed, price_id, zones[0].key._replace(zone=""), tuple(zones), looked))
    return spot_regions


class SpotMarket:
    """Spot prices beside the on-demand prices of the same type and region."""

    def __init__(self, listed: Iterable[ListPriceLine], spots: Iterable[SpotRegion], limits: PlausibleLimits) -> None:
        self._limits = limits
        self._listed = {(line.feed, line.price_id): line for line in listed if line.price_id.purchase == "on_demand"}
        self._spots = {(spot.feed, spot.price_id): spot for spot in spots}
        self._cap = limits.likely("spot_cap_share") - limits.likely("spot_bound_tolerance")
        self._floor = limits.likely("spot_floor_share") * (1 + limits.likely("spot_bound_tolerance"))

    def on_demand(self, spot: SpotRegion, day: date) -> float | None:
        """The on-demand price in force that day in the same feed."""
        line = self._listed.get((spot.feed, spot.price_id._replace(purchase="on_demand", terms="")))
        if line is None:
            return None
        index = bisect_right([run.first for run in line.runs], day) - 1
        return line.runs[index].usd_per_hour if index >= 0 else None

    def days_of_change(self, spot: SpotRegion) -> set[date]:
        """The days on which the price of a zone, or the on-demand price, differed from the look before."""
        line = self._listed.get((spot.feed, spot.price_id._replace(purchase="on_demand", terms="")))
        days = {point.seen_on for zone in spot.zones for point in zone.points}
        return days | {run.first for run in line.runs} if line else days

    def spot_before(self, line: ListPriceLine, day: date) -> list[float]:
        """The spot prices of its zones at the look before `day`."""
        spot = self._spots.get((line.feed, line.price_id._replace(purchase="spot", terms="")))
        if spot is None:
            return []
        index = bisect_left(spot.looked, day) - 1
        return list(self.traded(spot, spot.looked[index]).values()) if index >= 0 else []

    def is_listed_beside(self, line: ListPriceLine, day: date) -> bool:
        """Whether the same feed lists a spot price of the same machine in the same region on `day`."""
        spot = self._spots.get((line.feed, line.price_id._replace(purchase="spot", terms="")))
        return spot is not None and any(price_on(zone, day) is not None for zone in spot.zones)

    def traded(self, spot: SpotRegion, day: date) -> dict[str, float]:
        """The zones with a market price that day: neither blank, implausible, at the cap nor at the floor."""
        listed = self.on_demand(spot, day)
        prices: dict[str, float] = {}
        for zone in spot.zones:
            usd = price_on(zone, day)
            if usd is None or self._limits.fault(spot.key, usd, zone.chips) is not None:
                continue
            if listed and (
                usd >= listed * self._cap or (spot.price_id.cloud == "aws" and usd <= listed * self._floor)
            ):
                continue
            prices[zone.key.zone] = min(usd, prices.get(zone.key.zone, usd))
        return prices

    def fault(self, spot: SpotRegion, zone: Series, day: date, usd: float) -> tuple[str, float | None] | None:
        """What is wrong with a spot price by itself, with the bound it crossed."""
        return spot_fault(self._limits, spot.key, usd, zone.chips, self.on_demand(spot, day))


def spot_fault(
    limits: PlausibleLimits, key: SeriesKey, usd: float, chips: float | None, listed: float | None
) -> tuple[str, float | None] | None:
    """The same beside the on-demand price `listed`, if there is one."""
    fault = limits.fault(key, usd, chips)
    if fault is not None:
        return fault.code, fault.limit
    over = 1 + limits.likely("change_spot_over_share")
    return ("over_on_demand", listed) if listed and usd > listed * over else None


def price_on(zone: Series, day: date) -> float | None:
    """The price a zone showed that day."""
    index = bisect_right(zone.points, day, key=lambda point: point.seen_on) - 1
    if index < 0 or zone.points[index].is_gone or zone.points[index].usd_per_hour is None:
        return None
    return float(zone.points[index].usd_per_hour)  # type: ignore[arg-type]
