"""Fits the serving model to the published measurements, and cross-validates it by group and by chip.

`python -m benchmarks.fit_serving` (make fit) writes knowledge/data/evidence/fit_serving.toml and prints the errors by
accelerator. The same data give the same file: no random numbers, no clock.
"""

from __future__ import annotations

import math
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from statistics import median
from typing import NamedTuple, TypedDict, cast

import numpy as np

from benchmarks import least_squares
from benchmarks.least_squares import Array, Linearized, Prior, solve
from benchmarks.provenance import stamped
from engine.base.interval import Z80
from engine.base.run_config import config_of
from engine.base.unpredictable import Unpredictable
from engine.library import Library
from engine.serving.fit import OFFSET, PLATFORMS, SHARE, SPREAD, UNSEEN
from engine.serving.roofline import ServingRun, pace, tokens_per_second
from engine.speed.serving_config import serving_run
from knowledge.facts import Facts
from knowledge.loading.load import data_dir, load

PRIORS = Path(__file__).parent / "fit_serving_priors.toml"
MODULES = (sys.modules[__name__], least_squares)
WRITTEN = "evidence/fit_serving.toml"
NOISE = 0.25  # log-spread of a measurement around the model
WEIGHT = 3.0  # of a group of one; a group of n rows has WEIGHT * sqrt(n) in all
NUDGE = 1e-3  # log-step of a numerical slope
WHOLE, AGAIN = 24, 3  # steps of the whole fit, and of one that starts from it
COVERED = 0.85  # share of errors a spread must cover: above 80 %, since the groups it is measured on chose it
PLATFORM_GROUPS = 3.0  # groups that the spread of a platform counts for beside a software's own
DAY = "2026-11-29"


class ShareEntry(TypedDict):
    """A `[[prior]]` of the priors file. `likely`: by platform, or `any` for all of them."""

    name: str
    likely: dict[str, float]
    spread: float
    unit: str
    because: str


class OffsetEntry(TypedDict):
    """An `[[offset]]` of the priors file: one prior for all marks of a kind."""

    mark: str
    spread: float
    because: str


class PriorEntries(TypedDict):
    prior: list[ShareEntry]
    offset: list[OffsetEntry]


class ServingRow(NamedTuple):
    """One measurement ready to be fitted."""

    run: ServingRun
    id: str
    measured: float  # log of output tokens/s per chip
    group: str
    chip: str


class Unknowns(NamedTuple):
    """Names of the shares, names of the marks, and the priors of both, in that order."""

    shares: tuple[str, ...]
    marks: tuple[str, ...]
    priors: tuple[Prior, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.shares, *self.marks)


class Fitted(NamedTuple):
    values: dict[str, float]  # logs, by name
    errors: dict[str, float]


def serving_rows(facts: Facts) -> tuple[ServingRow, ...]:
    """All serving measurements the model can speak about."""
    library = Library(facts)
    rows = []
    for row in facts.measurements:
        run = serving_run(config_of(row), library) if row.kind == "inference" else None
        if run is not None and not isinstance(run, Unpredictable):
            measured = math.log(row.tokens_per_second_per_accelerator)
            rows.append(ServingRow(run, row.id, measured, row.group, row.accelerator))
    return tuple(rows)


def read_priors() -> PriorEntries:
    return cast(PriorEntries, tomllib.loads(PRIORS.read_text(encoding="utf-8")))


def unknowns(rows: Iterable[ServingRow], entries: PriorEntries) -> Unknowns:
    shares: dict[str, Prior] = {}
    for entry in entries["prior"]:
        for platform, likely in entry["likely"].items():
            name = entry["name"] if platform == "any" else f"{entry['name']}.{platform}"
            shares[name] = Prior(math.log(likely), entry["spread"])
    spreads = {entry["mark"]: entry["spread"] for entry in entries["offset"]}
    marks = sorted({mark for row in rows for mark in row.run.marks if mark.split(".")[0] in spreads})
    offsets = [Prior(0.0, spreads[mark.split(".")[0]]) for mark in marks]
    return Unknowns(tuple(shares), tuple(marks), (*shares.values(), *offsets))


