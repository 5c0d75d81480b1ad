"""Cholesky by hand, and as a solver of random systems."""

from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.training.linear_algebra import cholesky, dot, solve

A = [[4.0, 2.0], [2.0, 3.0]]  # = L L' with L = [[2, 0], [1, sqrt 2]]


def test_the_factor_of_two_by_two_by_hand() -> None:
    lower = cholesky(A)
    assert lower[0] == [2.0]
    assert lower[1] == pytest.approx([1.0, sqrt(2)])


def test_two_equations_by_hand() -> None:
    """4x + 2y = 8 and 2x + 3y = 7 have x = 1.25, y = 1.5."""
    assert solve(cholesky(A), [8.0, 7.0]) == pytest.approx([1.25, 1.5])


def test_a_matrix_that_is_not_positive_definite_is_refused() -> None:
    with pytest.raises(ValueError, match="positive definite"):
        cholesky([[1.0, 2.0], [2.0, 1.0]])


ROWS = st.lists(st.lists(st.floats(-3, 3), min_size=4, max_size=4), min_size=4, max_size=4)


@given(ROWS, st.lists(st.floats(-5, 5), min_size=4, max_size=4))
def test_a_solution_satisfies_the_equations(rows: list[list[float]], side: list[float]) -> None:
    matrix = [[dot(a, b) + (i == j) for j, b in enumerate(rows)] for i, a in enumerate(rows)]  # B B' + I
    result = solve(cholesky(matrix), side)
    assert [dot(line, result) for line in matrix] == pytest.approx(side, abs=1e-6)
