"""Predicts each row of a table of measurements and scores the errors."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median
from typing import NamedTuple

from engine.base.interval import Interval
from engine.base.run_config import Prediction, RunConfig
from engine.base.unpredictable import UnknownKind, Unpredictable
from engine.library import Library
from engine.speed import serving_model, training_model

UNITS = {"training": "tokens/s per accelerator", "inference": "output tokens/s per accelerator"}
NEAR_ENOUGH = 0.2  # error within which a prediction counts as close
WORST = 10

Predict = Callable[[RunConfig, Library], Prediction]
BY_KIND: Mapping[str, Predict] = {"training": training_model.predict, "inference": serving_model.predict}


class BacktestRow(NamedTuple):
    """One row of a table: its run configuration, or why it has none; and its result, if the table has one."""

    id: str
    config: RunConfig | Unpredictable
    group: str = ""
    measured: float | None = None


class Outcome(NamedTuple):
    """One row with its prediction. `seen`: its group is among the measurements the fit was made from."""

    id: str
    config: RunConfig
    group: str
    speed: Interval
    measured: float | None
    seen: bool
    extrapolated: bool

    @property
    def error(self) -> float:
        """Error as a share of the measured figure; negative where the prediction is too low."""
        return self.speed.likely / self.measured - 1 if self.measured else 0.0

    @property
    def inside(self) -> bool:
        return self.measured is not None and self.speed.low <= self.measured <= self.speed.high


class Skipped(NamedTuple):
    id: str
    because: Unpredictable


class Score(NamedTuple):
    """Errors of many rows. In the last two figures a group counts once, by the median of its rows."""

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


def backtest(rows: Iterable[BacktestRow], library: Library) -> BacktestReport:
    """Predicts every row it can, and gives the reason for each row it cannot."""
    known = {row.group for row in library.facts.measurements}
    outcomes, skipped = [], []
    for row in rows:
        if isinstance(row.config, Unpredictable):
            skipped.append(Skipped(row.id, row.config))
            continue
        predict = BY_KIND.get(row.config.kind)
        prediction = predict(row.config, library) if predict else UnknownKind(kind=row.config.kind)
        if isinstance(prediction, Unpredictable):
            skipped.append(Skipped(row.id, prediction))
            continue
        seen = row.group in known
        outcomes.append(
            Outcome(row.id, row.config, row.group, prediction.speed, row.measured, seen, prediction.extrapolated)
        )
    return BacktestReport(tuple(outcomes), tuple(skipped))


def score(outcomes: Iterable[Outcome]) -> Score | None:
    """None where no row has a measured figure."""
    measured = [outcome for outcome in outcomes if outcome.measured]
    if not measured:
        return None
    groups: dict[str, list[float]] = defaultdict(list)
    for outcome in measured:
        groups[outcome.group or outcome.id].append(abs(outcome.error))
    errors = [abs(outcome.error) for outcome in measured]
    middles = [median(values) for values in groups.values()]
    return Score(
        rows=len(measured),
        groups=len(groups),
        median_error=median(errors),
        within_20=_share(error <= NEAR_ENOUGH for error in errors),
        inside_80=_share(outcome.inside for outcome in measured),
        group_median_error=median(middles),
        group_within_20=_share(error <= NEAR_ENOUGH for error in middles),
    )


def parts(outcomes: Sequence[Outcome]) -> dict[tuple[str, str], Score]:
    """Scores by accelerator and kind of work, in the order of their names."""
    keys = sorted({(outcome.config.accelerator, outcome.config.kind) for outcome in outcomes})
    scores = {
        key: score(outcome for outcome in outcomes if (outcome.config.accelerator, outcome.config.kind) == key)
        for key in keys
    }
    return {key: score for key, score in scores.items() if score}


def worst(outcomes: Iterable[Outcome], count: int = WORST) -> list[Outcome]:
    """The rows with the largest errors, as a ratio either way."""
    measured = [outcome for outcome in outcomes if outcome.measured]
    return sorted(measured, key=lambda outcome: -max(outcome.error + 1, 1 / (outcome.error + 1)))[:count]


def _share(flags: Iterable[bool]) -> float:
    values = list(flags)
    return sum(values) / len(values)