def fit(
    rows: Sequence[ServingRow], unknown: Unknowns, start: Mapping[str, float] | None = None, steps: int = WHOLE
) -> Fitted:
    """The unknowns that explain `rows` best, groups weighing by the root of their size."""
    size: dict[str, int] = defaultdict(int)
    for row in rows:
        size[row.group] += 1
    weights = WEIGHT * np.array([size[row.group] for row in rows]) ** -0.5
    measured = np.array([row.measured for row in rows])
    offsets = np.array([[float(mark in row.run.marks) for mark in unknown.marks] for row in rows])
    count = len(unknown.shares)

    def linearize(x: Array) -> Linearized:
        log_shares = tuple(x[:count].tolist())
        roofline = [_roofline(row.run, unknown.shares, log_shares) for row in rows]
        predicted = np.array([likely for likely, _ in roofline]) + offsets @ x[count:]
        slopes = np.hstack([np.array([slope for _, slope in roofline]), offsets])
        return Linearized(measured - predicted, weights, slopes)

    means = [prior.mean for prior in unknown.priors]
    first = [start.get(name, 0.0) for name in unknown.names] if start else means
    solution = solve(linearize, first, unknown.priors, NOISE, steps)
    return Fitted(
        dict(zip(unknown.names, solution.values.tolist(), strict=True)),
        dict(zip(unknown.names, solution.errors.tolist(), strict=True)),
    )


@lru_cache(maxsize=2048)  # rows repeat runs, and all folds of a cross-validation start at the same shares
def _roofline(run: ServingRun, names: tuple[str, ...], logs: tuple[float, ...]) -> tuple[float, tuple[float, ...]]:
    """Predicted log of output tokens/s per chip, and its slope by each log-share."""
    shares = dict(zip(names, map(math.exp, logs), strict=True))
    likely = predicted(run, shares)
    slopes = [
        (predicted(run, {**shares, name: shares[name] * math.exp(NUDGE)}) - likely) / NUDGE
        if not name.endswith(PLATFORMS) or name.endswith(run.platform)
        else 0.0
        for name in names
    ]
    return likely, tuple(slopes)


def predicted(run: ServingRun, shares: Mapping[str, float]) -> float:
    """Log of output tokens/s per chip, before offsets."""
    return math.log(tokens_per_second(run, pace(run, shares)))


def cross_validated(
    rows: Sequence[ServingRow], unknown: Unknowns, whole: Fitted, fold_of: Callable[[ServingRow], str]
) -> list[tuple[ServingRow, float]]:
    """Log-error (predicted over measured) of each row, by a fit that saw no row of its fold."""
    errors = []
    for fold in sorted({fold_of(row) for row in rows}):
        training = [row for row in rows if fold_of(row) != fold]
        marks = {mark for row in training for mark in row.run.marks}
        start = {name: value for name, value in whole.values.items() if name in unknown.shares or name in marks}
        values = fit(training, unknown, start, AGAIN).values
        shares = {name: math.exp(values[name]) for name in unknown.shares}
        for row in rows:
            if fold_of(row) == fold:
                offset = sum(values[mark] for mark in row.run.marks if mark in values)
                errors.append((row, predicted(row.run, shares) + offset - row.measured))
    return errors


def spreads(
    errors: Sequence[tuple[ServingRow, float]], unseen: Sequence[tuple[ServingRow, float]]
) -> dict[str, float]:
    """Log-spread by platform, and by software drawn towards its platform: what covers the errors of unseen groups.

    For a chip nothing is measured on, the error that all rows of a left-out chip share comes on top.
    """
    by_platform: dict[str, list[float]] = defaultdict(list)
    by_software: dict[tuple[str, str], list[float]] = defaultdict(list)
    groups: dict[str, set[str]] = defaultdict(set)
    for row, error in errors:
        software = software_of(row)
        by_platform[row.run.platform].append(abs(error))
        by_software[software, row.run.platform].append(abs(error))
        groups[software].add(row.group)
    sigmas = {platform: covering(values) / Z80 for platform, values in by_platform.items()}
    for (software, platform), values in sorted(by_software.items()):
        count = len(groups[software])
        sigmas[software] = (count * covering(values) / Z80 + PLATFORM_GROUPS * sigmas[platform]) / (
            count + PLATFORM_GROUPS
        )
    by_chip: dict[str, list[float]] = defaultdict(list)
    for row, error in unseen:
        by_chip[row.chip].append(error)
    sigmas[UNSEEN] = covering([abs(median(values)) for values in by_chip.values()]) / Z80
    return sigmas


def covering(values: Sequence[float]) -> float:
    """The smallest of the values that at least `COVERED` of them do not exceed."""
    return sorted(values)[math.ceil(COVERED * len(values)) - 1]


