"""What several feeds say of one price is told once."""

from __future__ import annotations

from engine.changes.changes import Change, changes
from knowledge.facts import Facts
from tests.engine.changes.looks import P5, shown, week

CUT = "55.04 55.04 44.03 44.03"


def found(facts: Facts, since: int = 0, **feeds: str) -> tuple[Change, ...]:
    series = [shown(prices, P5, feed) for feed, prices in feeds.items()]
    return changes(series, week(since), week(4), facts, is_all=True)


def test_two_feeds_that_saw_one_cut_tell_it_once(facts: Facts) -> None:
    (told,) = found(facts, one=CUT, two=CUT)
    assert told.announced and told.elsewhere == ()


def test_a_feed_that_comes_late_to_what_another_told_brings_no_news(facts: Facts) -> None:
    (late,) = found(facts, since=2, one=CUT, two="55.04 55.04 55.04 44.03 44.03")
    assert (late.feed, late.announced, late.code) == ("two", False, "known_elsewhere")


def test_where_feeds_differ_the_other_price_stands_beside_it(facts: Facts) -> None:
    (told,) = found(facts, one=CUT, two="55.04 55.04 55.04 55.04")
    assert told.announced
    assert [(other.feed, other.usd_per_hour) for other in told.elsewhere] == [("two", 55.04)]


def test_what_another_feed_still_lists_is_not_gone(facts: Facts) -> None:
    (gone,) = found(facts, one="55.04 55.04 - -", two="55.04 55.04 55.04 55.04")
    assert (gone.kind, gone.announced, gone.code) == ("delisted", False, "listed_elsewhere")


def test_a_recorded_price_says_nothing_against_a_feed_that_goes_on(facts: Facts) -> None:
    """The recorded prices were looked at once, before; that they listed it then does not mean it is listed now."""
    (gone,) = found(facts, one="55.04 55.04 - -", recorded="55.04")
    assert (gone.kind, gone.announced) == ("delisted", True)
