"""The prices of a day that are believed, read from the store: the one way from what feeds saw to whatever uses it.

What is doubted is worked out from the whole history of a cloud (`engine.changes.belief`). That takes long where much
was observed, so it is kept in the store with each reading (`keep_beliefs`); a question reads it from there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import date
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.prices.keep_beliefs import DOUBT, IS_DELISTED, brought_up_to, rules_of, spots_beside
from bot.prices.withdrawn import Gone
from engine.changes.change import DoubtedFigure
from engine.changes.lines import place_of
from knowledge.facts import Cloud, Facts, Purchase, SeriesKey
from knowledge.history.queries import PriceInForce

if TYPE_CHECKING:
    from engine.changes.belief import BySeries, Slip
    from knowledge.history.queries import HistoryReader


class Held(NamedTuple):
    """What is believed of a series in place of a doubted figure; None: no price is."""

    standing: PriceInForce | None
    doubted: DoubtedFigure


class Kept(NamedTuple):
    """What is believed other than what feeds show, and what they dropped of which a price comes with chipscout."""

    held: HeldBack
    gone: tuple[Gone, ...]


class Standing(NamedTuple):
    """A believed price in force, and the figure that is shown beside it and not believed."""

    price: PriceInForce
    doubted: DoubtedFigure | None = None


_believed = partial(tuple.__new__, Standing)  # avoids a Python call for each of thousands of prices
HeldBack = Mapping[tuple[str, SeriesKey], Held]  # by feed and key


def held_back(facts: Facts, past: HistoryReader, day: date) -> HeldBack:
    """Every series of which the newest figure is not believed on `day`, by feed and key."""
    return dict(_held(row) for row in _rows(facts, past, day) if row[DOUBT] is not None)


def kept(facts: Facts, past: HistoryReader, day: date) -> Kept:
    """The same, and what is not sold any more where a price comes with chipscout."""
    rows = _rows(facts, past, day)
    held = dict(_held(row) for row in rows if row[DOUBT] is not None)
    gone = {(row[0], SeriesKey(*row[1])): row for row in rows if row[IS_DELISTED]}
    if not gone:
        return Kept(held, ())
    types = {key.instance for _, key in gone}
    shown = (*past.unlisted(day, types), *past.latest(day, instances=types))
    seen = {(price.feed, price.key): price.confirmed_on for price in shown if price.usd_per_hour is None}
    return Kept(held, tuple(_gone(row, seen.get(place)) for place, row in gone.items()))


def _rows(facts: Facts, past: HistoryReader, day: date) -> list[list[Any]]:
    rules = rules_of(facts)
    found: list[list[Any]] = []
    for state in past.states(day):
        body = past.kept_beliefs(state, rules)
        found += json.loads(body) if body is not None else brought_up_to(facts, past, state)
    return found


def _gone(row: list[Any], seen_on: date | None) -> Gone:
    """A price that is doubted since is as old as the last look at which there was none."""
    since, last = date.fromisoformat(row[4]), date.fromisoformat(row[5])
    return Gone(row[0], SeriesKey(*row[1]), since, last if row[DOUBT] is not None or seen_on is None else seen_on)


def standings(
    past: HistoryReader,
    day: date,
    held: HeldBack,
    *,
    instances: Collection[str] | None = None,
    region: str | None = None,
    purchase: Purchase | None = None,
) -> Iterator[Standing]:
    """The believed prices in force on `day`, filtered by whatever is given."""
    latest = past.latest(day, instances=instances, region=region, purchase=purchase)
    if not held:
        yield from (_believed((price, None)) for price in latest)
        return
    waiting = dict(held)
    doubted = {key.instance for _, key in held}
    for price in latest:
        doubt = waiting.pop((price.feed, price.key), None) if price.key.instance in doubted else None
        if doubt is None:
            yield _believed((price, None))
        elif doubt.standing is not None:
            yield Standing(doubt.standing, doubt.doubted)
        else:
            yield Standing(price._replace(usd_per_hour=None), doubt.doubted)
    for (_, key), doubt in waiting.items():  # no longer listed, and that is not believed
        is_asked = (instances is None or key.instance in instances) and region in (None, key.region)
        if doubt.standing is not None and is_asked and purchase in (None, key.purchase):
            yield Standing(doubt.standing, doubt.doubted)


def believed_prices(facts: Facts, past: HistoryReader, day: date) -> list[PriceInForce]:
    """Every price in force on `day`, of each the one that is believed."""
    return [standing.price for standing in standings(past, day, held_back(facts, past, day))]


class Through(NamedTuple):
    """What is believed of the prices of a cloud through time: the days of `kept_by_day`, and the slips of list prices
    as they are known on the last day."""

    days: tuple[tuple[date, BySeries], ...]
    slips: Mapping[tuple[str, SeriesKey], tuple[Slip, ...]]


def through_time(
    facts: Facts, past: HistoryReader, day: date, clouds: Collection[Cloud], takes: Callable[[SeriesKey], bool]
) -> dict[Cloud, Through]:
    """Of the series that `takes`, up to `day`; a cloud of which none was observed is left out."""
    from engine.changes.belief import kept_by_day, slips
    from engine.changes.judged import JudgedPrices
    from engine.changes.plausibility import limits_of
    from engine.changes.recorded import price_history

    limits = limits_of(facts)
    found: dict[Cloud, Through] = {}
    for cloud in clouds:
        places = {place_of(last.key) for last in past.last_figures(cloud) if takes(last.key)}
        if not places:
            continue
        listed = list(past.series(cloud=cloud, is_spot=False))
        spots = spots_beside(facts, limits, past, cloud, listed, places, past.overview(cloud).types)
        series = price_history(facts, (*listed, *spots), cloud)
        judged = JudgedPrices(series, day, limits)
        found[cloud] = Through(tuple(kept_by_day(judged, series, takes)), slips(judged, takes))
    return found


def _held(row: list[Any]) -> tuple[tuple[str, SeriesKey], Held]:
    feed, key_parts, usd, is_gone, since, seen_on, chips, (figure, gone, first, last, *rest), _ = row
    day: Callable[[str], date] = date.fromisoformat
    key = SeriesKey(*key_parts)
    price = PriceInForce(feed, key, None if usd is None else Decimal(usd), day(since), day(seen_on), chips)
    shown = None if figure is None else Decimal(str(figure))
    return (feed, key), Held(None if is_gone else price, DoubtedFigure(shown, gone, day(first), day(last), *rest))
