"""What a reader was told multiplies to what the price did, and no move is told twice."""

from __future__ import annotations

import math
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.changes.belief import beliefs
from engine.changes.change import Change
from engine.changes.changes import changes
from engine.changes.lines import PriceId, is_same, price_id_of
from engine.changes.told import Told, ToldLevel, line_of
from knowledge.facts import Point, Series, SeriesKey
from knowledge.loading.load import load
from tests.engine.changes.looks import P5, shown, week
from tests.share import examples

FACTS = load()
A3_SPOT = SeriesKey("gcp", "a3-highgpu-8g", "us-central1", "spot")
LEAST_SPOT, LEAST_LIST = 0.1, 0.01


def read_by(series: Series, digests: list[date], least: float | None = None) -> list[Change]:
    """All that somebody is told who reads a digest on each of the days."""
    told, heard = Told(digests[0]), []
    for since, until in pairwise(digests):
        found = changes([series], since, until, FACTS, told=told, least_share=least)
        news = [change for change in found if change.announced]
        told = told.after(news, until)
        heard += news
    return heard


def weekly(prices: list[float], key: SeriesKey) -> Series:
    return shown(" ".join(f"{usd:.6f}" for usd in prices), key)


def ratio(heard: list[Change]) -> float:
    return math.prod(float(change.after or 0) / float(change.before or 1) for change in heard)


