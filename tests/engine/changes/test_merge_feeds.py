"""A change that several feeds show is reported once."""

from __future__ import annotations

from engine.changes.changes import Change, changes
from engine.changes.recorded import price_history
from knowledge.facts import Facts
from tests.engine.changes.looks import P5, shown, week

CUT = "55.04 55.04 44.03 44.03"


def reported(facts: Facts, since: int = 0, **feeds: str) -> tuple[Change, ...]:
    series = [shown(prices, P5, feed) for feed, prices in feeds.items()]
    return changes(series, week(since), week(4), facts, is_all=True)


def test_a_cut_seen_by_two_feeds_is_reported_once(facts: Facts) -> None:
    (change,) = reported(facts, one=CUT, two=CUT)
    assert change.announced and change.elsewhere == ()


def test_a_feed_that_shows_a_reported_cut_late_makes_no_news(facts: Facts) -> None:
    (late,) = reported(facts, since=2, one=CUT, two="55.04 55.04 55.04 44.03 44.03")
    assert (late.feed, late.announced, late.code) == ("two", False, "known_elsewhere")


def test_a_change_carries_the_price_of_a_feed_that_disagrees(facts: Facts) -> None:
    (change,) = reported(facts, one=CUT, two="55.04 55.04 55.04 55.04")
    assert change.announced
    assert [(other.feed, other.usd_per_hour) for other in change.elsewhere] == [("two", 55.04)]


def test_a_price_another_feed_still_lists_is_not_announced_as_delisted(facts: Facts) -> None:
    (gone,) = reported(facts, one="55.04 55.04 - -", two="55.04 55.04 55.04 55.04")
    assert (gone.kind, gone.announced, gone.code) == ("delisted", False, "listed_elsewhere")


def test_a_bundled_price_does_not_contradict_a_delisting(facts: Facts) -> None:
    """The bundled prices were recorded once, earlier; being listed then does not mean being listed now."""
    (gone,) = reported(facts, one="55.04 55.04 - -", recorded="55.04")
    assert (gone.kind, gone.announced) == ("delisted", True)


UP = "55.04 60.00 60.00 60.00 60.00"
FLAT = "55.04 55.04 55.04 55.04 55.04"


def test_a_move_that_only_a_feed_shows_which_does_not_decide_is_none(facts: Facts) -> None:
    """Verdicts use the price of skypilot, which comes before gpuhunt in the preferences."""
    (held,) = reported(facts, gpuhunt=UP, skypilot=FLAT)
    assert (held.kind, held.announced, held.code) == ("suspect", False, "decided_elsewhere")
    assert [(other.feed, other.usd_per_hour) for other in held.elsewhere] == [("skypilot", 55.04)]


def test_a_move_of_the_feed_that_decides_is_told_whatever_another_says(facts: Facts) -> None:
    (told,) = reported(facts, gpuhunt=FLAT, skypilot=UP)
    assert told.announced and (told.before, told.after) == (55.04, 60.0)


def test_what_both_told_is_not_taken_back_by_the_one_that_does_not_decide(facts: Facts) -> None:
    series = [shown("55.04 60 60 60 55.04 55.04", P5, "gpuhunt"), shown("55.04 60 60 60 60 60", P5, "skypilot")]
    assert not [one for one in changes(series, week(3), week(5), facts) if one.announced]


def test_a_feed_that_was_not_read_for_weeks_decides_no_more(facts: Facts) -> None:
    """Skypilot was last read five weeks before gpuhunt: the market of the day is that of gpuhunt."""
    late = shown("55.04 55.04 55.04 55.04 55.04 60 60 60", P5, "gpuhunt")
    (told,) = changes([late, shown("55.04 55.04", P5, "skypilot")], week(0), week(7), facts)
    assert told.announced and told.after == 60.0


def test_that_another_source_decides_now_is_told(facts: Facts) -> None:
    """Skypilot is read no more: two weeks later verdicts use what gpuhunt has shown all along."""
    series = [shown("49.5 49.5 49.5 49.5", P5, "gpuhunt"), shown("55.04 55.04", P5, "skypilot")]
    assert changes(series, week(0), week(2), facts) == ()
    (told,) = changes(series, week(2), week(3), facts)
    assert (told.announced, told.code, told.before, told.after) == (True, "source_changed", 55.04, 49.5)
    assert changes(series, week(3), week(3), facts) == ()


def test_who_was_told_by_one_feed_hears_that_another_took_it_back(facts: Facts) -> None:
    """Both feeds rise for one look: told at once, and wrong a week later."""
    series = [shown("55.04 58 55.04 55.04", P5, feed) for feed in ("skypilot", "gpuhunt")]
    told = [changes(series, week(at), week(at + 1), facts) for at in range(3)]
    heard = [[(one.code, one.before, one.after) for one in news if one.announced] for news in told]
    assert heard == [[("moved", 55.04, 58.0)], [("retracted", 58.0, 55.04)], []]


def test_two_rows_of_one_price_have_one_price_before(facts: Facts) -> None:
    """One feed is a week ahead; the price in use was 55.04 until the other followed."""
    ahead, behind = "55.04 49.5 49.5 49.5 45 45", "55.04 55.04 49.5 45 45 45"
    series = [shown(ahead, P5, "gpuhunt"), shown(behind, P5, "skypilot")]
    found = [(one.before, one.after) for one in changes(series, week(1), week(5), facts)]
    assert found == [(55.04, 45.0)]


def test_what_a_feed_dropped_that_began_in_the_period_is_told_though_a_price_comes_along(facts: Facts) -> None:
    """A bundled price of 55.04, of June 2025, is older than the look at which it was gone."""
    series = price_history(facts, [shown("55.04 55.04 - -")])
    found = changes(series, week(-1), week(4), facts)
    (gone,) = (change for change in found if (change.instance, change.purchase) == (P5.instance, P5.purchase))
    assert (gone.kind, gone.announced) == ("delisted", True)


SPOT = P5._replace(purchase="spot", zone="a")


def test_of_spot_in_two_feeds_the_one_tells_that_decides(facts: Facts) -> None:
    moved = "20 20 20 20 50 50 50 50"
    for preferred, other in ((moved, moved), (moved, "20 20 20 20 20 20 20 20"), ("20 20 20 20 20 20 20 20", moved)):
        series = [shown(preferred, SPOT, feed="skypilot"), shown(other, SPOT, feed="gpuhunt")]
        found = changes(series, week(0), week(7), facts)
        told = [(change.feed, change.after) for change in found if change.announced]
        assert told == ([("skypilot", 50.0)] if preferred == moved else [])
