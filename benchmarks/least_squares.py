"""Damped, robust least squares with priors, in plain Python: short, and enough for a hundred unknowns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

Row = tuple[float, float, dict[int, float]]  # residual, weight, slope by unknown
CALM = 2.5  # residuals beyond so many spreads lose weight (Cauchy)
DAMPED = 0.02
LONGEST = 0.7  # the longest step of one unknown


class Prior(NamedTuple):
    mean: float
    spread: float


class Solved(NamedTuple):
    """Unknowns and their standard errors."""

    values: list[float]
    errors: list[float]


def solve(
    rows: Callable[[list[float]], Sequence[Row]],
    start: Sequence[float],
    priors: Sequence[Prior],
    noise: float,
    steps: int,
) -> Solved:
    """Gauss-Newton on sum(w*r**2)/noise**2 + sum((x-mean)**2/spread**2), with Cauchy weights and damped steps."""
    x, size = list(start), len(start)
    normal: list[list[float]] = []
    for _ in range(steps):
        normal = [[0.0] * size for _ in range(size)]
        pull = [0.0] * size
        for residual, given, slopes in rows(x):
            weight = given / noise**2 / (1 + (residual / (CALM * noise)) ** 2)
            held = list(slopes.items())
            for one, slope in held:
                pull[one] += weight * slope * residual
                line = normal[one]
                for other, second in held:
                    line[other] += weight * slope * second
        for place, prior in enumerate(priors):
            normal[place][place] += prior.spread**-2
            pull[place] -= (x[place] - prior.mean) * prior.spread**-2
        damped = [
            [cell * (1 + DAMPED) if row == column else cell for column, cell in enumerate(line)]
            for row, line in enumerate(normal)
        ]
        change = eliminate(damped, [pull])[0]
        shorter = min(1.0, LONGEST / max(map(abs, change)))
        x = [old + shorter * new for old, new in zip(x, change, strict=True)]
    unit = [[float(row == column) for column in range(size)] for row in range(size)]
    inverse = eliminate(normal, unit)
    return Solved(x, [inverse[place][place] ** 0.5 for place in range(size)])


def eliminate(matrix: Sequence[Sequence[float]], rights: Sequence[Sequence[float]]) -> list[list[float]]:
    """Solve A*x = b for each b in `rights`, by Gaussian elimination with row pivots.

    Raises:
        ZeroDivisionError: A is singular.
    """
    size = len(matrix)
    work = [[*line, *(right[row] for right in rights)] for row, line in enumerate(matrix)]
    for step in range(size):
        pivot = max(range(step, size), key=lambda row: abs(work[row][step]))
        work[step], work[pivot] = work[pivot], work[step]
        top = work[step]
        for row in range(size):
            if row != step and work[row][step]:
                share = work[row][step] / top[step]
                work[row] = [mine - share * theirs for mine, theirs in zip(work[row], top, strict=True)]
    return [[work[row][size + number] / work[row][row] for row in range(size)] for number in range(len(rights))]
