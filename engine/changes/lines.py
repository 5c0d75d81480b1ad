"""Series as the engine compares them: one line for each list price of a feed, however its rows are spelt.

A catalog that names `WestUS3` today and `westus3` tomorrow lists the same region. Zones of a list price are one line.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from knowledge.facts import Point, Series, SeriesKey


class Ident(NamedTuple):
    """What a price is the price of, spelling apart; the same for every feed."""

    cloud: str
    instance: str
    region: str
    purchase: str
    terms: str
    scope: str


class Run(NamedTuple):
    """A price that stood: from `first`, at `looks`. `usd_per_hour` None: not for sale."""

    first: date
    usd_per_hour: float | None
    is_gone: bool
    looks: tuple[date, ...]


class PriceLine(NamedTuple):
    """One list price of one feed through time. `is_baseline`: it was there at the feed's very first look."""

    feed: str
    ident: Ident
    key: SeriesKey
    chips: float | None
    runs: tuple[Run, ...]
    trail: tuple[Point, ...]


@lru_cache(maxsize=65536)
def plain(name: str) -> str:
    """A name without case, blanks and signs; Azure's `Standard_` is no part of it."""
    return "".join(letter for letter in name.casefold().removeprefix("standard_") if letter.isalnum())


def ident_of(key: SeriesKey) -> Ident:
    return Ident(key.cloud, plain(key.instance), plain(key.region), key.purchase, key.terms, key.scope)


def lines(series: Iterable[Series], until: date, same_share: float) -> list[PriceLine]:
    """One line for each list price of each feed, as it was known on `until`."""
    held: dict[tuple[str, Ident], list[Series]] = {}
    for one in series:
        held.setdefault((one.feed, ident_of(one.key)), []).append(one)
    made = []
    for (feed, ident), group in held.items():
        points, looked = (group[0].points, group[0].looked) if len(group) == 1 else _joined(group)
        runs = runs_of(points, looked, until, same_share)
        if runs:
            key = max(group, key=lambda one: (one.points[-1].seen_on, one.key)).key
            chips = next((one.chips for one in group if one.chips), None)
            trail = tuple(point for point in points if point.seen_on <= until)
            made.append(PriceLine(feed, ident, key._replace(zone=""), chips, runs, trail))
    return made


def runs_of(points: Sequence[Point], looked: Sequence[date], until: date, same_share: float) -> tuple[Run, ...]:
    """Points as runs of one price; two prints of it are one run. A run of nothing precedes what came later."""
    known = [point for point in points if point.seen_on <= until]
    if not known:
        return ()
    looks = looked[: bisect_right(looked, until)]
    runs: list[Run] = []
    if looks and looks[0] < known[0].seen_on:
        before = bisect_left(looks, known[0].seen_on)
        runs.append(Run(looks[0], None, is_gone=True, looks=tuple(looks[:before])))
    for place, point in enumerate(known):
        low = bisect_left(looks, point.seen_on)
        high = bisect_left(looks, known[place + 1].seen_on) if place + 1 < len(known) else len(looks)
        stood = tuple(looks[low:high]) or (point.seen_on,)
        if stood[0] != point.seen_on:
            stood = (point.seen_on, *stood)
        usd = None if point.usd_per_hour is None or point.is_gone else float(point.usd_per_hour)
        if runs and is_same(runs[-1].usd_per_hour, usd, same_share):
            last = runs[-1]
            runs[-1] = last._replace(looks=(*last.looks, *stood), is_gone=last.is_gone and point.is_gone)
        else:
            runs.append(Run(point.seen_on, usd, is_gone=point.is_gone, looks=stood))
    return tuple(runs)


def is_same(one: float | None, other: float | None, share: float) -> bool:
    """Whether two prices are the same within `share` of the larger; two of none are."""
    if one is None or other is None:
        return one is other
    return abs(one - other) <= share * max(abs(one), abs(other))


def _joined(group: Sequence[Series]) -> tuple[tuple[Point, ...], tuple[date, ...]]:
    """Several rows of one list price: on each day the lowest price that any of them shows."""
    looked = tuple(sorted({day for one in group for day in one.looked}))
    days = sorted({point.seen_on for one in group for point in one.points})
    joined: list[Point] = []
    for day in days:
        there = [point for one in group if (point := _at(one.points, day)) is not None]
        priced = [point.usd_per_hour for point in there if point.usd_per_hour is not None and not point.is_gone]
        point = Point(day, min(priced, default=None), is_gone=all(each.is_gone for each in there))
        if not joined or joined[-1][1:] != point[1:]:
            joined.append(point)
    return tuple(joined), looked


def _at(points: Sequence[Point], day: date) -> Point | None:
    return next((point for point in reversed(points) if point.seen_on <= day), None)
