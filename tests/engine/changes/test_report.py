"""Changes of a period: consecutive steps are one change, and a return to the first price is none."""

from __future__ import annotations

from decimal import Decimal

from engine.changes.changes import Change, changes
from knowledge.facts import Facts, Point, Series
from tests.engine.changes.looks import P5, shown, week


def announced(facts: Facts, prices: str, since: int = 0) -> list[Change]:
    return [change for change in changes([shown(prices)], week(since), week(20), facts) if change.announced]


def test_two_steps_in_a_row_are_one_change(facts: Facts) -> None:
    (change,) = announced(facts, "55 55 50 50 50 50 44 44")
    assert (change.before, change.after, change.code) == (55.0, 44.0, "moved_in_steps")
    assert change.seen_on == week(2)


def test_a_price_that_ended_where_it_began_did_not_change(facts: Facts) -> None:
    """Up for six weeks, longer than a glitch, and down again."""
    assert announced(facts, "50 50 55 55 55 55 55 55 50 50") == []


def test_only_steps_after_the_first_day_count(facts: Facts) -> None:
    (change,) = announced(facts, "55 55 50 50 50 50 44 44", since=4)
    assert (change.before, change.after, change.code) == (50.0, 44.0, "moved")


def test_a_row_that_loses_its_price_is_blank_not_gone(facts: Facts) -> None:
    looks = tuple(week(number) for number in range(4))
    blank = Series("one", P5, (Point(looks[0], Decimal("55.04")), Point(looks[2], None)), looks)
    (change,) = [change for change in changes([blank], week(0), week(4), facts) if change.announced]
    assert (change.kind, change.code) == ("delisted", "blank")
