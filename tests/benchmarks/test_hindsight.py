"""Whether what was told happened: worked out by hand on a few prices."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from benchmarks.hindsight import (
    Level,
    Move,
    Statement,
    fate,
    is_false,
    levels_of,
    moves,
    settled,
    told_level,
    was_taken_back,
)
from engine.changes.change import Change
from knowledge.facts import Point, Series, SeriesKey

FIRST = date(2026, 4, 6)
KEY = SeriesKey("gcp", "a3-highgpu-8g", "us-central1", "spot", "a")


def day(number: int) -> date:
    return FIRST + timedelta(number)


def daily(*usd: float | None) -> list[Level]:
    return [Level(day(number), price) for number, price in enumerate(usd)]


def said(number: int, before: float | None, after: float | None, code: str = "moved") -> Statement:
    change = Change(
        "gcp", "a3-highgpu-8g", "us-central1", "spot", before, after, None, "moved", announced=True, code=code,
        feed="one", seen_on=day(number - 2), last_seen_on=day(number), told_on=day(number), looks=2, needed=2,
    )  # fmt: skip
    return Statement(day(number), change)


def test_spot_is_the_median_of_its_zones_at_each_look() -> None:
    looked = (day(0), day(1))
    zones = [
        Series("one", KEY._replace(zone=zone), (Point(day(0), usd),), looked)  # type: ignore[arg-type]
        for zone, usd in (("a", 10), ("b", 12), ("c", 30))
    ]
    assert list(levels_of(zones).values()) == [daily(12, 12)]


def test_what_was_gone_within_a_week_never_was() -> None:
    assert settled(daily(10, 15, 15, 10, 10), 0.1) == daily(10, 10, 10, 10, 10)
    assert settled(daily(10, None, 10), 0.1) == daily(10, 10, 10)
    assert settled(daily(10, *[15] * 9, 10), 0.1) == daily(10, *[15] * 9, 10)


@pytest.mark.parametrize(("shown", "is_wrong"), [((10, 12, 12, 12, 10, 10), True), ((10, 12, 12, 12, 12, 12), False)])
def test_a_statement_is_false_if_the_price_was_back_within_a_week(shown: tuple[float, ...], is_wrong: bool) -> None:
    assert is_false(said(3, 10, 12), daily(*shown), 0.1) is is_wrong


def test_a_false_one_is_taken_back_by_the_next_on_that_price() -> None:
    wrong = said(3, 10, 12)
    assert was_taken_back(wrong, [wrong, said(10, 12, 10, "retracted")], 0.1)
    assert not was_taken_back(wrong, [wrong, said(10, 12, 14)], 0.1)
    assert not was_taken_back(wrong, [wrong], 0.1)


def test_told_moves_multiply() -> None:
    assert told_level(10, [said(3, 10, 12), said(9, 12, 9)]) == pytest.approx(9)
    assert told_level(10, [said(3, 10, None), said(9, None, 11)]) == 11


def test_a_move_of_a_tenth_is_counted_from_where_the_last_one_ended() -> None:
    """10 to 10.5 to 11.1: one move. Then to 10.2 is 8 %, and to 9.9 another."""
    steps = daily(10, 10.5, 11.1, 10.2, 9.9)
    assert moves(steps) == [Move(steps[0], steps[2]), Move(steps[2], steps[4])]


def test_a_move_is_told_in_time_late_waits_or_is_dropped() -> None:
    levels = [*daily(10, 12), Level(day(40), 12)]
    move = Move(levels[0], levels[1])
    heard = [said(8, 10, 12)]
    assert fate(move, heard, 10, levels, [day(8)], 0.1) == "told"
    assert fate(move, [said(29, 10, 12)], 10, levels, [day(8), day(29)], 0.1) == "late"
    assert fate(move, [], 10, levels, [day(8)], 0.1) == "waits"
    assert fate(move, [], 10, levels, [day(8), day(29)], 0.1) == "dropped"
