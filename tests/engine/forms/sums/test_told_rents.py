"""Rents of an hour that a text tells."""

from __future__ import annotations

import pytest

from engine.forms.sums.told_rents import told_rents


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("renting at $1.5/h", [1.5]),
        ("renting at $1.5-2.5 per hour", [1.5, 2.5]),
        ("renting at $1.5/h to $3/h", [1.5, 3.0]),
        ("between $1.99 and $2.99 an hour", [1.99, 2.99]),
        ("1.5 - 2.5 €/h", [1.5, 2.5]),
        ("$2 to $1.5 per GPU-hour", [1.5, 2.0]),
        ("between 8 and 24 hours a day", []),
        ("$15k to buy", []),
    ],
)
def test_both_ends_of_a_range_are_read_the_least_first(text: str, amounts: list[float]) -> None:
    assert [one.amount for one in told_rents(text)] == amounts


def test_the_sign_and_whether_it_is_of_one_chip_hold_for_both_ends() -> None:
    assert {(one.sign, one.per_chip) for one in told_rents("€2-3 per GPU hour")} == {("€", True)}
