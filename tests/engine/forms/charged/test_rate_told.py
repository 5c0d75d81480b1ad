"""Rates that a text tells, with a sign or without."""

from __future__ import annotations

import pytest

from engine.forms.charged.rate_told import rates_told, reads_money


@pytest.mark.parametrize(
    ("text", "amount", "sign", "by_chip"),
    [
        ("we pay 31 an hour for a p4d", 31.0, "$", None),
        ("someone quotes 1.85 EUR per A100 hour", 1.85, "€", None),
        ("CHF 3.20 per H200-hour", 3.2, "CHF ", None),
        ("a quote of 3.9 per gpu hour", 3.9, "$", True),
        ("they ask $48 per node-hour", 48.0, "$", False),
        ("H100 at 250 cents per hour", 2.5, "$", None),
        ("2.1美元/小时 H100", 2.1, "$", None),
        ("1時間3.5ドルのH100", 3.5, "$", None),
        ("18 $ pro Stunde", 18.0, "$", None),
        ("$1,200 a day", 50.0, "$", None),
    ],
)
def test_the_amount_its_currency_and_what_it_is_of(text: str, amount: float, sign: str, by_chip: bool | None) -> None:
    (told,) = rates_told(text)
    assert (round(told.amount, 4), told.sign, told.by_chip) == (amount, sign, by_chip)


@pytest.mark.parametrize("text", ["4 x g5.xlarge for 200 hours", "12 h/day", "100 gpu hours", "16k tokens per hour"])
def test_hours_that_are_counted_are_no_rate(text: str) -> None:
    assert rates_told(text) == ()


def test_a_stretch_of_words_with_a_rate_or_a_sum_is_read() -> None:
    assert reads_money("quotes 1.85 EUR per hour") and reads_money("50k EUR") and not reads_money("in our own cage")
