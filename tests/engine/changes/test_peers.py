"""What other prices did that day: one move in many places is a decision, one alone may be a slip."""

from __future__ import annotations

from engine.changes.peers import Crowd
from knowledge.facts import Facts
from tests.engine.changes.looks import P5, limits, line, week

REGIONS = ("us-east-1", "us-west-2", "eu-west-1")


def test_the_same_cut_of_the_chip_in_other_regions_is_alike(facts: Facts) -> None:
    cuts = [line("55 55 44", P5._replace(region=region)) for region in REGIONS]
    crowd = Crowd(cuts, limits(facts))
    assert len(crowd.alike(cuts[0], week(2), 44 / 55)) == 2


def test_a_move_of_another_size_or_another_chip_is_not(facts: Facts) -> None:
    mine = line("55 55 44")
    other_size = line("55 55 50", P5._replace(region="us-west-2"))
    other_chip = line("32 32 25.6", P5._replace(instance="p4d.24xlarge"))
    assert Crowd([mine, other_size, other_chip], limits(facts)).alike(mine, week(2), 44 / 55) == []


def test_a_price_that_went_under_one_name_and_came_under_another_was_renamed(facts: Facts) -> None:
    old, new = line("55.04 55.04 -"), line("- - 55.04", P5._replace(instance="p5.48xl"))
    crowd = Crowd([old, new], limits(facts))
    assert crowd.vanished(old, week(2)) == "renamed"
    assert crowd.arrived(new, week(2)) == "renamed"


def test_where_most_of_a_feed_is_gone_the_file_was_cut_off(facts: Facts) -> None:
    names = [f"g6e.{size}xlarge" for size in (1, 2, 4, 8, 12, 16, 24, 48)]
    gone = [line(f"{place}.5 {place}.5 -", P5._replace(instance=name)) for place, name in enumerate(names[:6], 1)]
    left = [line("9.9 9.9 9.9", P5._replace(instance=name)) for name in names[6:]]
    crowd = Crowd([*gone, *left], limits(facts))
    assert crowd.vanished(gone[0], week(2)) == "feed_cut"


def test_one_of_many_that_is_gone_was_delisted(facts: Facts) -> None:
    gone = line("32 32 -", P5._replace(instance="a1.metal"))
    left = [line(f"{place}.5 " * 3, P5._replace(instance=f"g6e.{place}xlarge")) for place in range(1, 9)]
    assert Crowd([gone, *left], limits(facts)).vanished(gone, week(2)) is None
