"""From series to the changes that are new after one day and known by another."""

from __future__ import annotations

from engine.changes.changes import changes
from knowledge.facts import Facts
from tests.engine.changes.looks import P5, shown, week


def test_a_cut_is_reported_only_in_the_week_in_which_it_is_confirmed(facts: Facts) -> None:
    """55.04 to 44.03 is -20 %: an ordinary size, so one look is enough."""
    series = [shown("55.04 55.04 44.03 44.03 44.03")]
    weekly = [
        [(change.before, change.after) for change in changes(series, week(number), week(number + 1), facts)]
        for number in range(4)
    ]
    assert weekly == [[], [(55.04, 44.03)], [], []]


def test_the_first_look_of_a_feed_is_not_a_change(facts: Facts) -> None:
    assert changes([shown("55.04")], week(-1), week(1), facts) == ()


def test_announced_changes_come_first_largest_move_first(facts: Facts) -> None:
    small = shown("22 22 20.5 20.5", P5._replace(instance="p4d.24xlarge"))
    large = shown("55.04 55.04 44.03 44.03")
    wrong = shown("63.3 63.3 700 700", P5._replace(instance="p5en.48xlarge"))
    reported = changes([small, wrong, large], week(0), week(3), facts)
    assert [(change.instance, change.announced) for change in reported] == [
        ("p5.48xlarge", True),
        ("p4d.24xlarge", True),
        ("p5en.48xlarge", False),
    ]


def test_a_channel_may_ask_for_smaller_moves_than_the_default(facts: Facts) -> None:
    """Half a per cent is below the 1 % from which a move is reported."""
    series = [shown("55.04 55.04 54.76 54.76")]
    assert changes(series, week(0), week(3), facts) == ()
    assert len(changes(series, week(0), week(3), facts, least_share=0.004)) == 1


def test_a_threshold_leaves_out_smaller_moves_but_not_what_went(facts: Facts) -> None:
    """From 100 to 95.3 is a move by 4.9 % of the lower price, to 95.2 one by 5.04 %."""
    small = shown("100 100 95.3 95.3", P5._replace(region="us-west-1"))
    large = shown("100 100 95.2 95.2", P5._replace(region="us-west-2", instance="p5e.48xlarge"))
    gone = shown("100 100 - -", P5._replace(region="eu-west-1", instance="p5en.48xlarge"))
    found = changes([small, large, gone], week(0), week(3), facts, least_share=0.05)
    assert [change.instance for change in found if change.announced] == ["p5e.48xlarge", "p5en.48xlarge"]
