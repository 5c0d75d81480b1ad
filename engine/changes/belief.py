"""The price believed on a day: one function of the history, for whatever uses a price.

A figure that change detection doubts moves nothing: the price believed before it stays, and the figure is kept beside
it. What is doubted is decided where changes are confirmed, so that what is reported and what is used never differ.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from engine.changes.change import HELD_FILE, DoubtedFigure
from engine.changes.confirmation import LineHistory
from engine.changes.glitches import SeriesStep
from engine.changes.judged import JudgedPrices
from engine.changes.lines import Place, PriceId, place_of, price_id_of
from engine.changes.plausibility import PlausibleLimits, limits_of
from engine.changes.recorded import RECORDED
from engine.changes.spot_market import SpotRegion, WrongSpot, ZoneHistory, price_on, spot_fault
from knowledge.facts import Facts, Point, Series, SeriesKey


class Belief(NamedTuple):
    """The price of one series believed on a day: in force since `since`, last seen on `seen_on`.

    None: no price is known (`is_gone`: not listed; `is_delisted`: one was believed before). `doubted` is what the
    feed shows instead, if it is not this.
    """

    feed: str
    key: SeriesKey
    usd_per_hour: Decimal | None
    is_gone: bool
    since: date
    seen_on: date
    chips: float | None = None
    doubted: DoubtedFigure | None = None
    is_delisted: bool = False


def beliefs(series: Iterable[Series], day: date, facts: Facts) -> tuple[Belief, ...]:
    """The belief about every series that was seen by `day`; nothing later is used."""
    return tuple(believed(JudgedPrices(series, day, limits_of(facts))))


def believed(judged: JudgedPrices) -> Iterator[Belief]:
    """The beliefs on the day of `judged`."""
    for line in judged.listed:
        yield from _of_line(judged.groups[line.feed, line.price_id], judged.history(line), judged.day)
    for spot in judged.spots:
        for zone in spot.zones:
            is_left = _is_left(zone, judged.market.zone(spot, zone))
            yield _spot(spot, zone, judged)._replace(is_delisted=is_left)


def doubted_beliefs(judged: JudgedPrices, among: Callable[[str, SeriesKey], bool] | None = None) -> Iterator[Belief]:
    """Those of `believed` that are not what a feed shows; the others are not made. `among`: of which feed and key."""
    return (belief for belief in kept_beliefs(judged, among) if belief.doubted is not None)


def kept_beliefs(judged: JudgedPrices, among: Callable[[str, SeriesKey], bool] | None = None) -> Iterator[Belief]:
    """Those that do not follow from what a feed shows alone: doubted ones, and prices that were sold and are not."""
    for line in judged.listed:
        group = [
            entry
            for entry in judged.groups[line.feed, line.price_id]
            if among is None or among(entry.feed, entry.key)
        ]
        history = judged.history(line) if group else None
        if history is not None and (history.doubted is not None or history.delisted is not None):
            yield from _of_line(group, history, judged.day)
    for spot in judged.spots:
        for zone in spot.zones:
            if among is None or among(zone.feed, zone.key):
                shown = judged.market.zone(spot, zone)
                is_delisted = _is_left(zone, shown)
                if is_delisted or _wrong_now(shown) or judged.held(spot):
                    belief = _spot(spot, zone, judged)
                    if is_delisted or belief.doubted is not None:
                        yield belief._replace(is_delisted=is_delisted)


def _of_line(group: Iterable[Series], history: LineHistory, day: date) -> Iterator[Belief]:
    """Of the series that are one price, however they are spelled."""
    is_delisted, last = history.delisted is not None, history.believed.looks[-1] if history.believed else None
    figure = None if history.doubted is None else _figure(history.doubted)
    for entry in group:
        belief = _shown(entry, day) if figure is None else _held(entry, last, figure, day)
        yield belief._replace(is_delisted=is_delisted) if is_delisted else belief


class Slip(NamedTuple):
    """A figure that a feed showed from `since` until before `until`, when the price before it was back; that was
    believed from `settled` on."""

    since: date
    until: date
    settled: date
    usd_per_hour: float | None


BySeries = Mapping[tuple[str, SeriesKey], Belief]  # by feed and key
Takes = Callable[[SeriesKey], bool]


def slips(judged: JudgedPrices, takes: Takes) -> dict[tuple[str, SeriesKey], tuple[Slip, ...]]:
    """What list prices that `takes` showed between two looks at one price, and what was in use meanwhile or not."""
    found: dict[tuple[str, SeriesKey], tuple[Slip, ...]] = {}
    for line in judged.listed:
        asked = [entry for entry in judged.groups[line.feed, line.price_id] if takes(entry.key)]
        glitches = judged.history(line).glitches if asked and len(line.runs) > 2 else ()
        wrong = tuple(Slip(one.shown.first, one.back_on, one.settled_on, one.shown.usd_per_hour) for one in glitches)
        found |= {(line.feed, entry.key): wrong for entry in asked if wrong}
    return found


def kept_by_day(last: JudgedPrices, series: Sequence[Series], takes: Takes) -> Iterator[tuple[date, BySeries]]:
    """`kept_beliefs` about the series that `takes`, as they were on each day up to that of `last`; oldest first.

    A day that is left out is as the one before it, of which nothing was doubted: what was believed and did not move
    is believed. `series` is the whole history, from which `last` was made.
    """
    asked = [entry for entry in series if takes(entry.key)]
    news = {day for entry in series for days in (entry.looked, entry.accepted) for day in days}
    looks = sorted(day for day in news if day <= last.day)
    due = _days_to_judge(asked, series, last.limits)
    held = [(one.since, one.until or date.max) for of in last.files.files.values() for one in of]
    is_doubted = False
    for day in looks:
        if is_doubted or day in due or any(since <= day <= until for since, until in held):
            judged = last if day == last.day else JudgedPrices(series, day, last.limits)
            kept = {(one.feed, one.key): one for one in kept_beliefs(judged, lambda _, key: takes(key))}
            is_doubted = any(one.doubted is not None for one in kept.values())
            yield day, kept


def _days_to_judge(asked: Iterable[Series], series: Iterable[Series], limits: PlausibleLimits) -> set[date]:
    """The days on which something else than what is shown may have become believed, or what is shown is doubted."""
    listed: dict[tuple[str, Place], set[float]] = {}  # every on-demand price ever shown, beside which spot is
    spots: dict[tuple[str, PriceId], list[Series]] = {}
    due: set[date] = set()
    for entry in series:
        if entry.key.purchase == "on_demand":
            shown = {float(point.usd_per_hour) for point in entry.points if point.usd_per_hour}
            listed.setdefault((entry.feed, place_of(entry.key)), set()).update(shown)
    for entry in asked:
        if entry.key.purchase == "spot":
            spots.setdefault((entry.feed, price_id_of(entry.key)), []).append(entry)
        elif entry.feed != RECORDED or not limits.is_all_bundled(entry):
            due |= {point.seen_on for point in entry.points}
    for (feed, _), zones in spots.items():
        for zone in zones:
            due.update(_odd_days(zone, zones, limits, listed.get((feed, place_of(zone.key)), set())))
    return due


def _odd_days(
    zone: Series, zones: Iterable[Series], limits: PlausibleLimits, listed: Iterable[float]
) -> Iterator[date]:
    """When a zone shows what is possibly no price, moved as far as spot seldom does, or was the last to be sold."""
    far = math.log(limits.likely("change_spot_jump") * (1 - limits.same_share))
    level: float | None = None
    for point in zone.points:
        usd = None if point.is_gone or point.usd_per_hour is None else float(point.usd_per_hour)
        if usd is None:
            if all(price_on(other, point.seen_on) is None for other in zones):
                yield point.seen_on
            continue
        is_odd = any(spot_fault(limits, zone.key, usd, zone.chips, one) for one in (None, *listed))
        if is_odd or (level and abs(math.log(usd / level)) >= far):
            yield point.seen_on
        level = usd if usd > 0 else level


def _figure(step: SeriesStep) -> DoubtedFigure:
    run = step.run
    usd = None if run.usd_per_hour is None else Decimal(str(run.usd_per_hour))
    return DoubtedFigure(
        usd, run.is_gone, run.first, run.looks[-1], step.code, step.looks, step.needed, step.limit, step.alike
    )


def _spot(spot: SpotRegion, zone: Series, judged: JudgedPrices) -> Belief:
    """What is believed of a zone; beside it what it shows in a file that is held back as a whole."""
    belief, held = _counted_spot(spot, zone, judged), judged.held(spot)
    if held is None:
        return belief
    shown = judged.shown(zone)
    now, counted = _last(shown, judged.day), _last(zone, judged.day)
    if now[1:] in (counted[1:], (belief.usd_per_hour, belief.is_gone)):
        return belief if now[1:] == counted[1:] else belief._replace(doubted=None)
    looks = [look for look in shown.looked if held.since <= look <= judged.day] or [now.seen_on]
    figure = DoubtedFigure(
        now.usd_per_hour, now.is_gone, held.since, looks[-1], HELD_FILE, len(looks), 0, held.factor, held.prices
    )
    return belief._replace(doubted=figure)


def _counted_spot(spot: SpotRegion, zone: Series, judged: JudgedPrices) -> Belief:
    """The last price of the zone that is believed; beside it what it has shown since for one reason."""
    history = judged.market.zone(spot, zone)
    last = _wrong_now(history)
    if last is None:
        return _shown(zone, judged.day)
    since = history.believed.seen_on if history.believed else date.min
    alike = [odd for odd in history.wrong if odd.point.seen_on > since]
    while any(odd.code != last.code for odd in alike):
        alike = alike[1:]
    first = alike[0].point.seen_on
    looks = [look for look in zone.looked if first <= look <= judged.day] or [first]
    figure = DoubtedFigure(
        last.point.usd_per_hour, False, first, looks[-1], last.code, len(looks), last.needed, last.limit
    )
    return _held(zone, history.on, figure, judged.day)


def _is_left(zone: Series, history: ZoneHistory) -> bool:
    """Whether the zone has no price any more, and one of those before was believed."""
    last = history.believed
    if last is None or (last.usd_per_hour is not None and not last.is_gone):
        return False
    wrong = {odd.point.seen_on for odd in history.wrong}
    return any(
        point.usd_per_hour is not None and not point.is_gone and point.seen_on not in wrong
        for point in zone.points
        if point.seen_on < last.seen_on
    )


def _wrong_now(history: ZoneHistory) -> WrongSpot | None:
    """What the zone shows at the last look, if it is not believed."""
    return history.wrong[-1] if history.wrong and history.wrong[-1].until is None else None


def _known(entry: Series, day: date) -> Sequence[Point]:
    return [point for point in entry.points if point.seen_on <= day]


def _last(entry: Series, day: date) -> Point:
    """The last point by `day`; there is one."""
    last = entry.points[-1]
    return last if last.seen_on <= day else _known(entry, day)[-1]


def _shown(entry: Series, day: date) -> Belief:
    """What the feed shows."""
    point = _last(entry, day)
    looks = [look for look in entry.looked if point.seen_on <= look <= day] or [point.seen_on]
    return Belief(entry.feed, entry.key, point.usd_per_hour, point.is_gone, point.seen_on, looks[-1], entry.chips)


def _held(entry: Series, last: date | None, figure: DoubtedFigure, day: date) -> Belief:
    """What the feed showed on `last`, the last day on which it was believed; beside it the figure of this series."""
    shown = _shown(entry, day)
    figure = figure._replace(usd_per_hour=shown.usd_per_hour, is_gone=shown.is_gone)
    if last is None or entry.points[0].seen_on > last:
        return Belief(entry.feed, entry.key, None, True, figure.since, figure.last_seen_on, entry.chips, figure)
    return _shown(entry, last)._replace(doubted=figure)
