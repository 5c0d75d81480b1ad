"""Damped, robust least squares with priors (Gauss-Newton with Cauchy weights)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

OUTLIER = 2.5  # residuals beyond so many spreads lose weight (Cauchy)
DAMPING = 0.02
LONGEST = 0.7  # the longest step of one unknown
HALVINGS = 6  # of a step that passes over a kink of the model, before it is given up

Array = NDArray[np.float64]


class Prior(NamedTuple):
    mean: float
    spread: float


class Linearized(NamedTuple):
    """The rows at one point: what is left to explain, what each row counts, and the slope by each unknown."""

    residuals: Array
    weights: Array
    slopes: Array  # a row for each row, a column for each unknown


class Solution(NamedTuple):
    """Unknowns and their standard errors."""

    values: Array
    errors: Array


def solve(
    linearize: Callable[[Array], Linearized],
    start: Sequence[float],
    priors: Sequence[Prior],
    noise: float,
    steps: int,
) -> Solution:
    """Gauss-Newton on sum(w*r**2)/noise**2 + sum((x-mean)**2/spread**2), with Cauchy weights and damped steps.

    A step that makes the sum larger is halved: a model with a cap has kinks, over which whole steps go to and fro.
    """
    x = np.array(start, dtype=float)
    means = np.array([prior.mean for prior in priors])
    precision = np.array([prior.spread for prior in priors]) ** -2.0
    normal = np.diag(precision)

    def left(at: Array, lines: Linearized) -> float:
        """What stays unexplained, in squared spreads."""
        unlikely = lines.weights * OUTLIER**2 * np.log1p((lines.residuals / (OUTLIER * noise)) ** 2)
        return float(unlikely.sum() + ((at - means) ** 2 * precision).sum())

    lines = linearize(x)
    for _ in range(steps):
        residuals, weights, slopes = lines
        robust = weights / noise**2 / (1 + (residuals / (OUTLIER * noise)) ** 2)
        normal = (slopes.T * robust) @ slopes + np.diag(precision)
        gradient = slopes.T @ (robust * residuals) - (x - means) * precision
        step = np.linalg.solve(normal + DAMPING * np.diag(np.diag(normal)), gradient)
        step *= min(1.0, LONGEST / max(np.abs(step).max(), 1e-12))
        for _ in range(HALVINGS):
            further = linearize(x + step)
            if left(x + step, further) < left(x, lines):
                x, lines = x + step, further
                break
            step /= 2
    return Solution(x, np.sqrt(np.diag(np.linalg.inv(normal))))
