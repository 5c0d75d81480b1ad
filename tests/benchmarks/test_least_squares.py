"""The solver behind the serving fit, on cases small enough to do by hand."""

import pytest

from benchmarks.least_squares import Prior, Row, eliminate, solve

FLAT = Prior(0.0, 1e6)


def test_two_equations_in_two_unknowns() -> None:
    """2x + y = 5 and x + 3y = 10: x = 1, y = 3."""
    assert eliminate([[2, 1], [1, 3]], [[5, 10]])[0] == pytest.approx([1, 3])


def test_a_line_through_three_points() -> None:
    """(0, 1), (1, 3), (2, 5): slope 2, start 1."""

    def rows(x: list[float]) -> list[Row]:
        return [(y - x[0] - x[1] * t, 1.0, {0: 1.0, 1: float(t)}) for t, y in ((0, 1), (1, 3), (2, 5))]

    assert solve(rows, [0, 0], [FLAT, FLAT], 1.0, 40).values == pytest.approx([1, 2], abs=1e-4)


def test_a_prior_as_firm_as_the_data_meets_them_half_way() -> None:
    """One measurement of 0.02 with spread 0.1 and a prior of 0 with spread 0.1: 0.01, known to 0.1 / sqrt(2)."""

    def rows(x: list[float]) -> list[Row]:
        return [(0.02 - x[0], 1.0, {0: 1.0})]

    found = solve(rows, [0], [Prior(0.0, 0.1)], 0.1, 40)
    assert found.values[0] == pytest.approx(0.01, rel=0.01)
    assert found.errors[0] == pytest.approx(0.0707, rel=0.01)


def test_one_wild_measurement_hardly_moves_the_rest() -> None:
    seen = [1.0, 1.0, 1.0, 1.0, 9.0]

    def rows(x: list[float]) -> list[Row]:
        return [(value - x[0], 1.0, {0: 1.0}) for value in seen]

    assert solve(rows, [1.0], [FLAT], 0.1, 40).values[0] == pytest.approx(1.0, abs=0.02)
