"""Rows of a feed become one line per list price, however they are spelled."""

from __future__ import annotations

import pytest

from engine.changes.lines import is_same, lines, plain
from tests.engine.changes.looks import END, P5, line, shown, week


@pytest.mark.parametrize(
    ("name", "other"),
    [("Standard_ND96isr_H100_v5", "nd96isrh100v5"), ("WestUS3", "westus3"), ("a2-ultragpu-1g", "A2 UltraGPU 1g")],
)
def test_two_spellings_are_one_name(name: str, other: str) -> None:
    assert plain(name) == plain(other)


def test_prices_equal_up_to_rounding_are_one_run() -> None:
    """0.1 % apart is rounding."""
    runs = line("55.04 55.09 44").runs
    assert [(run.usd_per_hour, run.first) for run in runs] == [(55.04, week(0)), (44.0, week(2))]


def test_a_price_not_listed_at_first_starts_with_a_run_without_price() -> None:
    runs = line("- - 55.04").runs
    assert [(run.usd_per_hour, len(run.looks)) for run in runs] == [(None, 2), (55.04, 1)]


def test_the_lowest_of_several_rows_for_one_list_price_counts() -> None:
    zones = [shown("55 55", P5._replace(zone="a")), shown("60 50", P5._replace(zone="b"))]
    (combined,) = lines(zones, END, 0.002)
    assert [run.usd_per_hour for run in combined.runs] == [55.0, 50.0]


def test_looks_after_the_end_day_are_ignored() -> None:
    (known,) = lines([shown("55 44")], week(0), 0.002)
    assert [run.usd_per_hour for run in known.runs] == [55.0]


def test_a_price_that_never_moved_has_been_seen_at_every_look_until_the_day() -> None:
    (known,) = lines([shown("55 55 55", P5._replace(zone="a"))], week(1), 0.002)
    assert (known.key.zone, [run.looks for run in known.runs]) == ("", [(week(0), week(1))])
    assert lines([shown("55 55")], week(-1), 0.002) == []


def test_two_missing_prices_are_the_same_but_a_missing_and_a_known_one_are_not() -> None:
    assert is_same(None, None, 0.01)
    assert not is_same(None, 1.0, 0.01)


@pytest.mark.parametrize(("low", "high", "same"), [(100.0, 101.0, True), (100.0, 101.1, False), (80.0, 100.0, False)])
def test_up_and_down_are_measured_alike(low: float, high: float, same: bool) -> None:
    """1.0 % of the lower price, whichever comes first."""
    assert is_same(low, high, 0.01) is same
    assert is_same(high, low, 0.01) is same
