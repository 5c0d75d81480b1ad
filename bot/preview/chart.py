"""A chart block as a picture in the page: the same points, drawn as Slack draws them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.wording import numbers
from knowledge.facts import Fact

WIDTH, HEIGHT = 400.0, 220.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 12.0, 8.0, 40.0
GRID = 4
LABELS = 7  # along the axis; more would overlap on a phone
ROUND = (1.0, 1.2, 1.6, 2.0, 2.4, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)


class Drawn(Fact):
    """One series and the path of its line."""

    name: str
    path: str


class Tick(Fact):
    at: float
    text: str


class Picture(Fact):
    width: float = WIDTH
    height: float = HEIGHT
    left: float = LEFT
    right: float = WIDTH - RIGHT
    bottom: float = HEIGHT - BOTTOM
    series: tuple[Drawn, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]


def picture(chart: Mapping[str, Any]) -> Picture:
    """The geometry of a line, area or bar chart."""
    categories: Sequence[str] = chart["axis_config"]["categories"]
    values = [[point["value"] for point in series["data"]] for series in chart["series"]]
    top = _round_up(max((value for series in values for value in series), default=1.0))
    step = (WIDTH - LEFT - RIGHT) / max(1, len(categories) - 1)
    high = HEIGHT - TOP - BOTTOM

    def place(at: int, value: float) -> tuple[float, float]:
        return round(LEFT + at * step, 1), round(TOP + high * (1 - max(value, 0.0) / top), 1)

    drawn = []
    for series, row in zip(chart["series"], values, strict=True):
        points = (place(at, value) for at, value in enumerate(row))
        drawn.append(Drawn(name=series["name"], path="M" + " L".join(f"{x} {y}" for x, y in points)))
    every = -(-len(categories) // LABELS)
    return Picture(
        series=tuple(drawn),
        across=tuple(Tick(at=place(at, 0)[0], text=label) for at, label in enumerate(categories) if at % every == 0),
        up=tuple(Tick(at=place(0, top * n / GRID)[1], text=numbers.usd(top * n / GRID)) for n in range(GRID + 1)),
    )


def shares(segments: Sequence[Mapping[str, Any]]) -> tuple[tuple[str, float], ...]:
    """The parts of a pie, as shares of one."""
    total = sum(float(part["value"]) for part in segments) or 1.0
    return tuple((str(part["label"]), float(part["value"]) / total) for part in segments)


def _round_up(most: float) -> float:
    scale = 1.0
    while scale * ROUND[-1] < most:
        scale *= ROUND[-1]
    while scale > most > 0:
        scale /= ROUND[-1]
    fitting = [size * scale for size in ROUND if size * scale >= most]
    return fitting[0] if fitting else 1.0
