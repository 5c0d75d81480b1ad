"""What a reader of changes was last told about each price, with which a new level is compared.

So a ladder of small steps is told once they add up, no move is told twice, and the told moves multiply to what the
price did.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple

from engine.changes.change import Change
from engine.changes.confirmation import LineHistory
from engine.changes.judged import LineKey
from engine.changes.lines import ListPriceLine, PriceId, is_same, price_id_of
from knowledge.facts import SeriesKey


class ToldLevel(NamedTuple):
    """The price a reader was told, on which day. None: that it is not for sale."""

    usd_per_hour: float | None
    day: date


class Told(NamedTuple):
    """A reader who has known all prices of `base`, and was told `levels` since."""

    base: date
    levels: Mapping[LineKey, ToldLevel] = {}

    def after(self, changes: Iterable[Change], day: date) -> Told:
        """The reader after being told `changes` on `day`."""
        return Told(self.base, {**self.levels, **{line_of(change): _level(change, day) for change in changes}})

    def of_prices(self) -> Mapping[PriceId, ToldLevel]:
        """The last that was told of each list price, whichever feed it was of."""
        last: dict[PriceId, ToldLevel] = {}
        for (_, price_id), level in self.levels.items():
            if price_id not in last or level.day >= last[price_id].day:
                last[price_id] = level
        return last


def _level(change: Change, day: date) -> ToldLevel:
    return ToldLevel(change.after, day)


def line_of(change: Change) -> LineKey:
    """The line that a change is about."""
    place = (change.provider, change.instance, change.region, change.purchase)
    return change.feed, price_id_of(SeriesKey(*place, terms=change.terms, scope=change.scope))


class BelievedFrom(NamedTuple):
    """What is believed of a line from `day` on. Not `is_news`: nobody is told how it came to it."""

    day: date
    usd_per_hour: float | None
    is_news: bool


def course(line: ListPriceLine, history: LineHistory, least_share: float) -> list[BelievedFrom]:
    """What was believed of a line over time, small steps included, ending with what is believed now."""
    confirmed = history.first
    believed = [BelievedFrom(line.runs[0].first, confirmed, is_news=True)]
    if len(line.runs) == 1 and not history.steps:
        return believed
    steps = sorted((step for step in history.steps if step.confirmed_on is not None), key=lambda step: step.run.first)
    days = {run.first for run in line.runs} | {step.confirmed_on for step in steps if step.confirmed_on}
    for day in sorted(days):
        is_news = True
        for step in steps:
            if step.confirmed_on == day:
                confirmed, is_news = step.after, step.is_news
                believed.append(BelievedFrom(day, confirmed, is_news))
        shown = next(run.usd_per_hour for run in reversed(line.runs) if run.first <= day)
        if confirmed is not None and is_same(confirmed, shown, least_share):
            believed.append(BelievedFrom(day, shown, is_news))
    if history.believed is not None and believed[-1].usd_per_hour != history.price:
        believed.append(BelievedFrom(line.runs[-1].first, history.price, is_news=True))
    return believed


def level_of(line: ListPriceLine, history: LineHistory, least_share: float, share: float) -> float | None:
    """The level that somebody who was told every move of `share` or more was told last."""
    first, *later = course(line, history, least_share)
    level = first.usd_per_hour
    for one in later:
        if not one.is_news or not is_same(level, one.usd_per_hour, share):
            level = one.usd_per_hour
    return level
