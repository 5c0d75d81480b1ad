"""Fits the named effects to groups of measurements: generalised least squares with shrinkage, in plain Python.

Rows of a group share what the group misses by; similar groups share part of it (similarity.py). So the
fit has two halves: differences within groups, and the groups' means with the covariance of likeness. An effect is
pulled towards 0 by a prior of known width (ridge), so one that few rows speak about stays small.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import log
from typing import NamedTuple

from engine.training.linear_algebra import Matrix, Vector, cholesky, dot, forward, log_determinant, solve
from engine.training.similarity import Position, Spreads, covariance

PRIOR = {"base": 3.0, "fp8": 0.5, "mxfp8": 0.5, "fp4": 0.5, "fp32": 0.5}
PRIOR_ELSE = 0.3
ROBUST = 2.5  # row spreads beyond which a row of a group weighs less (Huber 1964)


class FitPoint(NamedTuple):
    """One row: what was reached, the terms of its setting, the group it belongs to and where that stands."""

    group: str
    place: Position
    terms: Mapping[str, float]
    reached: float  # ln(TFLOP/s a chip / dense BF16 peak)


class Gathered(NamedTuple):
    """Rows by group: weighted means, and the scatter of rows around them."""

    names: tuple[str, ...]  # of the terms
    groups: tuple[str, ...]
    places: tuple[Position, ...]
    rows: Vector  # how many a group has, rows far off counting less
    terms: Matrix  # mean terms of each group
    reached: Vector
    scatter: Matrix  # sum over rows of (x - mean)(x - mean)'
    moved: Vector  # sum of (x - mean)(y - mean)
    spread: float  # sum of (y - mean)**2
    weight: float  # of all rows


class Fitted(NamedTuple):
    """The effects, and the standard error of each."""

    effects: dict[str, float]
    errors: dict[str, float]


def gather(observed: Sequence[FitPoint], weights: Sequence[float] | None = None) -> Gathered:
    weights = weights or [1.0] * len(observed)
    names = tuple(observed[0].terms)
    held: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(observed):
        held[row.group].append(number)
    size = len(names)
    scatter: Matrix = [[0.0] * size for _ in names]
    moved: Vector = [0.0] * size
    spread = 0.0
    rows: Vector = []
    means: Matrix = []
    reached: Vector = []
    for members in held.values():
        weight = [weights[number] for number in members]
        total = sum(weight)
        x = [[observed[number].terms[name] for name in names] for number in members]
        y = [observed[number].reached for number in members]
        mean = [dot(weight, column) / total for column in zip(*x, strict=True)]
        middle = dot(weight, y) / total
        rows.append(total)
        means.append(mean)
        reached.append(middle)
        for share, line, value in zip(weight, x, y, strict=True):
            off = [a - b for a, b in zip(line, mean, strict=True)]
            for i in (i for i, a in enumerate(off) if a):
                moved[i] += share * off[i] * (value - middle)
                for j in range(i + 1):
                    scatter[i][j] += share * off[i] * off[j]
            spread += share * (value - middle) ** 2
    places = tuple(observed[members[0]].place for members in held.values())
    return Gathered(names, tuple(held), places, rows, means, reached, scatter, moved, spread, sum(weights))


def fit(of: Gathered, spreads: Spreads) -> Fitted:
    """Effects and their errors, given the spreads."""
    lower, _, _, side = _normal(of, spreads)
    effects = solve(lower, side)
    errors = []
    for i in range(len(of.names)):
        unit = [0.0] * len(of.names)
        unit[i] = 1.0
        column = forward(lower, unit)
        errors.append(dot(column, column) ** 0.5)
    return Fitted(dict(zip(of.names, effects, strict=True)), dict(zip(of.names, errors, strict=True)))


def evidence(of: Gathered, spreads: Spreads) -> float:
    """Minus twice the log marginal likelihood, up to a constant: lower is the better choice of spreads."""
    lower, groups, passed, side = _normal(of, spreads)
    explained = forward(lower, side)
    within = (of.weight - len(of.groups)) * log(spreads.row**2) + of.spread / spreads.row**2
    prior = sum(log(PRIOR.get(name, PRIOR_ELSE) ** 2) for name in of.names)
    misfit = dot(passed, passed) - dot(explained, explained)
    return within + log_determinant(groups) + misfit + log_determinant(lower) + prior


def robust_weights(observed: Sequence[FitPoint], found: Fitted, spreads: Spreads) -> Vector:
    """Huber's weights: a row far from the others of its group, effects taken off, counts less."""
    off = [row.reached - sum(found.effects[name] * value for name, value in row.terms.items()) for row in observed]
    held: dict[str, list[float]] = defaultdict(list)
    for row, value in zip(observed, off, strict=True):
        held[row.group].append(value)
    middle = {group: sorted(values)[len(values) // 2] for group, values in held.items()}
    limit = ROBUST * spreads.row
    return [
        min(1.0, limit / max(abs(value - middle[row.group]), 1e-12)) for row, value in zip(observed, off, strict=True)
    ]


def missed(of: Gathered, effects: Mapping[str, float]) -> Vector:
    """What each group's mean lies above the effects."""
    held = [effects[name] for name in of.names]
    return [value - dot(held, line) for value, line in zip(of.reached, of.terms, strict=True)]


def _normal(of: Gathered, spreads: Spreads) -> tuple[Matrix, Matrix, Vector, Vector]:
    """Factor of the normal equations, factor of the groups' covariance, L^-1 of the means, and the right side."""
    groups = cholesky(covariance(of.places, of.rows, spreads))
    columns = [forward(groups, column) for column in zip(*of.terms, strict=True)]
    passed = forward(groups, of.reached)
    scale = spreads.row**2
    normal: Matrix = []
    side: Vector = []
    for i, name in enumerate(of.names):
        line = [of.scatter[i][j] / scale + dot(columns[i], columns[j]) for j in range(i + 1)]
        line[i] += 1 / PRIOR.get(name, PRIOR_ELSE) ** 2
        normal.append(line)
        side.append(of.moved[i] / scale + dot(columns[i], passed))
    return cholesky(normal), groups, passed, side
