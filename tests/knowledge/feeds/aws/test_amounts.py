"""Amounts and places as AWS writes them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from knowledge.feeds.aws.amounts import is_china, over_the_term, usd


@pytest.mark.parametrize(
    ("written", "amount"),
    [
        ("55.0400000000", Decimal("55.04")),
        ("0.0000000000", Decimal(0)),
        ("120", Decimal(120)),
        ("", None),
        ("-1", None),
        ("1e3", None),
        ("1,000", None),
        (None, None),
    ],
)
def test_an_amount_is_a_plain_number(written: object, amount: Decimal | None) -> None:
    assert usd(written) == amount


def test_an_upfront_fee_is_spread_over_every_hour_of_the_term() -> None:
    """87,600 USD over one year of 8,760 hours are 10 USD an hour; over three years a third of that."""
    assert over_the_term(Decimal(5), Decimal(87_600), 1) == 15
    assert over_the_term(Decimal(0), Decimal(87_600), 3) == Decimal("3.333333")


def test_china_is_priced_in_another_currency() -> None:
    assert is_china("cn-north-1") and not is_china("us-east-1")
