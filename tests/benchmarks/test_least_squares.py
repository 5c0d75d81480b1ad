"""The solver behind the serving fit, on cases small enough to do by hand."""

import numpy as np
import pytest

from benchmarks.least_squares import Array, Linearized, Prior, solve

FLAT = Prior(0.0, 1e6)


def test_a_line_through_three_points() -> None:
    """(0, 1), (1, 3), (2, 5): slope 2, start 1."""
    slopes, measured = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]), np.array([1.0, 3.0, 5.0])

    def line(x: Array) -> Linearized:
        return Linearized(measured - slopes @ x, np.ones(3), slopes)

    assert solve(line, [0, 0], [FLAT, FLAT], 1.0, 40).values == pytest.approx([1, 2], abs=1e-4)


def test_a_prior_as_strong_as_the_data_meets_it_half_way() -> None:
    """One measurement of 0.02 with spread 0.1 and a prior of 0 with spread 0.1: 0.01, known to 0.1 / sqrt(2)."""

    def one(x: Array) -> Linearized:
        return Linearized(0.02 - x, np.ones(1), np.ones((1, 1)))

    solution = solve(one, [0], [Prior(0.0, 0.1)], 0.1, 40)
    assert solution.values[0] == pytest.approx(0.01, rel=0.01)
    assert solution.errors[0] == pytest.approx(0.0707, rel=0.01)


def test_one_outlier_hardly_moves_the_rest() -> None:
    measured = np.array([1.0, 1.0, 1.0, 1.0, 9.0])

    def mean(x: Array) -> Linearized:
        return Linearized(measured - x, np.ones(5), np.ones((5, 1)))

    assert solve(mean, [1.0], [FLAT], 0.1, 40).values[0] == pytest.approx(1.0, abs=0.02)
