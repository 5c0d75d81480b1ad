"""Lines of a digest: one for each chip, cloud and way to buy; every change in exactly one of them."""

from __future__ import annotations

import math
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.changes.change import Change, percent_of
from engine.changes.changes import changes
from engine.changes.told import Told
from engine.impact.digest import digest
from engine.impact.digest_lines import DigestLine, chip_name, digest_lines
from knowledge.facts import Facts, Point, SeriesKey
from knowledge.loading.load import load
from tests.engine.changes.looks import shown, week
from tests.engine.changes.test_told import course
from tests.engine.impact.test_digest import SINCE, UNTIL, moved
from tests.share import examples

FACTS = load()


def spot(instance: str, region: str, before: float | None, after: float | None, **more: object) -> Change:
    return moved(instance, before, after, region=region, provider="gcp", purchase="spot", kind="spot_trend", **more)


def lines(*changes: Change) -> list[DigestLine]:
    return digest_lines(changes, FACTS, {}, ())


def test_sizes_of_a_chip_and_its_regions_are_one_line_with_a_part_for_each_way() -> None:
    """Of 2.50 a chip-hour 15 % up is 2.875, in three regions; 14 % down of 3.00 is 2.58, in one."""
    up = [
        spot(size, region, 2.5 * chips, 2.875 * chips)
        for size, chips in (("a3-highgpu-1g", 1), ("a3-highgpu-8g", 8))
        for region in ("us-east4", "us-central1", "us-west1")
    ]
    down = spot("a3-megagpu-8g", "europe-west4", 24.0, 20.64)
    (line,) = lines(*up, down)
    assert (line.chip, line.cloud, line.purchase, len(line.types)) == ("h100-sxm", "gcp", "spot", 3)
    rose, fell = line.parts
    assert (rose.way, rose.regions) == ("rose", ("us-central1", "us-east4", "us-west1"))
    assert (rose.at.change.instance, rose.at.after) == ("a3-highgpu-8g", 2.875)
    assert (fell.way, fell.regions, fell.at.after) == ("fell", ("europe-west4",), 2.58)
    assert round(line.usd, 3) == 0.42


def test_clouds_and_ways_to_buy_are_lines_of_their_own() -> None:
    found = lines(
        moved("p5.48xlarge", 55.0, 50.0),
        moved("p5.48xlarge", 55.0, 50.0, purchase="capacity_block"),
        spot("a3-highgpu-8g", "us-central1", 20.0, 26.0),
    )
    assert {(line.cloud, line.purchase) for line in found} == {
        ("aws", "on_demand"), ("aws", "capacity_block"), ("gcp", "spot"),
    }  # fmt: skip


def test_the_region_that_is_named_is_where_a_chip_is_cheapest_or_that_of_a_verdict() -> None:
    dear, cheap = spot("a3-highgpu-8g", "us-east4", 20.0, 26.0), spot("a3-highgpu-8g", "us-west1", 16.0, 20.8)
    assert lines(dear, cheap)[0].parts[0].at.change == cheap
    (line,) = digest_lines([dear, cheap], FACTS, {dear: ("v1",)}, ())
    assert (line.parts[0].at.change, line.verdicts) == (dear, ("v1",))


def test_the_smallest_and_the_largest_move_are_known_and_whether_they_differ() -> None:
    rounded = lines(spot("a3-highgpu-8g", "a", 20.0, 22.0), spot("a3-highgpu-8g", "b", 20.0, 22.1))[0].parts[0]
    assert not rounded.is_spread
    wide = lines(spot("a3-highgpu-8g", "a", 20.0, 22.0), spot("a3-highgpu-8g", "b", 20.0, 30.0))[0].parts[0]
    assert wide.is_spread and wide.spread is not None
    assert [change.region for change in wide.spread] == ["a", "b"]


def test_what_was_wrong_stands_first_in_its_line() -> None:
    wrong = moved("p5.48xlarge", 44.0, 55.0, code="retracted", region="eu-west-1")
    more = [moved("p5.48xlarge", 55.0, 50.0, region=region) for region in ("us-east-1", "us-east-2")]
    (line,) = lines(*more, wrong)
    assert [part.way for part in line.parts] == ["retracted", "fell"]
    assert line.is_taken_back


def test_what_is_taken_back_is_dated_to_the_day_the_right_price_was_back() -> None:
    """55.04 since 19 January, when it was back; 44 was seen from the 12th."""
    (change,) = changes([shown("55.04 44 55.04")], week(1), week(2), FACTS)
    (line,) = lines(change)
    assert (change.code, change.seen_on, line.since) == ("retracted", week(1), week(2))


def test_what_only_one_look_showed_is_counted_and_recorded_prices_are_not() -> None:
    once = moved("p5.48xlarge", 55.0, 50.0, looks=1)
    by_hand = moved("p5.48xlarge", 55.0, 50.0, looks=1, feed="recorded", region="eu-west-1")
    assert lines(once, by_hand)[0].seen_once == 1


