"""Series as the engine compares them: one line for each list price of a feed, however its rows are spelled.

A catalog that names `WestUS3` today and `westus3` tomorrow lists the same region. Zones of a list price are one line.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from knowledge.facts import Point, Series, SeriesKey

ROUNDING = 1e-9  # of floating-point numbers: 1.1 is a tenth more than 1


Place = tuple[str, str]  # the type and the region, however they are spelled


class PriceId(NamedTuple):
    """Identifies a price independently of spelling, so that feeds can be compared."""

    cloud: str
    instance: str
    region: str
    purchase: str
    terms: str
    scope: str


class PriceRun(NamedTuple):
    """A stretch of one unchanged price: from `first`, seen at `looks`. `usd_per_hour` None: not for sale."""

    first: date
    usd_per_hour: float | None
    is_gone: bool
    looks: tuple[date, ...]


class ListPriceLine(NamedTuple):
    """One list price of one feed over time."""

    feed: str
    price_id: PriceId
    key: SeriesKey
    chips: float | None
    runs: tuple[PriceRun, ...]
    trail: tuple[Point, ...]


@lru_cache(maxsize=65536)
def plain(name: str) -> str:
    """A name without case, blanks, punctuation and Azure's `Standard_` prefix."""
    return "".join(letter for letter in name.casefold().removeprefix("standard_") if letter.isalnum())


def place_of(key: SeriesKey) -> Place:
    """Where it is, however it is spelled."""
    return plain(key[1]), plain(key[2])


@lru_cache(maxsize=65536)
def price_id_of(key: SeriesKey) -> PriceId:
    return PriceId(key.cloud, plain(key.instance), plain(key.region), key.purchase, key.terms, key.scope)


def lines(series: Iterable[Series], until: date, same_share: float) -> list[ListPriceLine]:
    """One line for each list price of each feed, as it was known on `until`."""
    by_price: dict[tuple[str, PriceId], list[Series]] = {}
    for entry in series:
        by_price.setdefault((entry.feed, price_id_of(entry.key)), []).append(entry)
    price_lines = []
    for (feed, price_id), group in by_price.items():
        if len(group) == 1 and len(group[0].points) == 1:  # as most are
            price_lines += _unmoved(feed, price_id, group[0], until)
            continue
        points, looked = (group[0].points, group[0].looked) if len(group) == 1 else _combined(group)
        runs = runs_of(points, looked, until, same_share)
        if runs:
            key = max(group, key=lambda entry: (entry.points[-1].seen_on, entry.key)).key
            chips = next((entry.chips for entry in group if entry.chips), None)
            trail = tuple(point for point in points if point.seen_on <= until)
            of_region = key._replace(zone="") if key.zone else key
            price_lines.append(ListPriceLine(feed, price_id, of_region, chips, runs, trail))
    return price_lines


def _unmoved(feed: str, price_id: PriceId, entry: Series, until: date) -> list[ListPriceLine]:
    """The line of a price that was there at the first look and never moved, else what `runs_of` makes of it."""
    key = entry.key._replace(zone="") if entry.key.zone else entry.key
    point, looked = entry.points[0], entry.looked
    if point.seen_on > until:
        return []
    if not looked or looked[0] != point.seen_on:
        runs = runs_of(entry.points, looked, until, 0)
    else:
        usd = None if point.usd_per_hour is None or point.is_gone else float(point.usd_per_hour)
        looks = looked if looked[-1] <= until else looked[: bisect_right(looked, until)]
        runs = (PriceRun(point.seen_on, usd, point.is_gone, looks),)
    return [ListPriceLine(feed, price_id, key, entry.chips or None, runs, entry.points)]


def runs_of(points: Sequence[Point], looked: Sequence[date], until: date, same_share: float) -> tuple[PriceRun, ...]:
    """Points as runs of one price; if it appeared after the feed's first look, the first run has no price."""
    known = [point for point in points if point.seen_on <= until]
    if not known:
        return ()
    looks = looked[: bisect_right(looked, until)]
    runs: list[PriceRun] = []
    if looks and looks[0] < known[0].seen_on:
        before = bisect_left(looks, known[0].seen_on)
        runs.append(PriceRun(looks[0], None, is_gone=True, looks=tuple(looks[:before])))
    for index, point in enumerate(known):
        low = bisect_left(looks, point.seen_on)
        high = bisect_left(looks, known[index + 1].seen_on) if index + 1 < len(known) else len(looks)
        seen_at = tuple(looks[low:high]) or (point.seen_on,)
        if seen_at[0] != point.seen_on:
            seen_at = (point.seen_on, *seen_at)
        usd = None if point.usd_per_hour is None or point.is_gone else float(point.usd_per_hour)
        if runs and is_same(runs[-1].usd_per_hour, usd, same_share):
            last = runs[-1]
            runs[-1] = last._replace(looks=(*last.looks, *seen_at), is_gone=last.is_gone and point.is_gone)
        else:
            runs.append(PriceRun(point.seen_on, usd, is_gone=point.is_gone, looks=seen_at))
    return tuple(runs)


def settled_on(looks: Sequence[date], needed: int, days: float) -> date | None:
    """The look at which so many agree, the last of them later than `days` after the first; one is enough at once.

    A slip that is read every day is seen at several looks: it is over when more days than it lasts are between them.
    """
    if needed < 2:
        return looks[0] if needed == 1 and looks else None
    return next((look for look in looks[needed - 1 :] if (look - looks[0]).days > days), None)


def is_same(price: float | None, other: float | None, share: float) -> bool:
    """Whether two prices are less than `share` apart; two missing prices are the same.

    The one measure of every move, of list prices and of spot: the logarithm of the ratio, so that up and down count
    alike and moves add up.
    """
    if price is None or other is None:
        return price is other
    if price <= 0 or other <= 0:
        return price == other
    return abs(math.log(other / price)) <= math.log1p(share) + ROUNDING


def distance(believed: PriceRun, run: PriceRun) -> float:
    """From one price to another, as a logarithm."""
    return math.log((run.usd_per_hour or 1.0) / (believed.usd_per_hour or 1.0))


def _combined(group: Sequence[Series]) -> tuple[tuple[Point, ...], tuple[date, ...]]:
    """Several rows of one list price: each day, the lowest price that any of them shows."""
    looked = tuple(sorted({day for entry in group for day in entry.looked}))
    days = sorted({point.seen_on for entry in group for point in entry.points})
    combined: list[Point] = []
    for day in days:
        shown = [point for entry in group if (point := _at(entry.points, day)) is not None]
        priced = [point.usd_per_hour for point in shown if point.usd_per_hour is not None and not point.is_gone]
        point = Point(day, min(priced, default=None), is_gone=all(other.is_gone for other in shown))
        if not combined or combined[-1][1:] != point[1:]:
            combined.append(point)
    return tuple(combined), looked


def _at(points: Sequence[Point], day: date) -> Point | None:
    return next((point for point in reversed(points) if point.seen_on <= day), None)
