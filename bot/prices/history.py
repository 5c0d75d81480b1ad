"""One thing's prices through time: what was recorded and what feeds saw, joined into one line for each price."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import date, timedelta
from typing import Literal

from bot.prices.believed import through_time
from bot.prices.by_day import PriceOf, Sighting, by_day
from bot.prices.lookup import PriceLine, PriceQuery
from bot.wording.sparkline import sparkline
from knowledge.facts import COMPARED, PURCHASES_IN_ORDER, Cloud, Fact, Facts, Purchase, SeriesKey, names_of
from knowledge.history.queries import HistoryReader

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


def history(
    facts: Facts, past: HistoryReader | None, day: date, query: PriceQuery, since: date | None
) -> tuple[HistoryLine, ...]:
    """The prices of what is looked for up to `day`, by cloud, thing, region and purchase, recorded and observed
    as one line. On each day the price stands that a verdict of that day would have used.

    With `since`, from that day on, beginning with the price in force then.
    """
    seen: dict[PriceOf, list[Sighting]] = {}
    for key, price in sightings(facts, past, day, query):
        seen.setdefault(key, []).append(price)
    rounding = facts.constants["same_price_share"].value.likely
    found = []
    for key, prices in seen.items():
        used = [price for price in prices if price.wrong is None]
        if steps := _steps(used, rounding, since):
            last = max(used, key=lambda price: price.day).seen_on
            found.append(HistoryLine(**key._asdict(), steps=steps, doubted=_wrong(prices, since), seen_on=last))
    return tuple(sorted(found, key=_place))


def begun(
    facts: Facts, past: HistoryReader | None, day: date, query: PriceQuery, lines: Iterable[PriceLine]
) -> tuple[PriceLine, ...]:
    """The lines; one in use is since the day its price began, whoever showed it and whatever slipped meanwhile."""
    last = {_of(line): line.steps[-1] for line in history(facts, past, day, query, None)}
    return tuple(_since(line, last.get(_of(line))) for line in lines)


def _since(line: PriceLine, step: HistoryStep | None) -> PriceLine:
    if step is None or not line.is_used or line.usd_per_hour is None or step.usd_per_hour != line.usd_per_hour:
        return line
    return line.model_copy(update={"since": step.day})


def _of(line: HistoryLine | PriceLine) -> PriceOf:
    return PriceOf(*(getattr(line, name) for name in PriceOf._fields))


def sightings(
    facts: Facts, past: HistoryReader | None, day: date, query: PriceQuery
) -> Iterator[tuple[PriceOf, Sighting]]:
    """What is looked for, as verdicts used it at each look up to `day`; with `wrong` what is not believed."""
    if past is None:
        return by_day(facts, (), {}, day, query)
    names = names_of(facts).feed_names(query.instances) if query.instances else frozenset()

    def is_asked(key: SeriesKey) -> bool:
        is_named = not names or key.instance in names
        return is_named and query.takes(key.cloud, key.instance, key.region, key.purchase)

    through = through_time(facts, past, day, sorted(_clouds(facts, query)), is_asked)
    series = past.series(instances=names or None, region=query.region, purchase=query.purchase)
    return by_day(facts, filter(lambda entry: is_asked(entry.key), series), through, day, query)


def spark(line: HistoryLine, until: date) -> str:
    """The price over time as a line of bars, each as much time as the next; a gap where there was none."""
    first = line.steps[0].day
    span = max((until - first).days, 1)
    values = [_in_force(line.steps, first + timedelta(days=span * place / (STEPS - 1))) for place in range(STEPS)]
    return sparkline(values)


def _in_force(steps: Iterable[HistoryStep], day: date) -> float | None:
    return next((step.usd_per_hour for step in reversed(tuple(steps)) if step.day <= day), None)


def _wrong(prices: Iterable[Sighting], since: date | None) -> tuple[WrongStep, ...]:
    return tuple(
        WrongStep(
            day=price.day, until=price.wrong.until, usd_per_hour=price.usd, code=price.wrong.code, source=price.source
        )
        for price in sorted(prices, key=lambda price: price.day)
        if price.wrong is not None and (since is None or price.wrong.until is None or price.wrong.until > since)
    )


def _clouds(facts: Facts, query: PriceQuery) -> Collection[Cloud]:
    """Those on which anything can be that is looked for."""
    if query.clouds:
        return query.clouds
    if query.instances:
        return {facts.instances[name].cloud for name in query.instances}
    place = facts.regions.get(query.region) if query.region else None
    return (place.cloud,) if place else COMPARED


def _steps(seen: Iterable[Sighting], rounding: float, since: date | None) -> tuple[HistoryStep, ...]:
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