def test_types_nobody_knows_are_one_line_by_the_beginning_of_their_names_and_come_last() -> None:
    new = moved("p9.48xlarge", 80.0, 40.0), moved("p9.24xlarge", 40.0, 20.0)
    found = lines(*new, moved("p5.48xlarge", 55.0, 54.0))
    assert [(line.chip, line.name, len(line.changes)) for line in found] == [
        ("h100-sxm", "H100 SXM", 1), (None, "p9", 2),
    ]  # fmt: skip
    assert found[1].parts[0].at.after is None, "its chips are unknown, and so is the price of one"


def test_a_chip_is_called_by_its_name_without_the_maker_s(facts: Facts) -> None:
    assert [chip_name(facts, chip) for chip in ("h100-sxm", "trainium2", "tpu-v6e")] == [
        "H100 SXM", "Trainium2", "TPU v6e (Trillium)",
    ]  # fmt: skip


# ---- properties: whatever the changes, each is told once, and a line adds up

SIZES = st.sampled_from([
    ("aws", "p5.48xlarge"), ("aws", "p5.4xlarge"), ("aws", "p4d.24xlarge"), ("aws", "g6.xlarge"), ("gcp", "v5e-8"),
    ("aws", "g6f.large"), ("aws", "p9.48xlarge"), ("gcp", "a3-highgpu-1g"), ("gcp", "a3-megagpu-8g"), ("gcp", "a9-x"),
    ("azure", "Standard_ND96isr_H100_v5"), ("azure", "Standard_NC40ads_H100_v5"),
])  # fmt: skip
PRICES = st.one_of(st.none(), st.floats(0.1, 200))


@st.composite
def found(draw: st.DrawFn) -> Change:
    cloud, instance = draw(SIZES)
    before, after = draw(PRICES), draw(PRICES)
    if before is None and after is None:
        after = 1.0
    return moved(
        instance, before, after, provider=cloud, percent=percent_of(before, after),
        region=draw(st.sampled_from(["r1", "r2", "r3"])), purchase=draw(st.sampled_from(["on_demand", "spot"])),
        code=draw(st.sampled_from(["moved", "moved_in_steps", "retracted"])), terms=draw(st.sampled_from(["", "x"])),
        announced=draw(st.booleans()), trail=(Point(SINCE, None),),
    )  # fmt: skip


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(found(), max_size=25), st.booleans())
def test_every_announced_change_is_in_exactly_one_part_of_one_line(some: list[Change], with_graphics: bool) -> None:
    made = digest(some, SINCE, UNTIL, FACTS, with_graphics=with_graphics)
    every = (*made.lines, *made.aside)
    told = Counter(change for line in every for part in line.parts for change in part.changes)
    assert told == Counter(change for change in some if change.announced)
    assert not (with_graphics and made.aside)
    assert Counter(made.told) == Counter(change for line in made.lines for change in line.changes)
    assert sum(len(move.changes) for move in made.moves) == len(made.told)


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(found(), min_size=1, max_size=25))
def test_a_line_is_of_one_chip_cloud_and_way_and_its_parts_go_one_way(some: list[Change]) -> None:
    made = lines(*some)
    keys = [(line.chip, line.name, line.cloud, line.purchase) for line in made]
    assert len(keys) == len(set(keys))
    for line in made:
        for part in line.parts:
            assert set(part.regions) == {change.region for change in part.changes}
            assert part.at.change in part.changes and part.regions[0] == part.at.change.region
            for change in part.changes:
                if part.way in ("rose", "fell") and change.before is not None and change.after is not None:
                    assert (change.after > change.before) is (part.way == "rose")


KEYS = [
    SeriesKey("gcp", size, region, "spot")
    for size in ("a3-highgpu-1g", "a3-highgpu-8g", "a2-ultragpu-1g")
    for region in ("us-central1", "us-west1")
]
LEAST = 0.1  # of a spot price at Google


@settings(max_examples=examples(25), deadline=None)
@given(st.data())
def test_the_lines_of_many_digests_add_up_to_what_each_price_did(data: st.DataObject) -> None:
    """Six prices of two chips, each with steps of its own that last two weeks, read week by week."""
    steps = st.lists(st.sampled_from([1.0, 1.0, 1.05, 1 / 1.05, 1.2, 0.8]), min_size=4, max_size=4)
    prices = {key: course(data.draw(steps), 20.0) for key in KEYS}
    series = [shown(" ".join(f"{usd:.6f}" for usd in usds), key) for key, usds in prices.items()]
    weeks, told = len(prices[KEYS[0]]), Told(week(0))
    heard = {(key.instance, key.region): 1.0 for key in KEYS}
    for number in range(1, weeks):
        changed = changes(series, week(number - 1), week(number), FACTS, told=told)
        made = digest(changed, week(number - 1), week(number), FACTS)
        assert Counter(made.told) == Counter(change for change in changed if change.announced)
        assert len(made.lines) <= len({"H100 SXM", "A100 80 GB"})
        told = told.after(made.told, week(number))
        for change in made.told:
            heard[change.instance, change.region] *= (change.after or 0) / (change.before or 1)
    for key, usds in prices.items():
        real, said = usds[-1] / usds[0], heard[key.instance, key.region]
        assert abs(math.log(said / real)) <= math.log1p(LEAST) + 1e-4
