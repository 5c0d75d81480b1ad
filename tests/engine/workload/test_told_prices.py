"""Prices with the time they are for."""

from __future__ import annotations

import pytest

from engine.workload.told_prices import told_kwh, told_prices


@pytest.mark.parametrize(
    ("text", "amount", "hours"),
    [
        ("The quote is $294/month", 294, 730),
        ("3090 cost on vast.ai is around 0.25$ per hour", 0.25, 1),
        ("Nvidia A40 GPU ($2.07/hr)", 2.07, 1),
        ("1,200 EUR a month", 1200, 730),
        ("$24 per day", 24, 24),
        ("$1.2 per A100 hour", 1.2, 1),
        ("156 CHF/M", 156, 730),
    ],
)
def test_an_amount_and_its_period(text: str, amount: float, hours: float) -> None:
    (price,) = told_prices(text)
    assert (price.amount, price.hours) == (amount, hours)


def test_a_quote_is_no_budget_and_a_chip_no_machine() -> None:
    assert told_prices("I get charged $294/month")[0].quoted
    assert not told_prices("my budget is $294/month")[0].quoted
    assert told_prices("$0.3 per gpu hour")[0].per_chip and not told_prices("$0.3 an hour")[0].per_chip


@pytest.mark.parametrize(
    "text", ["$10 for 10 hours", "5 MWh", "we paid $200", "2 GPUs per hour", "$0.5/M tokens", "$2/M"]
)
def test_what_is_no_price_of_a_time(text: str) -> None:
    assert told_prices(text) == ()


def test_the_price_of_a_kilowatt_hour() -> None:
    assert told_kwh("At 0.30 EUR per kWh") == (0.30, "€")
    assert told_kwh("$0.12/kWh") == (0.12, "$")
    assert told_kwh("32 ct/kWh") == (0.32, "")
    assert told_kwh("400 g/kWh") is None


@pytest.mark.parametrize(
    ("text", "sign"),
    [("10 yuan an hour", "CNY "), ("RMB 10 per hour", "CNY "), ("10 € an hour", "€"), ("250 INR/hour", "INR ")],
)
def test_a_price_keeps_its_currency(text: str, sign: str) -> None:
    assert [price.sign for price in told_prices(text)] == [sign]


@pytest.mark.parametrize(
    ("text", "amount"),
    [("31,46 $ per hour", 31.46), ("€2,5 an hour", 2.5), ("$1,234 per day", 1234), ("$12,345.5/day", 12345.5)],
)
def test_a_comma_before_one_digit_or_two_begins_the_decimals(text: str, amount: float) -> None:
    assert [price.amount for price in told_prices(text)] == [amount]


def test_a_decimal_comma_in_the_price_of_a_kilowatt_hour() -> None:
    assert told_kwh("At 0,30 EUR per kWh") == (0.30, "€")
