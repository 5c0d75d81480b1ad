"""Fit the serving model to the published measurements, and say how well it foretells groups it has not seen.

`python -m benchmarks.fit_serving` writes knowledge/data/evidence/fit_serving.toml and prints errors by accelerator.
Pure arithmetic on the data files: the same data give the same bytes.
"""

from __future__ import annotations

import math
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.least_squares import Prior, Row, solve
from engine.base.interval import Z80
from engine.base.reason import (
    Why,
)
from engine.base.run_config import config_of
from engine.library import Library
from engine.serving.fit import KINS, OFFSET, SHARE, SPREAD, UNSEEN
from engine.serving.roofline import ServingRun, pace, tokens_per_second
from engine.speed.serving_config import setting
from knowledge.facts import Facts
from knowledge.loading.load import data_dir, load

PRIORS = Path(__file__).parent / "fit_serving_priors.toml"
WRITTEN = "evidence/fit_serving.toml"
NOISE = 0.25  # log-spread of a measurement around the model
WEIGHT = 3.0  # of a group of one; a group of n rows has WEIGHT * sqrt(n) in all
NUDGE = 1e-3  # log-step of a numerical slope
WHOLE, AGAIN = 12, 3  # steps of the whole fit, and of one that starts from it
HELD = 0.85  # share of errors a spread must hold: above 80 %, since it is measured on the groups it was chosen by
ASIDE = 3.0  # groups that the spread of a kin counts for beside a software's own
DAY = "2026-11-21"


class Known(NamedTuple):
    """One measurement ready to be fitted."""

    setting: ServingRun
    id: str
    seen: float  # log of output tokens/s a chip
    group: str
    chip: str


class Shape(NamedTuple):
    """The unknowns: names of shares, names of marks, and the priors of both, in that order."""

    shares: tuple[str, ...]
    marks: tuple[str, ...]
    priors: tuple[Prior, ...]


class Fitted(NamedTuple):
    values: dict[str, float]  # logs, by name
    errors: dict[str, float]


def known(facts: Facts) -> tuple[Known, ...]:
    """All serving measurements the model can speak about."""
    library = Library(facts)
    found = []
    for row in facts.measurements:
        of = setting(config_of(row), library) if row.kind == "inference" else None
        if of is not None and not isinstance(of, Why):
            seen = math.log(row.tokens_per_second_per_accelerator)
            found.append(Known(of, row.id, seen, row.group, row.accelerator))
    return tuple(found)


def unknowns(rows: Iterable[Known], entries: Mapping[str, list[dict[str, object]]]) -> Shape:
    names: dict[str, Prior] = {}
    for entry in entries["prior"]:
        for kin, likely in entry["likely"].items():
            name = entry["name"] if kin == "any" else f"{entry['name']}.{kin}"
            names[name] = Prior(math.log(likely), float(entry["spread"]))
    spreads = {entry["mark"]: float(entry["spread"]) for entry in entries["offset"]}
    held = sorted({mark for row in rows for mark in row.setting.marks if mark.split(".")[0] in spreads})
    marks = {mark: Prior(0.0, spreads[mark.split(".")[0]]) for mark in held}
    return Shape(tuple(names), tuple(marks), (*names.values(), *marks.values()))


def fit(rows: Sequence[Known], of: Shape, start: Mapping[str, float] | None = None, steps: int = WHOLE) -> Fitted:
    """The unknowns that explain `rows` best, groups weighing by the root of their size."""
    names = (*of.shares, *of.marks)
    place = {name: number for number, name in enumerate(names)}
    size: dict[str, int] = defaultdict(int)
    for row in rows:
        size[row.group] += 1

    def slopes(x: list[float]) -> list[Row]:
        shares = dict(zip(of.shares, map(math.exp, x), strict=False))
        nudged = [(number, {**shares, name: shares[name] * math.exp(NUDGE)}) for number, name in enumerate(of.shares)]
        seen: dict[ServingRun, tuple[float, dict[int, float]]] = {}
        found = []
        for row in rows:
            if row.setting not in seen:
                here = foretold(row.setting, shares)
                steep = {
                    number: (foretold(row.setting, other) - here) / NUDGE
                    for number, other in nudged
                    if not of.shares[number].endswith(KINS) or of.shares[number].endswith(row.setting.kin)
                }
                steep |= {place[mark]: 1.0 for mark in row.setting.marks if mark in place}
                here += sum(x[place[mark]] for mark in row.setting.marks if mark in place)
                seen[row.setting] = here, {number: slope for number, slope in steep.items() if slope}
            here, steep = seen[row.setting]
            found.append((row.seen - here, WEIGHT * size[row.group] ** -0.5, steep))
        return found

    first = [start.get(name, 0.0) if start else prior.mean for name, prior in zip(names, of.priors, strict=True)]
    solved = solve(slopes, first, of.priors, NOISE, steps)
    return Fitted(
        dict(zip(names, solved.values, strict=True)),
        dict(zip(names, solved.errors, strict=True)),
    )


def foretold(of: ServingRun, shares: Mapping[str, float]) -> float:
    """Log of output tokens/s a chip, before offsets."""
    return math.log(tokens_per_second(of, pace(of, shares)))


