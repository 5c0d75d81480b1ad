"""The first lines of a digest as a native Slack chart, each as a percentage of its first day to share one scale."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from bot.blockkit.build import Block, line_chart
from bot.wording.words import say
from engine.changes.change import Change
from engine.impact.digest import TOP, Digest
from knowledge.facts import Point

WORDS = "words/digest.j2"
DAYS = 84  # twelve weeks, to show a change against what came before it
POINTS = 13
POINTS_LEAST = 3
NAME_LENGTH = 20
PER_CENT = 100


class DrawnChart(NamedTuple):
    """The chart, and the price changes it shows."""

    block: Block
    changes: tuple[Change, ...]


def chart(d: Digest) -> DrawnChart | None:
    """The chart, from the first day all its prices are known; None if there is nothing to draw."""
    first_parts = [part.at.change for line in d.lines for part in line.parts[:1]]
    moves = [change for change in first_parts if change.percent is not None and change.trail][:TOP]
    if not moves:
        return None
    first = max(change.trail[0].seen_on for change in moves)
    span = _days(max(first, d.until - timedelta(days=DAYS)), d.until)
    lines: dict[str, tuple[Change, list[float]]] = {}
    for change in moves:
        values = _relative_prices(change.trail, span)
        name = change.instance.removeprefix("Standard_")[:NAME_LENGTH]
        if values is not None and name not in lines:
            lines[name] = change, values
    if not lines or len(span) < POINTS_LEAST:
        return None
    block = line_chart(
        say(WORDS, "chart_title"),
        (say(WORDS, "chart_x"), say(WORDS, "chart_y")),
        [day.isoformat() for day in span],
        [(name, values) for name, (_, values) in lines.items()],
    )
    return DrawnChart(block, tuple(change for change, _ in lines.values()))


def _days(first: date, last: date) -> list[date]:
    """The first day, the last, and days evenly spaced between them."""
    length = (last - first).days
    steps = min(POINTS - 1, length)
    return [first + timedelta(days=round(length * place / steps)) for place in range(steps + 1)] if steps else [last]


def _relative_prices(trail: Sequence[Point], span: Sequence[date]) -> list[float] | None:
    """The price in force on each day as a percentage of the first; None if it is missing on any."""
    prices = [_in_force(trail, day) for day in span]
    first = prices[0]
    if not first or not all(prices):
        return None
    return [round(PER_CENT * price / first, 1) for price in prices if price]


def _in_force(trail: Sequence[Point], day: date) -> float | None:
    point = next((point for point in reversed(trail) if point.seen_on <= day), None)
    return None if point is None or point.is_gone or point.usd_per_hour is None else float(point.usd_per_hour)
