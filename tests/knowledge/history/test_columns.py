"""What is packed as columns comes out as the same rows."""

from __future__ import annotations

import pytest

from knowledge.history.columns import Columns, packed

ROWS = [("aws", 7, None, "0.5"), ("aws", 70_000, 8.0, "55.04"), ("aws", 3, 8.0, None), ("gcp", 2**33, 0.125, "0.5")]


def test_every_value_is_as_it_was_and_rows_are_in_their_order() -> None:
    columns = Columns(packed(list(zip(*ROWS, strict=True)), 1))
    assert list(columns.rows()) == ROWS
    assert list(columns.rows([1, 3])) == [ROWS[1], ROWS[3]]
    assert list(columns.rows([])) == []
    assert next(columns.rows([2], first=1)) == ("aws",)


def test_one_value_alone_stands_for_all() -> None:
    assert list(Columns(packed([["skypilot"], [4, 5], [None]], 1)).rows()) == [("skypilot", n, None) for n in (4, 5)]


def test_no_rows_are_none() -> None:
    assert list(Columns(packed([(), (), ()], 1)).rows()) == []


@pytest.mark.parametrize("many", [256, 257, 70_000])
def test_places_are_as_wide_as_their_number_takes(many: int) -> None:
    rows = [(str(number), number) for number in range(many)]
    assert list(Columns(packed(list(zip(*rows, strict=True)), 1)).rows()) == rows


def test_columns_say_together_each_thing_once_of_all_rows_or_of_those_asked_for() -> None:
    columns = Columns(packed([*zip(*ROWS, strict=True), ("us",)], 1))
    assert sorted(columns.distinct((0, 3)), key=str) == [
        ("aws", "0.5"),
        ("aws", "55.04"),
        ("aws", None),
        ("gcp", "0.5"),
    ]
    assert set(columns.distinct((0, 4))) == {("aws", "us"), ("gcp", "us")}
    assert set(columns.distinct((4, 3, 2), [True, False, False, True])) == {("us", "0.5", None), ("us", "0.5", 0.125)}
    assert set(columns.distinct((4, 0), [False] * 4)) == set(columns.distinct((2, 3), [False] * 4)) == set()


def test_columns_of_one_value_each_say_one_thing_if_any_row_is_asked_for() -> None:
    columns = Columns(packed([["skypilot"], [4, 5], [None]], 1))
    assert list(columns.distinct((0, 2))) == list(columns.distinct((0, 2), [False, True])) == [("skypilot", None)]
    assert list(columns.distinct((0, 2), [False, False])) == []
    assert list(Columns(packed([(), (), ()], 1)).distinct((0, 2))) == []
