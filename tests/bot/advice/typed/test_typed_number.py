"""Numbers as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.advice.typed.typed_number import respelled, scaled, typed_number
from tests.share import examples

THOUSANDS = 3  # digits
ONE_GROUP = 1000


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("8B", 8e9),
        ("1.5b", 1.5e9),
        ("120k", 120_000),
        ("123,456", 123_456),
        ("1e9", 1e9),
        ("0", None),
        ("8 apples", None),
    ],
)
def test_a_number_is_read_with_its_unit(text: str, value: float | None) -> None:
    assert typed_number(text) == value


@settings(max_examples=examples(40))
@given(st.integers(0, 10**9), st.integers(1, 5), st.integers(0, 10**5), st.sampled_from([",", ""]))
def test_a_decimal_comma_is_no_number_and_is_spelled_as_one(whole: int, places: int, rest: int, parts: str) -> None:
    """1.234,5 and 1234,5 are 1,234.5; 1,234 with three digits behind its comma is a thousand and some."""
    decimals = f"{rest:05}"[:places]
    grouped = f"{whole:,}".replace(",", "." if parts else "")
    typed, meant = f"{grouped},{decimals}", f"{whole}.{decimals}"
    if places == THOUSANDS and 0 < whole < ONE_GROUP:
        assert (typed_number(typed), respelled(typed)) == (float(f"{whole}{decimals}"), None)
        return
    assert (typed_number(typed), respelled(f"${typed}/h")) == (None, f"${meant}/h")
    spelled = typed_number(meant)
    assert spelled is None if float(meant) == 0 else spelled == float(meant)


@pytest.mark.parametrize("text", ["1,234,567", "31.46", "12%", "25,000 credits", "seven", "1,5,3", "8B"])
def test_what_is_written_plainly_or_means_nothing_is_not_spelled_anew(text: str) -> None:
    assert respelled(text) is None


def test_points_that_part_thousands_are_left_out() -> None:
    assert respelled("1.234.567 credits") == "1234567 credits"


def test_only_a_unit_is_written_out() -> None:
    assert [scaled(text) for text in ("70B", "70", "seventy", "")] == ["70000000000.0", "70", "seventy", ""]
