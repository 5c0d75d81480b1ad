"""Measurements by group: what the terms of each group are on average, and how far its speed lies from the effects.

Rows of one group share a benchmark, a model, a chip and a method, and with them what the effects miss. The effects
themselves are fitted by benchmarks/fit_training.py; here they are only applied.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.training.linear_algebra import Matrix, Vector, dot
from engine.training.similarity import Position, Spreads

ROBUST = 2.5  # row spreads beyond which a row of a group weighs less (Huber 1964)


class FitPoint(NamedTuple):
    """One measured row: its group, where that group stands, the terms of the run, and the speed reached."""

    group: str
    position: Position
    terms: Mapping[str, float]
    log_mfu: float  # ln(TFLOP/s per chip / dense BF16 peak): the logarithm of model FLOPs utilization


class GroupMeans(NamedTuple):
    """Weighted means of the rows of each group."""

    names: tuple[str, ...]  # of the terms
    groups: tuple[str, ...]
    positions: tuple[Position, ...]
    rows: Vector  # how many rows a group has; outliers count less
    terms: Matrix  # mean terms of each group
    log_mfu: Vector


class Effects(NamedTuple):
    """The fitted effect of each term, and its standard error."""

    values: dict[str, float]
    errors: dict[str, float]


def members(points: Sequence[FitPoint]) -> dict[str, list[int]]:
    """The rows of each group, by number, in the order in which the groups first appear."""
    groups: dict[str, list[int]] = defaultdict(list)
    for number, point in enumerate(points):
        groups[point.group].append(number)
    return groups


def group_means(points: Sequence[FitPoint], weights: Sequence[float]) -> GroupMeans:
    names = tuple(points[0].terms)
    groups = members(points)
    rows: Vector = []
    terms: Matrix = []
    log_mfu: Vector = []
    for numbers in groups.values():
        weight = [weights[number] for number in numbers]
        total = sum(weight)
        columns = ([points[number].terms[name] for number in numbers] for name in names)
        rows.append(total)
        terms.append([dot(weight, column) / total for column in columns])
        log_mfu.append(dot(weight, [points[number].log_mfu for number in numbers]) / total)
    positions = tuple(points[numbers[0]].position for numbers in groups.values())
    return GroupMeans(names, tuple(groups), positions, rows, terms, log_mfu)


def robust_weights(points: Sequence[FitPoint], effects: Effects, spreads: Spreads) -> Vector:
    """Huber's weights: a row far from the others of its group, effects removed, counts less."""
    residuals = [
        point.log_mfu - sum(effects.values[name] * value for name, value in point.terms.items()) for point in points
    ]
    limit = ROBUST * spreads.row
    weights = [1.0] * len(points)
    for numbers in members(points).values():
        median = sorted(residuals[number] for number in numbers)[len(numbers) // 2]
        for number in numbers:
            weights[number] = min(1.0, limit / max(abs(residuals[number] - median), 1e-12))
    return weights


def group_residuals(means: GroupMeans, effects: Mapping[str, float]) -> Vector:
    """How far the mean of each group lies above the effects."""
    ordered = [effects[name] for name in means.names]
    return [value - dot(ordered, line) for value, line in zip(means.log_mfu, means.terms, strict=True)]
