"""Builds series with one look a week, and price lines from them."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

from engine.changes.lines import ListPriceLine, lines
from engine.changes.plausibility import PlausibleLimits
from knowledge.facts import Facts, Point, Series, SeriesKey

FIRST = date(2026, 1, 5)
END = date(2026, 12, 31)
P5 = SeriesKey("aws", "p5.48xlarge", "us-east-1", "on_demand")  # eight H100, 55.04 USD/h


def week(number: int) -> date:
    return FIRST + timedelta(weeks=number)


def shown(prices: str, key: SeriesKey = P5, feed: str = "one") -> Series:
    """One price a week, separated by blanks; `-`: not listed."""
    points: list[Point] = []
    words = prices.split()
    for number, word in enumerate(words):
        point = Point(week(number), None if word == "-" else Decimal(word), is_gone=word == "-")
        if (points and points[-1][1:] != point[1:]) or (not points and word != "-"):
            points.append(point)
    return Series(feed, key, tuple(points), tuple(week(number) for number in range(len(words))))


def line(prices: str, key: SeriesKey = P5, feed: str = "one") -> ListPriceLine:
    (only,) = lines([shown(prices, key, feed)], END, 0.002)
    return only


def limits(facts: Facts) -> PlausibleLimits:
    return PlausibleLimits(facts)
