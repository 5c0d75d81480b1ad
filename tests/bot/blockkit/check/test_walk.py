"""One value against one shape."""

from __future__ import annotations

import math

import pytest

from bot.blockkit.check.shapes import (
    BooleanShape,
    IntegerShape,
    ListShape,
    NumberShape,
    ObjectShape,
    OneShape,
    Shape,
    StringShape,
    TextShape,
    slack_limits,
)
from bot.blockkit.check.walk import BlockPlace, check_shape

WORD = StringShape(kind="string", min=1, max=3)


def wrong(value: object, shape: Shape) -> list[tuple[str, str]]:
    place = BlockPlace(slack_limits(), "message", "")
    return [(problem.pointer, problem.because) for problem in check_shape(value, shape, place)]


@pytest.mark.parametrize(
    ("value", "shape", "because"),
    [
        ("four", WORD, "has 4 characters; at most 3"),
        ("", WORD, "has 0 characters; at least 1"),
        (5, WORD, "not a string"),
        ("c", StringShape(kind="string", one_of=("a", "b")), "is 'c'; allowed: a, b"),
        (True, IntegerShape(kind="integer"), "not an integer"),
        (0, IntegerShape(kind="integer", min=1), "is 0; at least 1"),
        (math.inf, NumberShape(kind="number"), "not finite"),
        (0, NumberShape(kind="number", above=0), "is 0; must be above 0"),
        (1, BooleanShape(kind="boolean"), "not a boolean"),
        ("text", TextShape(kind="text"), "no text object"),
        ("abc", ListShape(kind="list", of=WORD), "not a list"),
        ([], ObjectShape(kind="object", of="option"), "not an object (option)"),
        ({}, OneShape(kind="one", among="block"), "block needs type"),
    ],
)
def test_what_is_wrong_with_a_value_is_said(value: object, shape: Shape, because: str) -> None:
    assert wrong(value, shape) == [("", because)]


def test_the_pointer_leads_all_the_way_down() -> None:
    rows = ListShape(kind="list", of=ListShape(kind="list", of=WORD))
    assert wrong([["a"], ["b", "long"]], rows) == [("/1/1", "has 4 characters; at most 3")]


def test_null_will_do_where_the_limits_say_so() -> None:
    assert wrong(None, StringShape(kind="string", nullable=True)) == []
    assert wrong(None, WORD) == [("", "not a string")]


def test_a_type_where_it_may_not_stand_is_named_with_those_that_may() -> None:
    shape = OneShape(kind="one", among="block", allow=("section",))
    assert wrong({"type": "divider"}, shape) == [("/type", "divider not here; allowed: section")]
    assert wrong({"type": "teapot"}, shape) == [("/type", "unknown block 'teapot'")]
