"""Fits the named effects of training speed to groups of measurements: generalized least squares with shrinkage.

Rows of a group share what the effects miss; similar groups share part of it (engine/training/similarity.py). So the
fit has two halves: differences within groups, and the means of the groups with the covariance of their similarity. An
effect is pulled towards 0 by a prior of known width (ridge), so one that few rows speak about stays small.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.training.groups import Effects, FitPoint, GroupMeans, group_means, members
from engine.training.similarity import KINDS, Position, Spreads, similarity

PRIOR = {"base": 3.0, "fp8": 0.5, "mxfp8": 0.5, "fp4": 0.5, "fp32": 0.5}
PRIOR_OTHERS = 0.3

Array = NDArray[np.float64]


class Design(NamedTuple):
    """Everything about the rows that the fit depends on."""

    means: GroupMeans
    terms: Array  # mean terms, a row for each group
    log_mfu: Array  # mean of each group
    scatter: Array  # sum over rows of (x - mean)(x - mean)'
    cross: Array  # sum of (x - mean)(y - mean)
    variation: float  # sum of (y - mean)**2
    weight: float  # of all rows
    kinds: Array  # similarity of each pair of groups, a matrix for each kind


class NormalEquations(NamedTuple):
    """The normal equations of the effects, and the groups' covariance with the misfit of their means."""

    matrix: Array
    side: Array
    log_determinant: float  # of the groups' covariance
    misfit: float  # y' C^-1 y of the means


def similarities(positions: Sequence[Position]) -> Array:
    """Similarity of each pair, a matrix for each kind."""
    pairs = [[list(similarity(a, b).values()) for b in positions] for a in positions]
    return np.moveaxis(np.array(pairs), -1, 0)


def design(points: Sequence[FitPoint], weights: Sequence[float] | None = None, kinds: Array | None = None) -> Design:
    """`kinds`: the similarities of the groups, where they are known already."""
    weights = weights or [1.0] * len(points)
    means = group_means(points, weights)
    terms, log_mfu = np.array(means.terms), np.array(means.log_mfu)
    group_of = np.empty(len(points), dtype=int)
    for number, rows in enumerate(members(points).values()):
        group_of[rows] = number
    x = np.array([[point.terms[name] for name in means.names] for point in points]) - terms[group_of]
    y = np.array([point.log_mfu for point in points]) - log_mfu[group_of]
    w = np.array(weights)
    kinds = similarities(means.positions) if kinds is None else kinds
    return Design(means, terms, log_mfu, (x.T * w) @ x, x.T @ (w * y), float(w @ y**2), float(w.sum()), kinds)


def fit(rows: Design, spreads: Spreads) -> Effects:
    """Effects and their errors, given the spreads."""
    equations = _normal_equations(rows, spreads)
    inverse = np.linalg.inv(equations.matrix)
    values, errors = inverse @ equations.side, np.sqrt(np.diag(inverse))
    names = rows.means.names
    return Effects(
        {name: float(value) for name, value in zip(names, values, strict=True)},
        {name: float(error) for name, error in zip(names, errors, strict=True)},
    )


def minus_log_evidence(rows: Design, spreads: Spreads) -> float:
    """Minus twice the log marginal likelihood, up to a constant: lower is the better choice of spreads."""
    equations = _normal_equations(rows, spreads)
    within = (rows.weight - len(rows.means.groups)) * log(spreads.row**2) + rows.variation / spreads.row**2
    prior = 2 * float(np.log(_prior(rows)).sum())
    misfit = equations.misfit - float(equations.side @ np.linalg.solve(equations.matrix, equations.side))
    return within + equations.log_determinant + misfit + float(np.linalg.slogdet(equations.matrix)[1]) + prior


def _normal_equations(rows: Design, spreads: Spreads) -> NormalEquations:
    kinds = np.array([spreads.kinds[kind] for kind in KINDS])
    own = spreads.group**2 + spreads.row**2 / np.array(rows.means.rows)
    covariance = np.tensordot(kinds**2, rows.kinds, axes=1) + np.diag(own)
    solved = np.linalg.solve(covariance, np.column_stack([rows.terms, rows.log_mfu]))
    matrix = rows.scatter / spreads.row**2 + rows.terms.T @ solved[:, :-1] + np.diag(_prior(rows) ** -2)
    side = rows.cross / spreads.row**2 + rows.terms.T @ solved[:, -1]
    return NormalEquations(matrix, side, float(np.linalg.slogdet(covariance)[1]), float(rows.log_mfu @ solved[:, -1]))


def _prior(rows: Design) -> Array:
    return np.array([PRIOR.get(name, PRIOR_OTHERS) for name in rows.means.names])
