"""Spot prices as observed: by region, at each look, without zones that have no market.

Zones come and go, so a region's level moves by the median move of the zones seen at both looks, never by which zones
are listed.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from engine.changes.lines import ROUNDING, ListPriceLine, PriceId, is_same, price_id_of, settled_on
from engine.changes.plausibility import PlausibleLimits
from engine.changes.recorded import RECORDED
from knowledge.facts import Point, Series, SeriesKey

if TYPE_CHECKING:
    from engine.changes.held_files import HeldFiles
    from engine.changes.peers import PeerStep

SEEN_ONCE = "seen_once"  # the code of a figure that a second look may settle
AT_CAP, AT_FLOOR = "spot_at_cap", "spot_at_floor"  # codes of a bound: no price, and nothing that looks wrong


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


class WrongSpot(NamedTuple):
    """A figure that a zone showed from `point` until before `until` (None: still) and that is not believed.

    `looks` at which it was seen, of the `needed` that would settle it (0: none do).
    """

    point: Point
    until: date | None
    code: str
    limit: float | None
    looks: int
    needed: int


class ZoneHistory(NamedTuple):
    """`believed`: the point in force at the last look, `on`: the last look at it; None: nothing is believed. `wrong`:
    what is not, oldest first. `late`: the day on which a figure was believed, by that of its first look."""

    believed: Point | None
    on: date | None
    wrong: tuple[WrongSpot, ...]
    late: Mapping[date, date]


class SpotMarket:
    """Spot prices beside the on-demand prices of the same type and region."""

    def __init__(
        self,
        listed: Iterable[ListPriceLine],
        spots: Iterable[SpotRegion],
        limits: PlausibleLimits,
        files: HeldFiles | None = None,
    ) -> None:
        self._limits, self._files = limits, files
        self._listed = {(line.feed, line.price_id): line for line in listed if line.price_id.purchase == "on_demand"}
        self._spots = {(spot.feed, spot.price_id): spot for spot in spots}
        self._feeds: dict[PriceId, list[SpotRegion]] = {}
        for spot in self._spots.values():
            self._feeds.setdefault(spot.price_id, []).append(spot)
        self._zones: dict[tuple[str, SeriesKey], ZoneHistory] = {}
        self._jump = math.log(limits.likely("change_spot_jump"))
        self._window = timedelta(days=limits.likely("change_alike_days"))
        self._slip_days = limits.likely("change_slip_days")

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

    def reached(
        self, line: ListPriceLine, before: float, now: float, day: date, alike: Sequence[PeerStep]
    ) -> float | None:
        """The spot price at the previous look that the on-demand price fell to; if nothing else moved, or fell below.

        If another price made the same move without reaching its own spot price, the match is a coincidence.
        """
        if line.price_id.purchase != "on_demand" or now >= before:
            return None
        matching = self._matching(line, now, day)
        if matching is not None:
            is_coincidence = any(self._matching(step.line, step.after, step.day) is None for step in alike)
            return None if is_coincidence else matching
        below = min(self.spot_before(line, day), default=None) if not alike else None
        return below if below is not None and now < below else None

    def _matching(self, line: ListPriceLine, now: float, day: date) -> float | None:
        spots = self.spot_before(line, day)
        return next((usd for usd in spots if is_same(usd, now, self._limits.same_share)), None)

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
            wrong = self.zone(spot, zone).wrong if len(zone.points) > 1 else ()
            if any(odd.code == SEEN_ONCE and odd.point.seen_on <= day < (odd.until or date.max) for odd in wrong):
                continue
            floor, cap = spot_bounds(self._limits, spot.price_id.cloud, listed) if listed else (0.0, math.inf)
            if not floor < usd < cap:
                continue
            prices[zone.key.zone] = min(usd, prices.get(zone.key.zone, usd))
        return prices

    def zone(self, spot: SpotRegion, zone: Series) -> ZoneHistory:
        """What of a zone is believed: a figure far from the one believed before it only at its second look, more days
        later than a slip lasts."""
        place = zone.feed, zone.key
        if place not in self._zones:
            self._zones[place] = self._replayed(spot, zone)
        return self._zones[place]

    def _replayed(self, spot: SpotRegion, zone: Series) -> ZoneHistory:
        end = spot.looked[-1]
        known = [point for point in zone.points if point.seen_on <= end]
        believed, level = None, None
        wrong: dict[date, WrongSpot] = {}
        late: dict[date, date] = {}
        waiting: list[WrongSpot] = []  # the figures of the looks before, on one side of the level
        for place, point in enumerate(known):
            until = known[place + 1].seen_on if place + 1 < len(known) else None
            usd = None if point.is_gone or point.usd_per_hour is None else float(point.usd_per_hour)
            if usd is None:
                believed, waiting = point, []
                continue
            looks = _looks(zone, point, until, end)
            fault = self.fault(spot, zone, point.seen_on, usd)
            if fault is not None:
                wrong[point.seen_on] = WrongSpot(point, until, *fault, len(looks), 0)
                waiting = []
                continue
            shown = WrongSpot(point, until, SEEN_ONCE, level, len(looks), 2)
            if waiting and level is not None and self._is_beyond(level, usd):
                began, anchor = waiting[0].point.seen_on, level
                nearest = min(waiting, key=lambda one: abs(_distance(anchor, one)))
                if (_distance(level, nearest) > 0) is not (usd > level):
                    waiting = []
                elif sure_on := next((day for day in looks if (day - began).days > self._slip_days), None):
                    if abs(_distance(level, shown)) > abs(_distance(level, nearest)):  # at least what was seen before
                        first = nearest.point
                        believed, level, late[first.seen_on] = first, float(first.usd_per_hour or 0), sure_on
                        del wrong[first.seen_on]
                        waiting = [
                            one for one in waiting if one is not nearest and abs(_distance(level, one)) >= self._jump
                        ]
                    else:
                        level, late[point.seen_on] = usd, sure_on
            is_known = self._is_bundled(zone, usd) or self._is_accepted(zone, point.seen_on)
            again = settled_on(looks, 2, self._slip_days)
            if level is None or is_known or not self._is_beyond(level, usd):
                believed, level, waiting = point, usd, []
            elif settled := min([*([again] if again else []), *self._elsewhere(spot, shown)], default=None):
                believed, level, waiting, late[point.seen_on] = point, usd, [], settled
            else:
                wrong[point.seen_on] = shown._replace(limit=level)
                waiting = [*waiting, wrong[point.seen_on]]
        if believed is None:
            return ZoneHistory(None, None, tuple(wrong.values()), late)
        after = next((point.seen_on for point in known if point.seen_on > believed.seen_on), None)
        return ZoneHistory(believed, _looks(zone, believed, after, end)[-1], tuple(wrong.values()), late)

    def _is_beyond(self, level: float, usd: float) -> bool:
        """Whether spot does not move so far from one look to the next."""
        return abs(math.log(usd / level)) >= self._jump - ROUNDING

    def _is_bundled(self, zone: Series, usd: float) -> bool:
        return self._limits.is_bundled(zone.feed, price_id_of(zone.key), usd)

    def _is_accepted(self, zone: Series, day: date) -> bool:
        """Whether it is what an accepted file showed."""
        return self._files is not None and self._files.accepted_on(zone.feed, zone.key.cloud, day) is not None

    def _elsewhere(self, spot: SpotRegion, shown: WrongSpot) -> Iterator[date]:
        """The days since which another feed shows about the same, from a few days before this one did."""
        share = self._limits.likely(f"change_spot_share_{spot.price_id.cloud}")
        since, usd = shown.point.seen_on - self._window, float(shown.point.usd_per_hour or 0)
        until = min(shown.until or date.max, spot.looked[-1] + timedelta(days=1))
        return (
            max(day, shown.point.seen_on)
            for other in self._feeds[spot.price_id]
            if other.feed not in (spot.feed, RECORDED)
            for zone in other.zones
            for day in zone.looked
            if since <= day < until and is_same(price_on(zone, day), usd, share)
        )

    def comes_along(self, spot: SpotRegion, zones: Mapping[str, float]) -> bool:
        """Whether all of these prices of zones come with chipscout: they are used from the day they were seen."""
        return all(self._limits.is_bundled(spot.feed, spot.price_id, usd) for usd in zones.values())

    def known_on(self, spot: SpotRegion, zones: Iterable[str], day: date) -> date:
        """The day on which what these zones showed on `day` was believed."""
        days = [day]
        for zone in spot.zones:
            late = self.zone(spot, zone).late if zone.key.zone in zones and len(zone.points) > 1 else None
            if late:
                index = bisect_right(zone.points, day, key=lambda point: point.seen_on) - 1
                days.append(late.get(zone.points[index].seen_on, day))
        return max(days)

    def fault(self, spot: SpotRegion, zone: Series, day: date, usd: float) -> tuple[str, float | None] | None:
        """What is wrong with a spot price by itself, with the bound it crossed."""
        if self._is_bundled(zone, usd):
            return None
        return spot_fault(self._limits, spot.key, usd, zone.chips, self.on_demand(spot, day))


def spot_fault(
    limits: PlausibleLimits, key: SeriesKey, usd: float, chips: float | None, listed: float | None
) -> tuple[str, float | None] | None:
    """The same beside the on-demand price `listed`, if there is one; at its bounds nothing is traded.

    A file is read beside its own on-demand prices: a bound of one that is not believed passes there as a price.
    """
    fault = limits.fault(key, usd, chips)
    if fault is not None:
        return fault.code, fault.limit
    if not listed:
        return None
    if usd > listed * (1 + limits.likely("change_spot_over_share")):
        return "over_on_demand", listed
    floor, cap = spot_bounds(limits, key.cloud, listed)
    if usd >= cap:
        return AT_CAP, listed
    slack = 1 - 2 * limits.likely("spot_bound_tolerance")  # lower still is no bound
    return (AT_FLOOR, listed) if floor * slack <= usd <= floor else None


def spot_bounds(limits: PlausibleLimits, cloud: str, listed: float) -> tuple[float, float]:
    """Between which spot is a market price, beside the on-demand price; USD per hour."""
    slack = limits.likely("spot_bound_tolerance")
    floor = listed * limits.likely("spot_floor_share") * (1 + slack) if cloud == "aws" else 0.0
    return floor, listed * (limits.likely("spot_cap_share") - slack)


def _distance(level: float, wrong: WrongSpot) -> float:
    """From the level to what was shown, as a logarithm."""
    return math.log(float(wrong.point.usd_per_hour or 0) / level)


def _looks(zone: Series, point: Point, until: date | None, end: date) -> list[date]:
    """Those at which the point was in force; the day of the point at least."""
    looked = zone.looked
    last = bisect_right(looked, end) if until is None else bisect_left(looked, until)
    return list(looked[bisect_left(looked, point.seen_on) : last]) or [point.seen_on]


def price_on(zone: Series, day: date) -> float | None:
    """The price a zone showed that day."""
    index = bisect_right(zone.points, day, key=lambda point: point.seen_on) - 1
    if index < 0 or zone.points[index].is_gone or zone.points[index].usd_per_hour is None:
        return None
    return float(zone.points[index].usd_per_hour)  # type: ignore[arg-type]
