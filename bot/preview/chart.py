"""The geometry of a chart block, for drawing it in the page as Slack does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.wording import numbers
from knowledge.facts import Fact

WIDTH, HEIGHT = 400.0, 220.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 12.0, 8.0, 40.0
GAP = 4.0  # between the title of the axis and the edge
BESIDE, BELOW, DROP = 8.0, 20.0, 5.0  # labels: left of the axis, below it, and from a line to its text's baseline
GRID = 4
LABELS = 7  # along the axis; more would overlap on a phone
ROUND = (1.0, 1.2, 1.6, 2.0, 2.4, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)


class SeriesLine(Fact):
    """One series and the path of its line."""

    name: str
    path: str


class Tick(Fact):
    """A label of an axis: `at` is its place on the axis, `x` and `y` where its text stands."""

    at: float
    x: float
    y: float
    text: str
    is_last: bool = False  # its text ends at `x`, so that it stays inside the picture


class Picture(Fact):
    width: float = WIDTH
    height: float = HEIGHT
    left: float = LEFT
    right: float = WIDTH - RIGHT
    middle: float = (LEFT + WIDTH - RIGHT) / 2
    title_y: float = HEIGHT - GAP
    series: tuple[SeriesLine, ...]
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
        drawn.append(SeriesLine(name=series["name"], path="M" + " L".join(f"{x} {y}" for x, y in points)))
    every = -(-len(categories) // LABELS)
    shown = [(place(at, 0)[0], label) for at, label in enumerate(categories) if at % every == 0]
    values_up = [top * n / GRID for n in range(GRID + 1)]
    return Picture(series=tuple(drawn), across=_below(shown), up=_beside([(place(0, v)[1], v) for v in values_up]))


def _below(labels: Sequence[tuple[float, str]]) -> tuple[Tick, ...]:
    """Labels under the horizontal axis, at these places."""
    baseline = HEIGHT - BOTTOM + BELOW
    return tuple(Tick(at=x, x=x, y=baseline, text=label, is_last=x > WIDTH - 2 * RIGHT) for x, label in labels)


def _beside(values: Sequence[tuple[float, float]]) -> tuple[Tick, ...]:
    """Amounts to the left of the vertical axis, at these heights."""
    return tuple(Tick(at=y, x=LEFT - BESIDE, y=y + DROP, text=numbers.usd(value)) for y, value in values)


def shares(segments: Sequence[Mapping[str, Any]]) -> tuple[tuple[str, str], ...]:
    """The parts of a pie, each with its whole percentage."""
    total = sum(float(part["value"]) for part in segments) or 1.0
    return tuple((str(part["label"]), f"{float(part['value']) / total:.0%}".rstrip("%")) for part in segments)


def _round_up(most: float) -> float:
    scale = 1.0
    while scale * ROUND[-1] < most:
        scale *= ROUND[-1]
    while scale > most > 0:
        scale /= ROUND[-1]
    fitting = [size * scale for size in ROUND if size * scale >= most]
    return fitting[0] if fitting else 1.0
