"""What names of a Python file stand for."""

from __future__ import annotations

import ast

import pytest

from engine.configs.syntax.python_literals import MISSING, Literals, dotted, sum_of


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a = 3\na", 3),
        ("a = dict(b=1)\na", {"b": 1}),
        ("os.getenv('A', 8)", 8),
        ("f(1)", MISSING),
        ("torch.bfloat16", "torch.bfloat16"),
    ],
)
def test_an_expression_says_its_value_or_nothing(text: str, value: object) -> None:
    tree = ast.parse(text)
    last = tree.body[-1]
    assert isinstance(last, ast.Expr)
    assert Literals(tree).of(last.value) == value


@pytest.mark.parametrize(
    ("left", "sign", "right", "value"),
    [
        (6, ast.Mult(), 7, 42),
        (7, ast.FloorDiv(), 2, 3),
        (2, ast.Pow(), 16, 65536),
        (2, ast.Pow(), 10_000, MISSING),
        (1, ast.Div(), 0, MISSING),
        ("a", ast.Add(), 1, MISSING),
    ],
)
def test_sums_are_worked_out_within_bounds(left: object, sign: ast.operator, right: object, value: object) -> None:
    assert sum_of(left, sign, right) == value


def test_of_a_call_in_between_what_is_called_is_named() -> None:
    assert dotted(ast.parse("a.b().c", mode="eval").body) == "a.b.c"
