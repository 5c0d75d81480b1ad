"""The solver at the edge: what it finds, what it refuses, and what is said without it."""

from __future__ import annotations

import sys

import pytest

from bot.fleet.solver import solve
from bot.wording.errors import UserError
from bot.wording.words import error
from engine.fleet.program import Program, Row, Variable

X, Y = ("x",), ("y",)


def test_whole_numbers_are_whole() -> None:
    """x + y >= 2.5 with x whole at $1 and y at $3: two of x and half of y are $3.50, three of x are $3."""
    program = Program(
        variables=(Variable(X, whole=True), Variable(Y)),
        rows=(Row(("wanted",), ((X, 1.0), (Y, 1.0)), low=2.5),),
        usd=((X, 1.0), (Y, 3.0)),
    )
    values = solve(program, program.usd)
    assert values is not None
    assert {key: round(value, 6) for key, value in values.items()} == {X: 3, Y: 0}


def test_a_variable_that_stands_twice_in_a_row_counts_twice() -> None:
    program = Program(variables=(Variable(X),), rows=(Row(("r",), ((X, 1.0), (X, 1.0)), low=6.0),), usd=((X, 1.0),))
    values = solve(program, program.usd)
    assert values is not None
    assert round(values[X], 6) == 3


def test_rows_that_cannot_hold_together_have_no_values() -> None:
    program = Program(variables=(Variable(X, high=1.0),), rows=(Row(("r",), ((X, 1.0),), low=2.0),), usd=((X, 1.0),))
    assert solve(program, program.usd) is None


def test_without_the_solver_the_sentence_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    with pytest.raises(UserError) as raised:
        solve(Program(variables=(), rows=(), usd=()), ())
    assert ".[plan]" in error(raised.value)