def test_five_per_cent_every_two_weeks_is_told_where_it_exceeds_the_threshold() -> None:
    """Google's way: 1.05 ^ 2 = 1.1025 every four weeks; 1.05 ^ 6 = 1.34 in all."""
    prices = [20 * 1.05 ** (number // 2) for number in range(13)] + [20 * 1.05**6] * 2
    heard = read_by(weekly(prices, A3_SPOT), [week(number) for number in range(15)])
    assert [round(float(change.percent or 0), 2) for change in heard] == [10.25, 10.25, 10.25]
    assert math.isclose(ratio(heard), 1.05**6, rel_tol=1e-4)


def test_a_ladder_of_small_steps_is_told_to_who_asked_for_large_moves_only() -> None:
    """Of five rises by 5 %, somebody who wants moves of 20 % hears of the fourth: 1.05 ^ 4 = 1.2155."""
    prices = [50 * 1.05 ** (number // 2) for number in range(12)]
    heard = read_by(weekly(prices, P5), [week(number) for number in range(12)], least=0.2)
    assert [round(float(change.percent or 0), 1) for change in heard] == [21.6]


def test_what_was_told_is_compared_with_not_what_is_known_since() -> None:
    """The channel was told 50 once, whatever the history says of that day now."""
    line = shown("55.04 55.04 44 44")
    (change,) = changes([line], week(0), week(1), FACTS, told=Told(week(0), {("one", _id(line)): _level(50)}))
    assert (change.before, change.after) == (50, 55.04)


def test_a_change_is_of_the_line_it_was_found_in() -> None:
    line = shown("55.04 55.04 44 44")
    (change,) = changes([line], week(0), week(3), FACTS)
    assert line_of(change) == ("one", _id(line))


def test_the_next_digest_takes_back_what_was_wrong() -> None:
    """44 was told on 19 January, and on the 26th the price was 55.04 as ever."""
    line = shown("55.04 55.04 44 55.04 55.04")
    heard = read_by(line, [week(number) for number in range(5)])
    assert [(change.code, change.before, change.after) for change in heard] == [
        ("moved", 55.04, 44.0),
        ("retracted", 44.0, 55.04),
    ]
    assert heard[1].told_on == week(3)


def test_one_look_at_the_old_price_takes_back_nothing_that_a_second_look_confirmed() -> None:
    """55.04 is told and seen again; 60.544, seen once after it, is a rise that waits, and was a slip."""
    line = shown("60.544 60.544 55.04 55.04 60.544 55.04 55.04")
    heard = read_by(line, [week(number) for number in range(7)])
    assert [(change.code, change.before, change.after) for change in heard] == [("moved", 60.544, 55.04)]


def test_what_two_looks_undo_is_taken_back_once() -> None:
    """The rise back is confirmed on 9 February, within the days that a slip lasts."""
    line = shown("60.544 60.544 55.04 55.04 60.544 60.544 60.544")
    heard = read_by(line, [week(number) for number in range(7)])
    assert [(change.code, change.before, change.after) for change in heard] == [
        ("moved", 60.544, 55.04),
        ("retracted", 55.04, 60.544),
    ]
    assert heard[1].told_on == week(4), "the day it was back, seen again a week later"


def test_a_rise_through_a_gap_is_told_so_that_the_moves_add_up() -> None:
    """21.5, gone for three weeks, 25.8 (+20 %), then 23.65: 25.8 / 21.5 * 23.65 / 25.8 = 1.1."""
    line = shown("21.5 21.5 - - - 25.8 25.8 25.8 23.65 23.65", SeriesKey("aws", "trn1.32xlarge", "a", "on_demand"))
    heard = read_by(line, [week(number) for number in range(10)])
    assert [(change.kind, change.before, change.after) for change in heard] == [
        ("delisted", 21.5, None),
        ("moved", 21.5, 25.8),
        ("moved", 25.8, 23.65),
    ]
    assert math.isclose(ratio(heard[1:]), 1.1)


def test_prices_each_a_little_above_the_next_are_told_as_they_are_believed() -> None:
    """40, 40.37 and 40.69 are each within 1 % of the next: who was told 40.37 stays within 1 % of 40.69."""
    line = shown("40 40 40.8 40.8 41.616 40.368 32.294 33.909 40.69")
    heard = read_by(line, [week(number) for number in range(9)])
    assert abs(math.log(float(heard[-1].after or 0) / 40.69)) <= math.log1p(LEAST_LIST)


def test_who_was_never_told_hears_of_no_correction() -> None:
    line = shown("55.04 55.04 44 55.04 55.04")
    assert read_by(line, [week(0), week(4)]) == []


def _id(line: Series) -> PriceId:
    return price_id_of(line.key)


def _level(usd: float) -> ToldLevel:
    return ToldLevel(usd, week(0))


# ---- properties: ladders, jumps and returns, read week by week, or with weeks left out

STEPS = st.lists(st.sampled_from([1.0, 1.0, 1.05, 1 / 1.05, 1.2, 0.8, 1.02, 0.97]), min_size=3, max_size=14)
SKIPPED = st.sets(st.integers(1, 40), max_size=12)


def course(steps: list[float], first: float) -> list[float]:
    """Three weeks of calm, every level for two weeks, three weeks of calm."""
    prices = [first] * 3
    for step in steps:
        prices += [prices[-1] * step] * 2
    return prices + [prices[-1]] * 3


@settings(max_examples=examples(30), deadline=None)
@given(STEPS, SKIPPED)
def test_told_moves_of_spot_multiply_to_what_the_price_did(steps: list[float], skipped: set[int]) -> None:
    prices = course(steps, 20.0)
    last = len(prices) - 1
    digests = [week(number) for number in range(last + 1) if number in (0, last) or number not in skipped]
    heard = read_by(weekly(prices, A3_SPOT), digests)
    assert abs(math.log(ratio(heard) / (prices[-1] / prices[0]))) <= math.log1p(LEAST_SPOT) + 1e-4
    for before, after in pairwise(heard):
        assert math.isclose(float(before.after or 0), float(after.before or 0), rel_tol=1e-6)


@settings(max_examples=examples(30), deadline=None)
@given(STEPS, SKIPPED)
def test_told_moves_of_a_list_price_multiply_to_what_it_did(steps: list[float], skipped: set[int]) -> None:
    """Every look is two weeks from the next but one, so that every level is there at two looks."""
    prices = [usd for usd in course(steps, 40.0) if 24 < usd < 150]
    last = len(prices) - 1
    digests = [week(number) for number in range(last + 1) if number in (0, last) or number not in skipped]
    series = weekly(prices, P5)
    heard = read_by(series, digests)
    believed = float(changes_end(series, week(last)))
    assert abs(math.log(ratio(heard) / (believed / prices[0]))) <= math.log1p(LEAST_LIST) + 1e-4
    for before, after in pairwise(heard):
        assert math.isclose(float(before.after or 0), float(after.before or 0), rel_tol=1e-6)


def changes_end(series: Series, day: date) -> Decimal:
    (belief,) = beliefs([series], day, FACTS)
    return belief.usd_per_hour or Decimal(0)


# every look another level: slips of one look, rises and falls at every look
LOOKS = st.lists(
    st.sampled_from([1.0, 1.02, 1.03, 1.05, 1.2, 0.97, 0.8, 0.4, 0.1, 2.6, 8.0]), min_size=3, max_size=12
)


@settings(max_examples=examples(30), deadline=None)
@given(LOOKS, LOOKS, SKIPPED)
def test_what_is_told_is_what_is_believed(
    list_steps: list[float], spot_steps: list[float], skipped: set[int]
) -> None:
    """A list price to the threshold of a report; spot to less than what it moves from look to look."""
    for key, steps, first, least in ((P5, list_steps, 40.0, 1 + LEAST_LIST), (A3_SPOT, spot_steps, 20.0, 2.0)):
        prices = [first] * 2
        for step in steps:
            prices.append(min(150.0, max(4.0, prices[-1] * step)))
        last = len(prices) - 1
        series = weekly(prices, key)
        heard = read_by(
            series, [week(number) for number in range(last + 1) if number in (0, last) or number not in skipped]
        )
        believed = float(changes_end(series, week(last)))
        assert abs(math.log(ratio(heard) / (believed / prices[0]))) <= math.log(least) + 1e-4


@settings(max_examples=examples(30), deadline=None)
@given(st.lists(st.sampled_from([1.02, 1.03, 1.05, 1.1]), min_size=2, max_size=9))
def test_a_ladder_with_another_level_at_every_look_is_told_one_look_behind(steps: list[float]) -> None:
    prices = [40.0, 40.0]
    for step in steps:
        prices.append(prices[-1] * step)
    heard = read_by(weekly(prices, P5), [week(number) for number in range(len(prices))])
    assert math.isclose(ratio(heard), prices[-2] / 40, rel_tol=1e-4)


@settings(max_examples=examples(30), deadline=None)
@given(LOOKS)
def test_each_week_by_itself_tells_what_is_believed_of_spot(steps: list[float]) -> None:
    """Somebody who asks for each week in turn, and nothing is kept of what was asked before."""
    prices = [20.0] * 2
    for step in steps:
        prices.append(min(150.0, max(4.0, prices[-1] * step)))
    series, last = weekly(prices, A3_SPOT), 20.0
    for number in range(len(prices) - 1):
        for change in changes([series], week(number), week(number + 1), FACTS):
            last = float(change.after or 0) if change.announced else last
    believed = float(changes_end(series, week(len(prices) - 1)))
    assert abs(math.log(last / believed)) <= math.log(2.0) + 1e-4


SMALL = st.lists(st.sampled_from([1.0, 1.004, 1.006, 1.008, 1.02, 0.994, 0.97]), min_size=3, max_size=14)


@settings(max_examples=examples(30), deadline=None)
@given(SMALL, SKIPPED)
def test_reports_of_one_period_after_another_begin_where_the_last_ended(
    steps: list[float], skipped: set[int]
) -> None:
    """Nothing is kept of what was told before, and steps too small to report are told once they add up.

    A report of a period goes from what a reader of every move was told by its first day to what that reader was told
    by its last. What went and came back within it is not told, so the next begins within a threshold of that.
    """
    prices = course(steps, 40.0)
    heard = _each_period(weekly(prices, P5), skipped)
    for before, after in pairwise(heard):
        assert is_same(before.after, after.before, LEAST_LIST)
    believed = float(changes_end(weekly(prices, P5), week(len(prices) - 1)))
    assert is_same(heard[-1].after if heard else prices[0], believed, (1 + LEAST_LIST) ** 2 - 1)


@settings(max_examples=examples(30), deadline=None)
@given(st.lists(st.sampled_from([1.0, 1.002, 1.005, 1.008, 1.02]), min_size=3, max_size=14), SKIPPED, st.booleans())
@example([1.0, 1.008, 1.002], set(), False)
def test_reports_of_a_ladder_one_after_another_multiply_to_it(
    steps: list[float], skipped: set[int], is_fall: bool
) -> None:
    """Within a threshold, and another where the last look alone carries a rise over it: that waits for a second."""
    prices = course([1 / step if is_fall else step for step in steps], 40.0)
    heard = _each_period(weekly(prices, P5), skipped)
    for before, after in pairwise(heard):
        assert before.after == after.before
    assert abs(math.log(ratio(heard) / (prices[-1] / prices[0]))) <= 2 * math.log1p(LEAST_LIST) + 1e-6


def _each_period(series: Series, skipped: set[int]) -> list[Change]:
    """All that is announced by reports of one period after another; nothing is kept of what they told."""
    last = len(series.looked) - 1
    days = [week(number) for number in range(last + 1) if number in (0, last) or number not in skipped]
    found = (changes([series], since, until, FACTS) for since, until in pairwise(days))
    return [change for each in found for change in each if change.announced]


def test_a_ladder_is_not_told_twice_by_two_reports_of_the_same_days() -> None:
    """Somebody who asks for each week in turn, and nothing is kept of what was asked before."""
    prices = [20 * 1.05 ** (number // 2) for number in range(13)] + [20 * 1.05**6] * 2
    series = weekly(prices, A3_SPOT)
    found = [
        change
        for number in range(14)
        for change in changes([series], week(number), week(number + 1), FACTS)
        if change.announced
    ]
    assert [round(float(change.percent or 0), 2) for change in found] == [10.25, 10.25, 10.25]


def test_points_between_looks_are_as_good_as_looks() -> None:
    """A feed read daily: the step is told once it lasted for six days."""
    days = tuple(week(0) + timedelta(days=number) for number in range(20))
    points = (Point(days[0], Decimal(20)), Point(days[8], Decimal(24)))
    series = Series("one", A3_SPOT, points, days)
    heard = read_by(series, list(days))
    assert [(change.before, change.after, change.told_on) for change in heard] == [(20.0, 24.0, days[14])]
