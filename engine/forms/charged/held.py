"""The price of an hour that is held of what was named: in the place and the way that were said, else the nearest."""

from __future__ import annotations

from typing import NamedTuple

from engine.answers.rank_prices import RankedPrice
from engine.base.computed import Computed
from engine.forms.money.rows import Priced, priced, rows_of
from engine.forms.parts.asked_on import AskedOn
from engine.options.named import CLOUDS
from knowledge.facts import Instance, Purchase

WAYS: tuple[Purchase, ...] = ("on_demand", "capacity_block", "spot")


class Hour(Computed):
    """An hour of one machine; `away`: it is of another place than was said; `other_way`: bought another way."""

    one: Priced
    away: bool
    other_way: bool


class Found(NamedTuple):
    """The same with the row that it is of."""

    hour: Hour
    row: RankedPrice


def hour_of(asked: AskedOn, types: tuple[Instance, ...], way: Purchase | None) -> Found | None:
    """The cheapest of the types by the chip."""
    return next(iter(hours_of(asked, types, way)), None)


def hours_of(asked: AskedOn, types: tuple[Instance, ...], way: Purchase | None) -> tuple[Found, ...]:
    """Of each of the types, the cheapest by the chip first: bought as was said, else on demand, else as it is sold;
    in the place that was said, else the nearest, which is told."""
    place = asked.profile.region
    for bought in dict.fromkeys((way or "on_demand", *WAYS)):
        rows = rows_of(asked, types, (bought,), place)
        away = bool(place) and not rows
        if away:
            rows = _nearest(asked, types, bought, place or "")
        if rows:
            other = bought != (way or "on_demand")
            return tuple(Found(Hour(one=priced(row), away=away, other_way=other), row) for row in rows)
    return ()


def _nearest(asked: AskedOn, types: tuple[Instance, ...], way: Purchase, place: str) -> tuple[RankedPrice, ...]:
    """Of another place: that of the area around it, else the cheapest."""
    book = asked.library.prices(asked.day)
    near = {thing.id: quote.region for thing in types if (quote := book.near(thing, way, place)) is not None}
    every = rows_of(asked, types, (way,), None, everywhere=True)
    return tuple(row for row in every if near.get(row.instance.id) == row.quote.region) or every


def usual(types: tuple[Instance, ...], wanted: int | None) -> tuple[Instance, ...]:
    """Of the first cloud that has them with so many chips, else of the first that has them."""
    for exact in (True, False):
        for cloud in CLOUDS:
            there = tuple(one for one in types if one.cloud == cloud and (one.count == wanted or not exact))
            if there:
                return there
    return types
