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
from engine.changes.lines import is_same, price_id_of
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


def _level(change: Change, day: date) -> ToldLevel:
    return ToldLevel(change.after, day)


def line_of(change: Change) -> LineKey:
    """The line that a change is about."""
    place = (change.provider, change.instance, change.region, change.purchase)
    return change.feed, price_id_of(SeriesKey(*place, terms=change.terms, scope=change.scope))


def level_of(history: LineHistory, share: float) -> float | None:
    """The level that somebody who was told every move of `share` or more was told last."""
    level = history.first
    for step in history.steps:
        if step.confirmed_on is not None and not (step.is_news and is_same(level, step.after, share)):
            level = step.after
    return level
