"""What other prices did that day: a move of many is a decision, a move of one may be a mistake."""

from __future__ import annotations

from engine.changes.peers import PeerMoves
from knowledge.facts import Facts
from tests.engine.changes.looks import P5, limits, line, week

REGIONS = ("us-east-1", "us-west-2", "eu-west-1")


def test_the_same_cut_in_other_regions_counts_as_a_similar_move(facts: Facts) -> None:
    cuts = [line("55 55 44", P5._replace(region=region)) for region in REGIONS]
    peers = PeerMoves(cuts, limits(facts))
    assert len(peers.alike(cuts[0], week(2), 44 / 55)) == 2


def test_similar_moves_are_those_of_the_days_around_in_their_order(facts: Facts) -> None:
    """Weeks apart, so that the days between have none; until a day, those after it are not told."""
    cuts = [line(f"{'55 ' * (2 + later)}44", P5._replace(region=REGIONS[later])) for later in range(3)]
    peers = PeerMoves(reversed(cuts), limits(facts))
    assert [step.day for step in peers.alike(cuts[1], week(3), 44 / 55)] == [week(2), week(4)]
    assert [step.day for step in peers.alike(cuts[1], week(3), 44 / 55, until=week(3))] == [week(2)]


def test_a_move_of_another_size_or_chip_is_not_similar(facts: Facts) -> None:
    mine = line("55 55 44")
    other_size = line("55 55 50", P5._replace(region="us-west-2"))
    other_chip = line("32 32 25.6", P5._replace(instance="p4d.24xlarge"))
    assert PeerMoves([mine, other_size, other_chip], limits(facts)).alike(mine, week(2), 44 / 55) == []


def test_a_price_that_vanishes_under_one_name_and_appears_under_another_was_renamed(facts: Facts) -> None:
    old, new = line("55.04 55.04 -"), line("- - 55.04", P5._replace(instance="p5.48xl"))
    peers = PeerMoves([old, new], limits(facts))
    assert peers.vanished(old, week(2)) == "renamed"
    assert peers.arrived(new, week(2)) == "renamed"


def test_a_file_that_lost_most_of_its_prices_was_truncated(facts: Facts) -> None:
    names = [f"g6e.{size}xlarge" for size in (1, 2, 4, 8, 12, 16, 24, 48)]
    gone = [line(f"{number}.5 {number}.5 -", P5._replace(instance=name)) for number, name in enumerate(names[:6], 1)]
    left = [line("9.9 9.9 9.9", P5._replace(instance=name)) for name in names[6:]]
    peers = PeerMoves([*gone, *left], limits(facts))
    assert peers.vanished(gone[0], week(2)) == "feed_cut"


def test_types_that_vanish_together_were_lost_with_the_end_of_a_file(facts: Facts) -> None:
    """Most of a region's types, and few of all prices: a clean cut at a line end."""
    types = ("g5.48xlarge", "g6.48xlarge", "p4d.24xlarge", "p5.48xlarge", "trn1.32xlarge")
    regions = ("ap-northeast-1", "ap-northeast-2", "eu-west-1", "eu-west-2", "us-east-1", "us-east-2", "us-west-2")
    lines = {
        (region, name): line(
            f"9 9 {'-' if region == 'ap-northeast-2' and name != 'p5.48xlarge' else 9}",
            P5._replace(instance=name, region=region),
        )
        for region in regions
        for name in types
    }
    peers = PeerMoves(list(lines.values()), limits(facts))
    assert {peers.vanished(lines["ap-northeast-2", name], week(2)) for name in types[:3]} == {"feed_cut"}


def test_one_price_of_many_that_vanishes_was_delisted(facts: Facts) -> None:
    gone = line("32 32 -", P5._replace(instance="a1.metal"))
    left = [line(f"{number}.5 " * 3, P5._replace(instance=f"g6e.{number}xlarge")) for number in range(1, 9)]
    assert PeerMoves([gone, *left], limits(facts)).vanished(gone, week(2)) is None


def test_a_commitment_knows_whether_its_machine_went_missing_on_demand(facts: Facts) -> None:
    plan = P5._replace(purchase="savings_plan", terms="1yr")
    with_it, alone = line("40 40 -", plan), line("40 - -", plan)
    on_demand = line("55 55 -")
    peers = PeerMoves([on_demand, with_it, line("55 55 55", P5._replace(region="us-west-2"))], limits(facts))
    assert peers.lost_on_demand(on_demand, week(2)) and peers.lost_on_demand(with_it, week(2))
    assert not PeerMoves([line("55 55 55"), alone], limits(facts)).lost_on_demand(alone, week(1))


def test_what_never_moved_is_read_only_where_the_others_do_not_settle_it(facts: Facts) -> None:
    """Six prices of three chips fell by a fifth: all the feed has, or six of the seven or of the eight it has.

    6 is more than 80% of 7 (5.6), not of 8 (6.4).
    """
    chips = ("p5.48xlarge", "p4d.24xlarge", "g6.xlarge")
    fell = [
        line(f"{usd} {usd} {usd * 0.8}", P5._replace(instance=chip, region=region))
        for chip, usd in zip(chips, (50, 30, 10), strict=True)
        for region in REGIONS[:2]
    ]
    same = [line("2 2 2", P5._replace(instance="g5.xlarge", region=region)) for region in REGIONS[:2]]
    for beside, is_factor in (([], True), (same[:1], True), (same, False)):
        assert PeerMoves([*fell, *beside], limits(facts)).feed_factor(fell[0], week(2), 0.8) == is_factor
        assert PeerMoves(fell, limits(facts), lambda: beside).feed_factor(fell[0], week(2), 0.8) == is_factor  # noqa: B023
    reads: list[str] = []
    peers = PeerMoves([*fell, *same], limits(facts), lambda: reads.append("all") or ())
    assert not peers.feed_factor(fell[0], week(2), 0.8) and peers.is_one_of_its_regions(same[0], week(2))
    assert not reads
    elsewhere = line("30 30 30", P5._replace(instance="p4d.24xlarge", region="eu-west-1"))
    assert PeerMoves(fell, limits(facts), lambda: [elsewhere]).is_one_of_its_regions(fell[2], week(2))
