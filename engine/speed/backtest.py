"""Predicted against measured, row by row of somebody's table, and how far off as a whole."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median
from typing import NamedTuple

from engine.base.interval import Interval
from engine.base.run_config import Prediction, RunConfig
from engine.base.unpredictable import UnknownKind, Unpredictable
from engine.library import Library
from engine.speed.serving_model import predict as foretell_serving
from engine.speed.training_model import (
    predict as foretell_training,
)

UNITS = {"training": "tokens/s per accelerator", "inference": "output tokens/s per accelerator"}
NEAR_ENOUGH = 0.2
WORST = 10

Predict = Callable[[RunConfig, Library], Prediction]
BY_KIND: Mapping[str, Predict] = {"training": foretell_training, "inference": foretell_serving}


class BacktestRow(NamedTuple):
    """One row of a table: the config, or why it could not be read as one; the result it published, if any."""

    id: str
    config: RunConfig | Unpredictable
    group: str = ""
    measured: float | None = None


class Outcome(NamedTuple):
    """One row foretold. `seen`: its group is among the measurements the fit was made from."""

    id: str
    config: RunConfig
    group: str
    speed: Interval
    measured: float | None
    seen: bool
    extrapolated: bool

    @property
    def error(self) -> float:
        """Share of the measured figure the prediction is off by, below zero where it is too low."""
        return self.speed.likely / self.measured - 1 if self.measured else 0.0

    @property
    def inside(self) -> bool:
        return self.measured is not None and self.speed.low <= self.measured <= self.speed.high


class Skipped(NamedTuple):
    id: str
    because: Unpredictable


class Score(NamedTuple):
    """How far off. A group counts once in the last two, by the median of its rows."""

    rows: int
    groups: int
    median_error: float
    within_20: float
    inside_80: float
    group_median_error: float
    group_within_20: float


class BacktestReport(NamedTuple):
    outcomes: tuple[Outcome, ...]
    skipped: tuple[Skipped, ...]


def backtest(asked: Iterable[BacktestRow], library: Library) -> BacktestReport:
    """Foretells every row it can."""
    known = {row.group for row in library.facts.measurements}
    outcomes, skipped = [], []
    for row in asked:
        if isinstance(row.config, Unpredictable):
            skipped.append(Skipped(row.id, row.config))
            continue
        foretell = BY_KIND.get(row.config.kind)
        found = foretell(row.config, library) if foretell else UnknownKind(kind=row.config.kind)
        if isinstance(found, Unpredictable):
            skipped.append(Skipped(row.id, found))
            continue
        seen = row.group in known
        outcomes.append(Outcome(row.id, row.config, row.group, found.speed, row.measured, seen, found.extrapolated))
    return BacktestReport(tuple(outcomes), tuple(skipped))


def score(outcomes: Iterable[Outcome]) -> Score | None:
    """None where nothing was measured."""
    held = [outcome for outcome in outcomes if outcome.measured]
    if not held:
        return None
    groups: dict[str, list[float]] = defaultdict(list)
    for outcome in held:
        groups[outcome.group or outcome.id].append(abs(outcome.error))
    errors = [abs(outcome.error) for outcome in held]
    middles = [median(values) for values in groups.values()]
    return Score(
        rows=len(held),
        groups=len(groups),
        median_error=median(errors),
        within_20=_share(error <= NEAR_ENOUGH for error in errors),
        inside_80=_share(outcome.inside for outcome in held),
        group_median_error=median(middles),
        group_within_20=_share(error <= NEAR_ENOUGH for error in middles),
    )


def parts(outcomes: Sequence[Outcome]) -> dict[tuple[str, str], Score]:
    """Scores by accelerator and kind of work, in the order of their names."""
    keys = sorted({(outcome.config.accelerator, outcome.config.kind) for outcome in outcomes})
    found = {key: score(one for one in outcomes if (one.config.accelerator, one.config.kind) == key) for key in keys}
    return {key: held for key, held in found.items() if held}


def worst(outcomes: Iterable[Outcome], many: int = WORST) -> list[Outcome]:
    """The rows furthest off, as a ratio either way."""
    held = [outcome for outcome in outcomes if outcome.measured]
    return sorted(held, key=lambda one: -max(one.error + 1, 1 / (one.error + 1)))[:many]


def _share(flags: Iterable[bool]) -> float:
    held = list(flags)
    return sum(held) / len(held)
