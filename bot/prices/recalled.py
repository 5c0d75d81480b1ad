"""What the prices of a few types were at each look, as verdicts of those days used them: what answers tell moved.

Made of what `prices history` tells, each look put together as the market of its day was.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from bot.prices.by_day import PriceOf, Sighting
from bot.prices.history import sightings
from bot.prices.lookup import PriceQuery
from bot.prices.market import MarketBuilder
from engine.prices.deciding import BUNDLED
from engine.prices.offers import OfferKey
from knowledge.facts import PURCHASES_IN_ORDER, Facts, Grade, Offer, SeriesKey, names_of
from knowledge.history.queries import HistoryReader, PriceInForce

Row = tuple[PriceOf, Sighting]


class _Look(NamedTuple):
    """What was used on a day, last seen on `seen_on`."""

    source: str
    feed: str
    seen_on: date
    prices: tuple[PriceInForce, ...]


class _Told(NamedTuple):
    """One figure, from the first look at it to the last one before another."""

    usd: Decimal
    source: str
    feed: str
    first: date
    last: date


def recalled(
    facts: Facts, past: HistoryReader | None, day: date, types: Iterable[str]
) -> Mapping[str, tuple[Offer, ...]]:
    """By type, or by chip where that is priced: what was seen of each price up to `day`, oldest first.

    Of each figure the first look at it and the last.
    """
    names = names_of(facts)
    things: dict[OfferKey, list[Row]] = {}
    for row in sightings(facts, past, day, PriceQuery(instances=tuple(sorted(types)))):
        key, price = row
        name = names.listed(key.scope, key.cloud, key.instance)
        if name is not None and price.wrong is None:
            thing = OfferKey(name, key.cloud, key.region, key.purchase, key.scope)
            things.setdefault(thing, []).append(row)
    builder = MarketBuilder(facts, {}, day)
    told: dict[OfferKey, tuple[_Told, ...]] = {}
    for thing in sorted(things, key=lambda thing: PURCHASES_IN_ORDER.index(thing.purchase)):  # on demand before spot
        listed = told.get(thing._replace(purchase="on_demand"), ()) if thing.purchase == "spot" else ()
        told[thing] = tuple(_told(builder, thing, _looks(builder, thing, things[thing]), listed))
    offers: dict[str, list[Offer]] = {}
    for thing, figures in told.items():
        offers.setdefault(thing.instance, []).extend(_offers(facts, thing, figures))
    return {
        name: tuple(sorted(of, key=lambda offer: (offer.observed_on, offer.region))) for name, of in offers.items()
    }


def _looks(builder: MarketBuilder, thing: OfferKey, rows: Iterable[Row]) -> dict[date, _Look]:
    """What was used at each look; of the terms that stand for the way to buy."""
    shown: dict[date, list[Row]] = {}
    for row in sorted(rows, key=lambda row: row[1].day):
        shown.setdefault(row[1].day, []).append(row)
    looks = {at: _look(of, at) for at, of in shown.items()}
    named = [price for look in looks.values() for price in look.prices]
    terms = {price.key.terms for price in builder.of_terms(thing, named)}
    kept = {at: tuple(price for price in look.prices if price.key.terms in terms) for at, look in looks.items()}
    return {at: looks[at]._replace(prices=kept[at]) for at in sorted(looks)}


def _look(rows: Sequence[Row], day: date) -> _Look:
    last = rows[-1][1]
    seen_on = max(price.seen_on for _, price in rows)
    return _Look(
        last.source, last.feed, seen_on, tuple(_in_force(key, price, day) for key, price in rows if price.usd)
    )


def _in_force(key: PriceOf, price: Sighting, day: date) -> PriceInForce:
    series = SeriesKey(key.cloud, key.instance, key.region, key.purchase, key.zone, key.terms, key.scope)
    return PriceInForce(price.feed, series, Decimal(str(price.usd)), day, day)


def _told(
    builder: MarketBuilder, thing: OfferKey, looks: Mapping[date, _Look], listed: Sequence[_Told]
) -> Iterator[_Told]:
    """`listed`: the same on demand, beside which spot is judged."""
    told: _Told | None = None
    for day, look in looks.items():
        at = bisect_right(listed, day, key=lambda one: one.first)
        prices = [price.usd_per_hour or Decimal(0) for price in look.prices]
        usd = builder.together(thing, prices, listed[at - 1].usd if at else None)[0] if prices else None
        if told is not None and (usd, look.source) == (told.usd, told.source):
            told = told._replace(last=max(told.last, look.seen_on))
            continue
        if told is not None:
            yield told
        told = None if usd is None else _Told(usd, look.source, look.feed, day, day)
    if told is not None:
        yield told


def _offers(facts: Facts, thing: OfferKey, figures: Iterable[_Told]) -> Iterator[Offer]:
    for one in figures:
        for day in sorted({one.first, one.last}):
            yield Offer(
                observed_on=day, cloud=thing.cloud, instance=thing.instance, region=thing.region,
                purchase=thing.purchase, scope=thing.scope, usd_per_hour=one.usd, source=one.source,
                checked_on=one.last, grade=_grade(facts, one),
            )  # fmt: skip


def _grade(facts: Facts, one: _Told) -> Grade:
    """Said with each of them: a feed that is not read any more is none of the sources of a verdict."""
    if one.feed == BUNDLED:
        return facts.sources[one.source].grade
    described = facts.feeds.get(one.feed)
    return facts.sources[described.source].grade if described else "independent"
