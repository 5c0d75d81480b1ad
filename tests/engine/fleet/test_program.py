"""A program as data: rows that move, give way and hold values."""

from __future__ import annotations

from bot.fleet.solver import solve
from engine.fleet.program import Program, Row, Variable, fixed, loosened, total, with_limit, with_rows

X, Y = ("x",), ("y",)
WANTED = Row(("wanted",), ((X, 1.0), (Y, 1.0)), low=4.0)
BUDGET = Row(("total",), ((X, 3.0), (Y, 1.0)), high=5.0)
PROGRAM = Program(variables=(Variable(X), Variable(Y, high=3.0)), rows=(WANTED, BUDGET), usd=((X, 3.0), (Y, 1.0)))


def test_four_units_of_which_three_are_cheap_cost_six_and_so_need_one_dollar_more() -> None:
    assert solve(PROGRAM, PROGRAM.usd) is None
    loose, over = loosened(PROGRAM, frozenset({"total"}))
    values = solve(loose, over)
    assert values is not None
    assert round(total(over, values), 6) == 1


def test_a_limit_that_is_moved_up_lets_the_plan_in() -> None:
    values = solve(with_limit(PROGRAM, frozenset({"total"}), 1.0), PROGRAM.usd)
    assert values is not None
    assert round(total(PROGRAM.usd, values), 6) == 6


def test_a_value_that_is_held_stays() -> None:
    values = solve(with_limit(fixed(PROGRAM, {X: 2.0}), frozenset({"total"}), 9.0), PROGRAM.usd)
    assert values is not None
    assert (values[X], round(values[Y], 6)) == (2.0, 2.0)


def test_another_row_holds_beside_the_others() -> None:
    assert solve(with_rows(PROGRAM, [Row(("more",), ((Y, 1.0),), high=2.0)]), PROGRAM.usd) is None
