"""Rows of a feed as lines of one price, however they are spelt."""

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


def test_two_prints_of_one_price_are_one_run() -> None:
    """0.1 % apart is rounding."""
    runs = line("55.04 55.09 44").runs
    assert [(run.usd_per_hour, run.first) for run in runs] == [(55.04, week(0)), (44.0, week(2))]


def test_what_was_not_listed_at_first_begins_with_a_run_of_nothing() -> None:
    runs = line("- - 55.04").runs
    assert [(run.usd_per_hour, len(run.looks)) for run in runs] == [(None, 2), (55.04, 1)]


def test_of_several_rows_of_one_list_price_the_lowest_counts() -> None:
    zones = [shown("55 55", P5._replace(zone="a")), shown("60 50", P5._replace(zone="b"))]
    (joined,) = lines(zones, END, 0.002)
    assert [run.usd_per_hour for run in joined.runs] == [55.0, 50.0]


def test_what_was_seen_after_the_day_asked_about_is_unknown() -> None:
    (known,) = lines([shown("55 44")], week(0), 0.002)
    assert [run.usd_per_hour for run in known.runs] == [55.0]


def test_two_missing_prices_are_the_same_and_one_is_not() -> None:
    assert is_same(None, None, 0.01)
    assert not is_same(None, 1.0, 0.01)
    assert is_same(100.0, 99.0, 0.01) and not is_same(100.0, 98.9, 0.01)
