"""One thing's prices through time: what was recorded and what feeds saw, joined into one line for each price."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from datetime import date, timedelta
from typing import TYPE_CHECKING, Literal, NamedTuple

from bot.prices.believed import kept, wrong_figures
from bot.prices.lookup import PriceQuery
from bot.prices.market import source_id
from bot.wording.sparkline import sparkline
from engine.changes.change import HELD_FILE
from engine.prices.deciding import BUNDLED, Said, deciding
from knowledge.facts import (
    COMPARED,
    PURCHASES_IN_ORDER,
    Cloud,
    Fact,
    Facts,
    Point,
    Purchase,
    Series,
    SeriesKey,
    names_of,
)
from knowledge.history.queries import HistoryReader

if TYPE_CHECKING:
    from engine.changes.belief import WrongStretch

STEPS = 40  # width of a sparkline


class HistoryStep(Fact):
    """A price from a day on. `share`: against the price before it; None for the first, and where one is missing."""

    day: date
    usd_per_hour: float | None
    is_gone: bool = False
    source: str
    share: float | None = None


class WrongStep(Fact):
    """A figure that a feed showed from a day until before another (None: still) and that is not believed."""

    day: date
    until: date | None
    usd_per_hour: float | None
    code: str
    source: str


class HistoryLine(Fact):
    """One price through time. `steps` are its changes, `seen_on` the last day it was seen; `doubted` is what feeds
    showed and nobody believes.
    """

    cloud: Cloud
    instance: str
    region: str
    zone: str = ""
    purchase: Purchase
    terms: str = ""
    scope: Literal["instance", "chip"] = "instance"
    steps: tuple[HistoryStep, ...]
    doubted: tuple[WrongStep, ...] = ()
    seen_on: date

    @property
    def priced(self) -> tuple[tuple[date, float], ...]:
        return tuple((step.day, step.usd_per_hour) for step in self.steps if step.usd_per_hour is not None)

    @property
    def share(self) -> float | None:
        """The last price against the first."""
        return self.priced[-1][1] / self.priced[0][1] - 1 if self.priced else None


class Sighting(NamedTuple):
    """What one source showed on a day; `wrong` where it is not believed."""

    day: date
    usd: float | None
    is_gone: bool
    source: str
    feed: str = BUNDLED
    wrong: WrongStretch | None = None


class PriceOf(NamedTuple):
    """What a price is of, as its source spells it."""

    cloud: Cloud
    instance: str
    region: str
    zone: str
    purchase: Purchase
    terms: str
    scope: Literal["instance", "chip"]


def history(
    facts: Facts, past: HistoryReader | None, day: date, query: PriceQuery, since: date | None
) -> tuple[HistoryLine, ...]:
    """The prices of what is looked for up to `day`, by cloud, thing, region and purchase, recorded and observed
    as one line. On each day the price stands that a verdict of that day would have used.

    With `since`, from that day on, beginning with the price in force then.
    """
    seen: dict[PriceOf, list[Sighting]] = {}
    last: dict[PriceOf, date] = {}
    for key, price, days in sightings(facts, past, day, query):
        seen.setdefault(key, []).append(price)
        last[key] = max(days[-1], last.get(key, days[-1]))
    rounding = facts.constants["same_price_share"].value.likely
    histories = (
        HistoryLine(**key._asdict(), steps=steps, doubted=_wrong(prices, since), seen_on=last[key])
        for key, prices in seen.items()
        if (steps := _steps([price for price in prices if price.wrong is None], rounding, since))
    )
    return tuple(sorted(histories, key=_place))


def sightings(
    facts: Facts, past: HistoryReader | None, day: date, query: PriceQuery
) -> Iterator[tuple[PriceOf, Sighting, Sequence[date]]]:
    """What is looked for as it was seen up to `day`, with the days of the looks that confirm it.

    Of several sources what the one showed that decided then, at each look; with `wrong` what is not believed.
    """
    observed = _observed(facts, past, day, query)
    gone = frozenset((one.feed, one.key) for one in kept(facts, past, day).gone) if past else frozenset()
    return _by_deciding(facts, _recorded(facts, day, query), observed, gone)


def spark(line: HistoryLine, until: date) -> str:
    """The price over time as a line of bars, each as much time as the next; a gap where there was none."""
    first = line.steps[0].day
    span = max((until - first).days, 1)
    values = [_in_force(line.steps, first + timedelta(days=span * place / (STEPS - 1))) for place in range(STEPS)]
    return sparkline(values)


def _in_force(steps: Iterable[HistoryStep], day: date) -> float | None:
    return next((step.usd_per_hour for step in reversed(tuple(steps)) if step.day <= day), None)


def _recorded(facts: Facts, day: date, query: PriceQuery) -> Iterator[tuple[PriceOf, Sighting, Sequence[date]]]:
    """Recorded prices with the day each was seen; a price that a document only claims does not count."""
    things = set(query.instances) | {facts.instances[name].accelerator for name in query.instances}
    for offer in facts.offers:
        grade = offer.grade or facts.sources[offer.source].grade
        is_asked = query.takes(offer.cloud, offer.instance, offer.region, offer.purchase)
        if offer.observed_on <= day and grade not in ("claim", "assumed") and is_asked:
            if things and offer.instance not in things:
                continue
            key = PriceOf(offer.cloud, offer.instance, offer.region, "", offer.purchase, "", offer.scope)
            yield (
                key,
                Sighting(offer.observed_on, float(offer.usd_per_hour), False, offer.source),
                (offer.observed_on,),
            )


def _wrong(prices: Iterable[Sighting], since: date | None) -> tuple[WrongStep, ...]:
    return tuple(
        WrongStep(
            day=price.day, until=price.wrong.until, usd_per_hour=price.usd, code=price.wrong.code, source=price.source
        )
        for price in sorted(prices, key=lambda price: price.day)
        if price.wrong is not None and (since is None or price.wrong.until is None or price.wrong.until > since)
    )


def _observed(
    facts: Facts, past: HistoryReader | None, day: date, query: PriceQuery
) -> Iterator[tuple[PriceOf, Sighting, Sequence[date]]]:
    """With the days on which the feed looked at it, up to which the price is confirmed."""
    if past is None:
        return
    names = names_of(facts).feed_names(query.instances) if query.instances else frozenset()

    def is_asked(key: SeriesKey) -> bool:
        is_named = not names or key.instance in names
        return is_named and query.takes(key.cloud, key.instance, key.region, key.purchase)

    wrong = wrong_figures(facts, past, day, sorted(_clouds(facts, query)), is_asked)
    for name in sorted(names) if names else [None]:
        for series in past.series(instance=name, region=query.region, purchase=query.purchase):
            key = series.key
            if not query.takes(key.cloud, key.instance, key.region, key.purchase):
                continue
            named = PriceOf(key.cloud, key.instance, key.region, key.zone, key.purchase, key.terms, key.scope)
            stretches = wrong.get((series.feed, key), ())
            looked = [seen for seen in series.looked if seen <= day and _wrong_on(stretches, seen) is None]
            for point in _with_ends(series, stretches):
                if point.seen_on <= day:
                    usd = None if point.usd_per_hour is None else float(point.usd_per_hour)
                    source = source_id(series.feed, key.cloud)
                    odd = _wrong_on(stretches, point.seen_on)
                    days = [seen_day for seen_day in looked if seen_day <= point.seen_on] if point.is_gone else looked
                    yield (
                        named,
                        Sighting(point.seen_on, usd, point.is_gone, source, series.feed, odd),
                        days or [point.seen_on],
                    )


def _with_ends(series: Series, stretches: Sequence[WrongStretch]) -> list[Point]:
    """Its points, and the first look at what it went on showing once that counted."""
    points = {point.seen_on: point for point in series.points}
    for until in {one.until for one in stretches if one.until is not None and one.code == HELD_FILE}:
        look = next((look for look in series.looked if look >= until), None)
        at = bisect_right(series.points, look, key=lambda point: point.seen_on) if look else 0
        if look and at and _wrong_on(stretches, look) is None:
            points.setdefault(look, series.points[at - 1]._replace(seen_on=look))
    return [points[seen_on] for seen_on in sorted(points)]


def _by_deciding(
    facts: Facts,
    recorded: Iterable[tuple[PriceOf, Sighting, Sequence[date]]],
    observed: Iterable[tuple[PriceOf, Sighting, Sequence[date]]],
    gone: Set[tuple[str, SeriesKey]],
) -> Iterator[tuple[PriceOf, Sighting, Sequence[date]]]:
    """On each day what the source showed whose price a verdict used; zones of a spot price are decided together.

    `gone`: what feeds dropped of which a price comes along; what is not listed and not among it was renamed.
    """
    places: dict[PriceOf, list[tuple[PriceOf, Sighting, Sequence[date]]]] = {}
    for row in (*recorded, *observed):
        if row[1].wrong is not None:
            yield row
        else:
            places.setdefault(place_of(row[0]), []).append(row)
    for rows in places.values():
        if is_of_one(rows):
            yield from rows
        else:
            yield from _decided(facts, rows, gone)


def is_of_one(rows: Sequence[tuple[PriceOf, Sighting, Sequence[date]]]) -> bool:
    """Whether one source tells a price, or no feed does: nothing is to be decided."""
    return len({price.source for _, price, _ in rows}) == 1 or all(price.feed == BUNDLED for _, price, _ in rows)


def place_of(key: PriceOf) -> PriceOf:
    """What is decided together: the zones of a spot price."""
    return key._replace(zone="", terms="") if key.purchase == "spot" else key


def _decided(
    facts: Facts, rows: Iterable[tuple[PriceOf, Sighting, Sequence[date]]], gone: Set[tuple[str, SeriesKey]]
) -> Iterator[tuple[PriceOf, Sighting, Sequence[date]]]:
    """On each day of a look what the source shows that decides then."""
    window = timedelta(facts.constants["sources_differ_days"].value.likely)
    places = {feed: place for place, feed in enumerate(facts.preferences["feeds"].feeds)}
    looked: dict[str, set[date]] = {}
    shown: dict[str, dict[PriceOf, list[Sighting]]] = {}
    confirmed: dict[tuple[str, PriceOf], set[date]] = {}  # what a zone shows that is not believed confirms nothing
    for key, price, days in rows:
        looked.setdefault(price.feed, set()).update(days)
        confirmed.setdefault((price.feed, key), set()).update(days)
        shown.setdefault(price.feed, {}).setdefault(key, []).append(price)
    looks = {feed: sorted(days) for feed, days in looked.items()}
    own_looks = {of: sorted(days) for of, days in confirmed.items()}
    renamed = {feed for feed, of in shown.items() if not any((feed, series_key(key)) in gone for key in of)}
    for prices in (prices for of in shown.values() for prices in of.values()):
        prices.sort(key=_day)
    for day in sorted(set().union(*looked.values())):
        last = {feed: days[at - 1] for feed, days in looks.items() if (at := bisect_right(days, day))}
        said = [
            one
            for feed, seen_on in last.items()
            if (one := _said(feed, seen_on, shown[feed].values(), day))
            and (one.is_priced or feed not in renamed or not _is_last(shown[feed].values(), day))
        ]
        decides = deciding(said, places, window)
        feed = decides.source if decides else max(last, key=lambda feed: last[feed])
        for key, prices in shown[feed].items():
            if at := bisect_right(prices, day, key=_day):
                price, own = prices[at - 1], own_looks[feed, key]
                seen_on = own[max(bisect_right(own, day), 1) - 1]
                yield key, price._replace(day=day), [price.day if price.is_gone else seen_on]


def _said(feed: str, seen_on: date, shown: Iterable[Sequence[Sighting]], day: date) -> Said | None:
    """None where it never had a price: what it never sold it does not withdraw."""
    known = [prices[:at] for prices in shown if (at := bisect_right(prices, day, key=_day))]
    if any(prices[-1].usd is not None for prices in known):
        return Said(feed, seen_on)
    was_sold = any(price.usd is not None for prices in known for price in prices)
    return Said(feed, seen_on, is_priced=False) if was_sold else None


def _is_last(shown: Iterable[Sequence[Sighting]], day: date) -> bool:
    """Whether nothing was shown after that day."""
    return all(prices[-1].day <= day for prices in shown)


def series_key(key: PriceOf) -> SeriesKey:
    """The key of the store."""
    return SeriesKey(key.cloud, key.instance, key.region, key.purchase, key.zone, key.terms, key.scope)


def _day(price: Sighting) -> date:
    return price.day


def _clouds(facts: Facts, query: PriceQuery) -> Collection[Cloud]:
    """Those on which anything can be that is looked for."""
    if query.clouds:
        return query.clouds
    if query.instances:
        return {facts.instances[name].cloud for name in query.instances}
    place = facts.regions.get(query.region) if query.region else None
    return (place.cloud,) if place else COMPARED


def _wrong_on(stretches: Iterable[WrongStretch], day: date) -> WrongStretch | None:
    return next((stretch for stretch in stretches if stretch.since <= day < (stretch.until or date.max)), None)


def _steps(seen: list[Sighting], rounding: float, since: date | None) -> tuple[HistoryStep, ...]:
    steps: list[HistoryStep] = []
    for price in sorted(seen, key=lambda price: price.day):
        before = steps[-1] if steps else None
        if before is not None and _is_same(before, price, rounding):
            continue
        was = before.usd_per_hour if before else None
        share = price.usd / was - 1 if price.usd is not None and was else None
        steps.append(
            HistoryStep(
                day=price.day, usd_per_hour=price.usd, is_gone=price.is_gone, source=price.source, share=share
            )
        )
    if since is not None:
        earlier = [step for step in steps if step.day <= since][-1:]
        steps = [*earlier, *(step for step in steps if step.day > since)]
    return tuple(steps)


def _is_same(before: HistoryStep, price: Sighting, rounding: float) -> bool:
    if before.usd_per_hour is None or price.usd is None:
        return (before.usd_per_hour, before.is_gone) == (price.usd, price.is_gone)
    return abs(price.usd / before.usd_per_hour - 1) <= rounding


def _place(line: HistoryLine) -> tuple[object, ...]:
    order = PURCHASES_IN_ORDER.index(line.purchase)
    return line.cloud, line.instance, line.region, order, line.terms, line.zone
