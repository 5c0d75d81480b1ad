"""The prices that moved most as a native chart: each as a percentage of its first day, so that one scale holds all."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from bot.blocks import Block, line_chart
from bot.words import say
from engine.digest import TOP, Digest, Move
from knowledge.facts import Point

WORDS = "words/digest.j2"
DAYS = 84  # twelve weeks: a move is seen against what came before it
POINTS = 13
NAME_LENGTH = 20
PER_CENT = 100


class Drawn(NamedTuple):
    """The chart, and the moves that are in it."""

    block: Block
    moves: tuple[Move, ...]


def chart(d: Digest) -> Drawn | None:
    """None where no price has a course to draw."""
    span = [d.until - timedelta(days=round(DAYS * place / (POINTS - 1))) for place in reversed(range(POINTS))]
    lines: dict[str, tuple[Move, list[float]]] = {}
    for move in d.moves:
        values = _course(move.change.trail, span)
        name = move.change.instance.removeprefix("Standard_")[:NAME_LENGTH]
        if values is not None and move.change.percent is not None and name not in lines:
            lines[name] = move, values
        if len(lines) == TOP:
            break
    if not lines:
        return None
    block = line_chart(
        say(WORDS, "chart_title"),
        (say(WORDS, "chart_x"), say(WORDS, "chart_y")),
        [day.isoformat() for day in span],
        [(name, values) for name, (_, values) in lines.items()],
    )
    return Drawn(block, tuple(move for move, _ in lines.values()))


def _course(trail: Sequence[Point], span: Sequence[date]) -> list[float] | None:
    """The price in force on each day, of the first that is known; None where one is missing later on."""
    held = [_in_force(trail, day) for day in span]
    known = [value for value in held if value]
    if not known:
        return None
    first = next(place for place, value in enumerate(held) if value)
    if any(not value for value in held[first:]):
        return None
    held = [known[0]] * first + held[first:]  # before it was first read it is drawn as it was first seen
    return [round(PER_CENT * value / known[0], 1) for value in held if value]


def _in_force(trail: Sequence[Point], day: date) -> float | None:
    point = next((each for each in reversed(trail) if each.seen_on <= day), None)
    return None if point is None or point.is_gone or point.usd_per_hour is None else float(point.usd_per_hour)
