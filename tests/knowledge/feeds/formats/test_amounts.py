"""Amounts: what a cell of a feed says in USD, or why it is not a price."""

from __future__ import annotations

from decimal import Decimal

import pytest

from knowledge.feeds.formats.amounts import NOTHING, Amount, amount, count, nearly_equal, within
from knowledge.feeds.formats.rules import rules


@pytest.mark.parametrize("cell", ["98.32", " 98.32 ", "9.832e1", 98.32, Decimal("98.32")])
def test_a_price_is_read_however_it_is_written(cell: object) -> None:
    assert amount(cell, rules(), chips=8) == Amount(Decimal("98.32"))


@pytest.mark.parametrize("cell", [None, "", " ", "-"])
def test_a_blank_cell_has_no_price_and_no_reason(cell: object) -> None:
    assert amount(cell, rules()) == NOTHING


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("0", "zero"),
        ("-1.5", "negative"),
        ("free", "unreadable"),
        ("1,234.5", "unreadable"),
        ("nan", "unreadable"),
        ("9" * 400, "unreadable"),
        ("0.009", "too_low"),
        ("5000.01", "too_high"),
    ],
)
def test_an_impossible_price_has_a_reason(cell: str, reason: str) -> None:
    assert amount(cell, rules()) == Amount(None, reason)


def test_bounds_count_for_each_chip_where_chips_are_known() -> None:
    """One chip may cost up to 100 USD an hour, so eight up to 800."""
    assert within(Decimal(800), rules(), chips=8).usd == 800
    assert within(Decimal(801), rules(), chips=8) == Amount(None, "too_high")
    assert within(Decimal("0.02"), rules(), chips=8) == Amount(None, "too_low")


@pytest.mark.parametrize(("cell", "chips"), [("8", 8.0), (" 0.5 ", 0.5), ("0", None), ("eight", None), ("1e9", None)])
def test_a_count_of_chips_is_a_positive_number(cell: str, chips: float | None) -> None:
    assert count(cell) == chips


def test_prices_are_equal_up_to_rounding() -> None:
    assert nearly_equal(Decimal("98.32"), Decimal("98.3201"))
    assert not nearly_equal(Decimal("98.32"), Decimal("98.33"))