def toml(whole: Fitted, unknown: Unknowns, sigmas: Mapping[str, float], entries: PriorEntries) -> str:
    """The data file: every fitted figure with its 80 % interval."""
    reasons = {entry["name"]: (entry["unit"], entry["because"]) for entry in entries["prior"]}
    reasons |= {entry["mark"]: ("ratio", entry["because"]) for entry in entries["offset"]}
    lines = [
        "# Written by `python -m benchmarks.fit_serving`. Do not edit: change the data or the priors and run it.",
        "",
    ]
    lines += ["[[source]]", 'id = "fit-serving"', 'title = "Serving model fitted to the published measurements"']
    lines += ['publisher = "chipscout"', f"as_of = {DAY}", 'grade = "independent"', 'read = "read"']
    lines += [
        'note = "Derived: made from knowledge/data/evidence/measurements.csv by benchmarks/fit_serving.py."',
        "",
    ]
    for name, value in whole.values.items():
        reach = Z80 * whole.errors[name]
        unit, because = reasons[name.split(".")[0]]
        interval = (math.exp(value - reach), math.exp(value), math.exp(value + reach))
        lines += _entry(f"{SHARE if name in unknown.shares else OFFSET}{name}", interval, unit, because)
    for name, value in sigmas.items():
        because = "log-spread of the errors on groups of measurements the fit has not seen"
        if name == UNSEEN:
            because = "log-spread to add where nothing is measured on the chip: the error all its rows would share"
        lines += _entry(f"{SPREAD}{name}", (value, value, value), "log_ratio", because)
    return "\n".join(lines).rstrip() + "\n"


def _entry(name: str, interval: tuple[float, float, float], unit: str, because: str) -> list[str]:
    low, likely, high = (float(f"{value:.4g}") for value in interval)
    return [
        "[[constant]]",
        f'id = "{name}"',
        f"value = {{ low = {low!r}, likely = {likely!r}, high = {high!r} }}",
        f'unit = "{unit}"',
        f'because = "{because}"',
        'source = "fit-serving"',
        f"checked_on = {DAY}",
        "",
    ]


def report(errors: Sequence[tuple[ServingRow, float]], sigmas: Mapping[str, float]) -> str:
    """Median absolute error, bias and coverage by accelerator, of groups left out of the fit."""
    by_chip: dict[str, list[tuple[ServingRow, float]]] = defaultdict(list)
    by_group: dict[str, list[tuple[ServingRow, float]]] = defaultdict(list)
    for row, error in errors:
        by_chip[row.chip].append((row, error))
        by_group[row.group].append((row, error))
    lines = [
        f"{'accelerator':14s} {'rows':>5s} {'groups':>6s} {'median error':>12s} {'bias':>6s} {'inside 80 %':>12s}"
    ]
    for name, rows in [*sorted(by_chip.items()), ("all", list(errors))]:
        groups = len({row.group for row, _ in rows})
        lines.append(
            f"{name:14s} {len(rows):5d} {groups:6d} {error_of(rows):12.1%} "
            f"{math.exp(median(error for _, error in rows)):6.2f} {coverage(rows, sigmas):12.1%}"
        )
    lines.append(f"median over groups of their median error: {median(map(error_of, by_group.values())):.1%}")
    return "\n".join(lines)


def error_of(rows: Sequence[tuple[ServingRow, float]]) -> float:
    return median(abs(math.exp(error) - 1) for _, error in rows)


def coverage(rows: Sequence[tuple[ServingRow, float]], sigmas: Mapping[str, float]) -> float:
    """Share of the rows within their 80 % interval."""
    return sum(abs(error) <= Z80 * sigmas[software_of(row)] for row, error in rows) / len(rows)


def software_of(row: ServingRow) -> str:
    """The mark of the software a row was measured with."""
    return next(mark for mark in row.run.marks if mark.startswith("software."))


def inputs(facts: Facts) -> list[object]:
    """What the fit depends on: every row with its prediction at the priors, and the priors."""
    entries, rows = read_priors(), serving_rows(facts)
    unknown = unknowns(rows, entries)
    shares = {name: math.exp(prior.mean) for name, prior in zip(unknown.shares, unknown.priors, strict=False)}
    described = [[row[1:], row.run.platform, row.run.marks, predicted(row.run, shares)] for row in rows]
    return [described, dict(entries)]


def main() -> str:
    """Fits, writes the data file, and returns the report."""
    facts, entries = load(data_dir()), read_priors()
    rows = serving_rows(facts)
    unknown = unknowns(rows, entries)
    whole = fit(rows, unknown)
    errors = cross_validated(rows, unknown, whole, lambda row: row.group)
    unseen = cross_validated(rows, unknown, whole, lambda row: row.chip)
    sigmas = spreads(errors, unseen)
    text = stamped(toml(whole, unknown, sigmas, entries), inputs(facts), MODULES, "# {}")
    (data_dir() / WRITTEN).write_text(text, encoding="utf-8")
    return f"{report(errors, sigmas)}\nwhole chips left out: median error {error_of(unseen):.1%}"


if __name__ == "__main__":
    print(main())
