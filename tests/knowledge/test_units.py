"""Conversions: what one unit is in another."""

from __future__ import annotations

import pytest

from knowledge import units


def test_a_gib_is_two_to_the_thirtieth_bytes() -> None:
    assert units.gib(80 * 1_073_741_824) == 80
    assert units.gib(1_000_000_000) == pytest.approx(0.9313, abs=1e-4)


def test_a_tflop_is_ten_to_the_twelfth() -> None:
    assert units.flops(989.5) == 989_500_000_000_000


def test_a_month_is_a_twelfth_of_a_year() -> None:
    assert units.HOURS_PER_MONTH == units.HOURS_PER_YEAR / 12 == 730
    assert units.WEEKS_PER_MONTH * units.MONTHS_PER_YEAR == 52
