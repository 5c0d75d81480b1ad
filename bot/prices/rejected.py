"""Rejected prices as changes that are shown under "looks wrong" and never announced."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from decimal import Decimal, InvalidOperation

from engine.changes.change import Change, percent_of
from knowledge.facts import Series
from knowledge.history.doubts import DoubtfulPrice


def doubtful_changes(doubted: Iterable[DoubtfulPrice], series: Iterable[Series]) -> list[Change]:
    """One for each thing: the price that stood before, and goes on standing, beside what the feed showed.

    Spot that is above an on-demand price which moved on that very day is not doubted: the other one is.
    """
    series_of = {(doubt.feed, doubt.key): doubt for doubt in series}
    moved = {
        (feed, key.instance, key.region, point.seen_on)
        for (feed, key), observed in series_of.items()
        if key.purchase == "on_demand"
        for point in observed.points
    }
    return [
        _change(doubt, series_of[doubt.feed, key])
        for doubt, key in ((doubt, doubt.doubt.key) for doubt in doubted)
        if (doubt.feed, key) in series_of
        and (key.purchase != "spot" or (doubt.feed, key.instance, key.region, doubt.seen_on) not in moved)
    ]


def _change(doubtful: DoubtfulPrice, series: Series) -> Change:
    key = doubtful.doubt.key
    before, after = _stood(series, doubtful.seen_on), _figure(doubtful.doubt.said)
    return Change(
        provider=key.cloud,
        instance=key.instance,
        region=key.region,
        purchase=key.purchase,
        before=before,
        after=after,
        percent=percent_of(before, after),
        kind="suspect",
        announced=False,
        code="not_taken",
        feed=doubtful.feed,
        seen_on=doubtful.seen_on,
        last_seen_on=doubtful.last_seen_on,
        told_on=None,
        looks=1,
        needed=0,
        zone=key.zone,
        terms=key.terms,
        scope=key.scope,
        trail=series.points,
        doubt=doubtful.doubt.code,
        said=doubtful.doubt.said,
    )


def _stood(series: Series, day: date) -> float | None:
    known = [point.usd_per_hour for point in series.points if point.seen_on <= day]
    return float(known[-1]) if known and known[-1] is not None else None


def _figure(said: str) -> float | None:
    """The figure in front of what was said; None where there is none."""
    try:
        figure = Decimal(said.split("/")[0].strip() or "x")
    except InvalidOperation:
        return None
    return float(figure) if figure.is_finite() else None
