"""Prices a feed listed that could not be taken, as changes in doubt."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from bot.prices.rejected import doubtful_changes
from knowledge.facts import Point, Series, SeriesKey
from knowledge.history.doubts import Doubt, DoubtfulPrice
from tests.bot.observed import P5, P5_SPOT

BEFORE, NOW = date(2026, 11, 10), date(2026, 11, 20)


def series(key: SeriesKey, *points: tuple[date, str]) -> Series:
    return Series("skypilot", key, tuple(Point(day, Decimal(usd)) for day, usd in points), (BEFORE, NOW))


def doubted(key: SeriesKey, said: str) -> DoubtfulPrice:
    return DoubtfulPrice("skypilot", Doubt(key, "sentinel", said), NOW, NOW)


@pytest.mark.parametrize(
    ("said", "after", "percent"),
    [("700.0", 700.0, 1300.0), ("free", None, None), ("75/h", 75.0, 50.0), ("inf", None, None)],
)
def test_the_price_that_stands_is_shown_beside_the_figure_in_doubt(
    said: str, after: float | None, percent: float | None
) -> None:
    (change,) = doubtful_changes([doubted(P5, said)], [series(P5, (BEFORE, "50"))])
    assert (change.before, change.after, change.percent) == (50, after, percent)
    assert (change.kind, change.announced, change.doubt, change.said) == ("suspect", False, "sentinel", said)


def test_spot_beside_an_on_demand_price_that_moved_that_day_is_not_in_doubt() -> None:
    spot, moved = series(P5_SPOT, (BEFORE, "20")), series(P5, (BEFORE, "50"), (NOW, "15"))
    assert doubtful_changes([doubted(P5_SPOT, "20")], [spot, moved]) == []
    assert len(doubtful_changes([doubted(P5_SPOT, "20")], [spot, series(P5, (BEFORE, "50"))])) == 1


def test_a_thing_no_longer_listed_is_left_alone() -> None:
    assert doubtful_changes([doubted(P5, "700")], []) == []