def left_out(
    rows: Sequence[Known], of: Shape, whole: Fitted, part: Callable[[Known], str]
) -> list[tuple[Known, float]]:
    """Log-error (foretold over seen) of each row, by a fit that saw no row of its part."""
    errors = []
    for name in sorted({part(row) for row in rows}):
        known_to_it = [row for row in rows if part(row) != name]
        marks = {mark for row in known_to_it for mark in row.setting.marks}
        start = {key: value for key, value in whole.values.items() if key in of.shares or key in marks}
        found = fit(known_to_it, of, start, AGAIN).values
        shares = {key: math.exp(found[key]) for key in of.shares}
        for row in rows:
            if part(row) == name:
                offset = sum(found[mark] for mark in row.setting.marks if mark in found)
                errors.append((row, foretold(row.setting, shares) + offset - row.seen))
    return errors


def spreads(errors: Sequence[tuple[Known, float]], unseen: Sequence[tuple[Known, float]]) -> dict[str, float]:
    """Log-spread by kin, and by software drawn towards its kin: what holds the errors of unseen groups.

    For a chip nothing is measured on, the error that all rows of a left-out chip share comes on top.
    """
    by_kin: dict[str, list[float]] = defaultdict(list)
    by_software: dict[tuple[str, str], list[float]] = defaultdict(list)
    groups: dict[str, set[str]] = defaultdict(set)
    for row, error in errors:
        software = software_of(row)
        by_kin[row.setting.kin].append(abs(error))
        by_software[software, row.setting.kin].append(abs(error))
        groups[software].add(row.group)
    found = {kin: most_of(held) / Z80 for kin, held in by_kin.items()}
    for (software, kin), held in sorted(by_software.items()):
        many = len(groups[software])
        found[software] = (many * most_of(held) / Z80 + ASIDE * found[kin]) / (many + ASIDE)
    by_chip: dict[str, list[float]] = defaultdict(list)
    for row, error in unseen:
        by_chip[row.chip].append(error)
    found[UNSEEN] = most_of([abs(median(held)) for held in by_chip.values()]) / Z80
    return found


def most_of(held: Sequence[float]) -> float:
    """The smallest of the values that at least `HELD` of them do not exceed."""
    return sorted(held)[math.ceil(HELD * len(held)) - 1]


def written(
    whole: Fitted, of: Shape, wide: Mapping[str, float], entries: Mapping[str, list[dict[str, object]]]
) -> str:
    """The data file: every fitted figure with its 80 % interval."""
    why = {entry["name"]: (entry["unit"], entry["because"]) for entry in entries["prior"]}
    why |= {entry["mark"]: ("ratio", entry["because"]) for entry in entries["offset"]}
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
        unit, because = why[name.split(".")[0]]
        held = (math.exp(value - reach), math.exp(value), math.exp(value + reach))
        lines += _entry(f"{SHARE if name in of.shares else OFFSET}{name}", held, str(unit), str(because))
    for name, value in wide.items():
        because = "log-spread of what is foretold for groups of measurements the fit has not seen"
        if name == UNSEEN:
            because = (
                "log-spread to add where nothing is measured on the chip: what all rows of a left-out chip are off by"
            )
        lines += _entry(f"{SPREAD}{name}", (value, value, value), "log_ratio", because)
    return "\n".join(lines).rstrip() + "\n"


def _entry(name: str, held: tuple[float, float, float], unit: str, because: str) -> list[str]:
    low, likely, high = (float(f"{value:.4g}") for value in held)
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


def report(errors: Sequence[tuple[Known, float]], wide: Mapping[str, float]) -> str:
    """Median absolute error, bias and coverage by accelerator, of groups left out of the fit."""
    by_chip: dict[str, list[tuple[Known, float]]] = defaultdict(list)
    for row, error in errors:
        by_chip[row.chip].append((row, error))
    lines = [
        f"{'accelerator':14s} {'rows':>5s} {'groups':>6s} {'median error':>12s} {'bias':>6s} {'held by 80 %':>12s}"
    ]
    for name, held in [*sorted(by_chip.items()), ("all", list(errors))]:
        groups = len({row.group for row, _ in held})
        lines.append(
            f"{name:14s} {len(held):5d} {groups:6d} {error_of(held):12.1%} "
            f"{math.exp(median(error for _, error in held)):6.2f} {share_held(held, wide):12.1%}"
        )
    each: dict[str, list[tuple[Known, float]]] = defaultdict(list)
    for row, error in errors:
        each[row.group].append((row, error))
    lines.append(f"median over groups of their median error: {median(map(error_of, each.values())):.1%}")
    return "\n".join(lines)


def error_of(held: Sequence[tuple[Known, float]]) -> float:
    return median(abs(math.exp(error) - 1) for _, error in held)


def share_held(held: Sequence[tuple[Known, float]], wide: Mapping[str, float]) -> float:
    """Share of the rows within their 80 % interval."""
    inside = 0
    for row, error in held:
        inside += abs(error) <= Z80 * wide[software_of(row)]
    return inside / len(held)


def software_of(row: Known) -> str:
    """The mark of the software a row was measured with."""
    return next(mark for mark in row.setting.marks if mark.startswith("software."))


def main(folder: Path | None = None) -> str:
    """Fit, write the file into `folder` (the data folder), and return the report."""
    entries = tomllib.loads(PRIORS.read_text(encoding="utf-8"))
    rows = known(load(data_dir()))
    of = unknowns(rows, entries)
    whole = fit(rows, of)
    errors = left_out(rows, of, whole, lambda row: row.group)
    unseen = left_out(rows, of, whole, lambda row: row.chip)
    wide = spreads(errors, unseen)
    ((folder or data_dir()) / WRITTEN).write_text(written(whole, of, wide, entries), encoding="utf-8")
    return f"{report(errors, wide)}\nwhole chips left out: median error {error_of(unseen):.1%}"


if __name__ == "__main__":
    print(main())
