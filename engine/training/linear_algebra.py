"""Small dense linear algebra in plain Python: what a hundred groups of measurements need; the product has no numpy.

Matrices are lists of rows. A positive definite A is factored once as L L' (Cholesky) and then solved for many sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from operator import mul

Vector = list[float]
Matrix = list[Vector]


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    return float(sum(map(mul, a, b)))


def cholesky(a: Sequence[Sequence[float]]) -> Matrix:
    """The lower triangle L with L L' = a; row i holds i + 1 entries.

    Raises:
        ValueError: `a` is not positive definite.
    """
    lower: Matrix = []
    for i, row in enumerate(a):
        line: Vector = []
        for j in range(i):
            other = lower[j]
            line.append((row[j] - dot(line, other)) / other[j])
        pivot = row[i] - dot(line, line)
        if pivot <= 0:
            raise ValueError("the matrix is not positive definite")
        line.append(sqrt(pivot))
        lower.append(line)
    return lower


def forward(lower: Matrix, side: Sequence[float]) -> Vector:
    """x with L x = side."""
    x: Vector = []
    for row, value in zip(lower, side, strict=True):
        x.append((value - dot(row, x)) / row[-1])
    return x


def backward(lower: Matrix, side: Sequence[float]) -> Vector:
    """x with L' x = side."""
    x = list(side)
    for i in range(len(lower) - 1, -1, -1):
        row = lower[i]
        x[i] /= row[i]
        for j in range(i):
            x[j] -= row[j] * x[i]
    return x


def solve(lower: Matrix, side: Sequence[float]) -> Vector:
    """x with L L' x = side."""
    return backward(lower, forward(lower, side))
