"""Products of amounts with the unit that is asked for; every expected value is worked out by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.arithmetic.solve import Term, solve
from engine.base.measures import Unit, times, unit

CHIP, HOUR, DAY = unit(chip=1), unit(h=1), unit(day=1)
ALWAYS = Term(24.0, (times(HOUR, DAY, -1),), (0, 1, -1), "always", filled=True)


def rate(thing: str, *per: str) -> Unit:
    return unit(**{thing: 1}, **dict.fromkeys(per, -1))


def test_documents_of_tokens_at_a_pace_are_cards() -> None:
    """3M x 800 = 2.4e9 tokens a day; 12,000 x 3,600 x 24 = 1.0368e9 a day and card."""
    terms = [
        Term(3e6, (rate("sample", "day"),)),
        Term(800, (rate("token", "sample"),)),
        Term(12_000 * 3600, (rate("token", "h", "chip"),)),
        ALWAYS,
    ]
    found = solve(terms, CHIP)
    assert found is not None and found.value == pytest.approx(2.4e9 / 1.0368e9)


def test_a_product_that_divides_throughout_is_not_the_nearest() -> None:
    """1.5 s x 200,000 a day = 300,000 s of 86,400: both ways have no unit, one of them is asked."""
    terms = [Term(200_000, (rate("request", "day"),)), Term(1.5 / 3600, (rate("h", "request"),)), ALWAYS]
    found = solve(terms, ())
    assert found is not None and found.value == pytest.approx(300_000 / 86_400)


def test_what_is_told_has_to_be_used() -> None:
    assert solve([Term(5, (HOUR,)), Term(3, (unit(image=1),))], HOUR) is None


def test_two_products_that_are_as_near_are_none() -> None:
    assert solve([Term(2, (HOUR,), (1, 0)), Term(3, (HOUR,), (1, 0))], HOUR) is None


def test_cards_beside_a_time_do_not_divide_it() -> None:
    """25 min an epoch on 4 cards, 300 epochs: 125 h on them, whatever their number."""
    terms = [
        Term(25 / 60, (rate("h", "epoch"),)),
        Term(300, (unit(epoch=1),)),
        Term(4, (CHIP,), (1, -1, 0), beside=True),
    ]
    found = solve(terms, HOUR)
    assert found is not None and found.value == pytest.approx(125)
    chip_hours = solve(terms, times(CHIP, HOUR))
    assert chip_hours is not None and chip_hours.value == pytest.approx(500)


def test_a_value_that_is_no_amount_makes_no_product() -> None:
    assert solve([Term(0, (HOUR,))], HOUR) is None
    assert solve([Term(math.inf, (HOUR,))], HOUR) is None
    assert solve([], HOUR) is None


@given(st.permutations(range(4)), st.lists(st.floats(0.01, 1e6), min_size=4, max_size=4))
def test_the_order_in_which_amounts_are_told_changes_nothing(order: list[int], values: list[float]) -> None:
    units = [unit(machine=1), rate("h", "day"), rate("usd", "h", "machine"), unit(day=1)]
    terms = [Term(value, (own,)) for value, own in zip(values, units, strict=True)]
    found = solve([terms[at] for at in order], unit(usd=1))
    assert found is not None and found.value == pytest.approx(math.prod(values))
