"""How numbers read in a sentence and under a column head."""

from __future__ import annotations

import pytest

from bot.wording import numbers
from knowledge.units import HOURS_PER_YEAR


@pytest.mark.parametrize(
    ("amount", "bare", "in_a_sentence"),
    [
        (0, "0", "$0"),
        (0.35, "0.35", "$0.35"),
        (1225.4, "1,225", "$1,225"),
        (17_800, "17.8k", "$17.8k"),
        (-1_240_000, "-1.24M", "-$1.24M"),
    ],
)
def test_dollars_carry_their_sign_in_a_sentence_and_none_in_a_column(
    amount: float, bare: str, in_a_sentence: str
) -> None:
    assert (numbers.usd(amount), numbers.dollars(amount)) == (bare, in_a_sentence)


def test_a_rate_keeps_its_cents_and_an_estimate_only_what_it_can_bear() -> None:
    assert numbers.dollar_rate(63.158) == "$63.16"
    assert numbers.dollar_rate(-0.5) == "-$0.50"
    assert numbers.dollar_estimate(1010.4) == "$1,010"


def test_a_share_becomes_a_percentage_a_change_or_a_factor() -> None:
    assert numbers.percent(0.905) == "90%"
    assert numbers.percent(0.0214) == "2.1%"
    assert numbers.change(-0.2) == "-20%"
    assert numbers.change(4.5928, 1) == "+459.3%"
    assert numbers.as_factor(0.35) == "1.4"


def test_grams_are_read_as_kilograms() -> None:
    assert numbers.kilograms(17_640) == "18"


@pytest.mark.parametrize(
    ("number", "shown"), [(0.4, "1"), (1.0, "1"), (12.02, "13"), (123.1, "124"), (124.0, "124"), (8311.2, "8,312")]
)
def test_a_break_even_is_rounded_up_to_a_whole_run(number: float, shown: str) -> None:
    assert numbers.runs(number) == shown


@pytest.mark.parametrize(
    ("hours", "shown"),
    [(2 * HOURS_PER_YEAR, "730 days"), (3 * HOURS_PER_YEAR, "3.0 years"), (12 * HOURS_PER_YEAR, "12 years")],
)
def test_a_stretch_of_three_years_and_more_is_told_in_years(hours: float, shown: str) -> None:
    """Years of as many days as those of `knowledge.units`, which `numbers` does not import."""
    assert numbers.span(hours) == shown


@pytest.mark.parametrize(("milliseconds", "text"), [(250, "250 ms"), (1840, "1,800 ms"), (13_200, "13 s")])
def test_a_wait_is_told_in_milliseconds_or_seconds(milliseconds: float, text: str) -> None:
    assert numbers.wait(milliseconds) == text
