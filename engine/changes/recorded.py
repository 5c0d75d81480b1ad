"""The bundled prices as one more feed, and one history of bundled and observed prices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from datetime import date
from decimal import Decimal

from engine.base.of_facts import once
from engine.changes.lines import Place, PriceId, place_of, plain, price_id_of
from knowledge.facts import Cloud, Facts, Point, Series, SeriesKey

RECORDED = "recorded"
TERMS_UNSTATED = ("reserved_1yr", "reserved_3yr", "savings_plan")  # each source assumes its own upfront terms


def price_history(
    facts: Facts,
    observed: Iterable[Series],
    cloud: Cloud | None = None,
    *,
    is_moved: bool = False,
    places: Set[Place] = frozenset(),
) -> list[Series]:
    """Bundled and observed prices as one history: bundled ones on their own days, observed ones on top.

    If both have the same price on the same day, the observed one counts. Bundled spot prices end where a feed begins.
    Whatever feeds do not list keeps its bundled price, so reading a feed hides nothing. With `cloud`, of
    that one alone; with `is_moved`, of the bundled ones only those that moved and those of `places`.
    """
    order = {feed: place for place, feed in enumerate(facts.preferences["feeds"].feeds)}
    history: list[Series] = []
    by_price: dict[PriceId, list[Series]] = {}
    for series in observed:
        if cloud not in (None, series.key.cloud):
            continue
        by_price.setdefault(price_id_of(series.key), []).append(series)
    for bundled in _beside(facts, cloud, by_price, places) if is_moved else recorded_series(facts, cloud):
        others = by_price.get(price_id_of(bundled.key))
        if others is None:  # as nearly all
            history.append(bundled)
            continue
        others.sort(key=lambda series: (order.get(series.feed, len(order)), series.key))
        same = [series for series in others if series.feed == RECORDED and series.key.zone == bundled.key.zone]
        by_price[price_id_of(bundled.key)] = [series for series in others if series not in same]
        days = _by_day(bundled)
        if bundled.key.purchase == "spot":
            feed_start = min((series.looked[0] for series in others if series not in same), default=date.max)
            days = {day: point for day, point in days.items() if day < feed_start}
        else:
            for series in reversed(others):
                days |= {day: point for day, point in _by_day(series).items() if day in days}
        for series in same:
            days |= _by_day(series)
        history += _series(same[0].key if same else bundled.key, days)
    history += (series for group in by_price.values() for series in group)
    if is_moved:
        return [
            series
            for series in history
            if series.feed != RECORDED or len(series.points) > 1 or place_of(series.key) in places
        ]
    return history


@once
def recorded_series(facts: Facts, cloud: Cloud | None = None) -> tuple[Series, ...]:
    """One series for each bundled price; its looks are the days of its own records, so none is missing.

    If two sources have a price for the same day, the lower one counts, as in a snapshot.
    """
    prices: dict[SeriesKey, dict[date, Decimal]] = {}
    for offer in facts.offers:
        if cloud not in (None, offer.cloud):
            continue
        terms = offer.source if offer.purchase in TERMS_UNSTATED else ""
        key = SeriesKey(offer.cloud, offer.instance, offer.region, offer.purchase, terms=terms, scope=offer.scope)
        days = prices.setdefault(key, {})
        days[offer.observed_on] = min(offer.usd_per_hour, days.get(offer.observed_on, offer.usd_per_hour))
    return tuple(
        entry
        for key, days in prices.items()
        for entry in _series(key, {day: Point(day, usd) for day, usd in days.items()})
    )


@once
def moved_series(facts: Facts, cloud: Cloud | None = None) -> tuple[Series, ...]:
    """Those of `recorded_series` with more than one price."""
    return tuple(entry for entry in recorded_series(facts, cloud) if len(entry.points) > 1)


@once
def recorded_types(facts: Facts, cloud: Cloud) -> frozenset[str]:
    """The types that have a bundled price, as `plain` spells them."""
    return frozenset(plain(entry.key.instance) for entry in recorded_series(facts, cloud))


@once
def _by_id(facts: Facts, cloud: Cloud | None) -> Mapping[PriceId, Series]:
    return {price_id_of(entry.key): entry for entry in recorded_series(facts, cloud)}


@once
def _by_place(facts: Facts, cloud: Cloud | None) -> Mapping[Place, list[PriceId]]:
    places: dict[Place, list[PriceId]] = {}
    for price, entry in _by_id(facts, cloud).items():
        places.setdefault(place_of(entry.key), []).append(price)
    return places


def _beside(facts: Facts, cloud: Cloud | None, observed: Iterable[PriceId], places: Set[Place]) -> Iterator[Series]:
    """The bundled prices that moved, those observed too, as together they may have, and those of `places`."""
    yield from moved_series(facts, cloud)
    by_id, by_place = _by_id(facts, cloud), _by_place(facts, cloud)
    there = (price for place in places for price in by_place.get(place, ()))
    wanted = dict.fromkeys(price for price in (*observed, *there) if price in by_id)
    yield from (entry for entry in map(by_id.__getitem__, wanted) if len(entry.points) == 1)


@once
def bundled_figures(facts: Facts) -> Mapping[PriceId, frozenset[float]]:
    """USD per hour that come with chipscout for each price: checked by hand, and not judged."""
    figures: dict[PriceId, set[float]] = {}
    for entry in recorded_series(facts):
        usd = (float(point.usd_per_hour or 0) for point in entry.points)
        figures.setdefault(price_id_of(entry.key), set()).update(usd)
    return {price_id: frozenset(usd) for price_id, usd in figures.items()}


@once
def bundled_days(facts: Facts) -> Mapping[PriceId, tuple[date, ...]]:
    """The days on which each of them was seen, in order; what a document only claims does not count."""
    seen: dict[PriceId, set[date]] = {}
    for offer in facts.offers:
        if (offer.grade or facts.sources[offer.source].grade) not in ("claim", "assumed"):
            key = SeriesKey(offer.cloud, offer.instance, offer.region, offer.purchase, scope=offer.scope)
            seen.setdefault(price_id_of(key), set()).add(offer.observed_on)
    return {price_id: tuple(sorted(days)) for price_id, days in seen.items()}


def _series(key: SeriesKey, days: Mapping[date, Point]) -> Iterator[Series]:
    """A point for each day on which the price differs from the day before; no series if there are no days."""
    points: list[Point] = []
    for _, point in sorted(days.items()):
        if not points or points[-1][1:] != point[1:]:
            points.append(point)
    if points:
        yield Series(RECORDED, key, tuple(points), tuple(sorted(days)))


def _by_day(series: Series) -> dict[date, Point]:
    """What the series showed on each day it was looked at."""
    shown: dict[date, Point] = {}
    for day in series.looked:
        point = next((point for point in reversed(series.points) if point.seen_on <= day), None)
        if point is not None:
            shown[day] = point._replace(seen_on=day)
    return shown
