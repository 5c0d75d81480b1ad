"""Spot in several zones, which come, go and flicker: what is told of a region is what its zones did."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.changes.change import Change
from engine.changes.changes import changes
from engine.changes.told import Told
from knowledge.facts import Point, Series
from knowledge.loading.load import load
from tests.engine.changes.looks import P5, week
from tests.share import examples

FACTS = load()
LEAST = math.log(1.2)  # of AWS
ENDS = 12  # calm looks at the end


class Market(NamedTuple):
    """What each zone costs at each look; None: it is not listed then."""

    zones: tuple[tuple[float | None, ...], ...]

    @property
    def shown(self) -> list[float]:
        return [usd for zone in self.zones for usd in zone if usd is not None]

    @property
    def looks(self) -> int:
        return len(self.zones[0])

    def series(self) -> Iterator[Series]:
        looked = tuple(week(number) for number in range(self.looks))
        for place, zone in enumerate(self.zones):
            shown = [None if usd is None else Decimal(f"{usd:.6f}") for usd in zone]
            points = [Point(day, usd, is_gone=usd is None) for day, usd in zip(looked, shown, strict=True)]
            moved = [point for place, point in enumerate(points) if not place or points[place - 1][1:] != point[1:]]
            moved = moved[1:] if moved[0].is_gone else moved
            if moved:
                yield Series("one", P5._replace(purchase="spot", zone=f"az{place}"), tuple(moved), looked)


def heard_of(market: Market, digests: Sequence[int], *, is_kept: bool = True) -> list[Change]:
    """All that somebody is told who reads on each of the days; not `is_kept`: nobody keeps what was told."""
    series, told, heard = list(market.series()), Told(week(digests[0])), []
    for since, until in pairwise(digests):
        found = changes(series, week(since), week(until), FACTS, told=told if is_kept else None)
        news = [change for change in found if change.announced]
        told = told.after(news, week(until))
        heard += news
    return heard


def log_told(heard: Sequence[Change]) -> float:
    return sum(math.log(float(change.after or 0) / float(change.before or 1)) for change in heard)


def weeks(market: Market, skipped: Sequence[int] | set[int] = ()) -> list[int]:
    last = market.looks - 1
    return [number for number in range(last + 1) if number in (0, last) or number not in skipped]


STEPS = st.lists(st.sampled_from([1.0, 1.0, 1.1, 1 / 1.1, 1.3, 0.75]), min_size=1, max_size=5)
SKIPPED = st.sets(st.integers(1, 60), max_size=20)


@st.composite
def markets(draw: st.DrawFn, steps: Sequence[float], noise: float) -> Market:
    """Zones at prices of their own, each level for five looks; one of them is there at every two looks in a row."""
    level = [1.0] * 7 + [math.prod(steps[: place + 1]) for place in range(len(steps)) for _ in range(5)]
    level += [level[-1]] * ENDS
    number = draw(st.integers(1, 4))
    around = st.floats(1 - noise, 1 + noise)
    costs = [draw(st.floats(9, 30)) for _ in range(number)]
    is_there = [[True] * len(level) for _ in range(number)]
    for zone in range(1, number):
        for _ in range(draw(st.integers(0, 3))):
            first = draw(st.integers(0, len(level) - 1))
            for look in range(first, min(len(level), first + draw(st.integers(1, 12)))):
                is_there[zone][look] = False
    return Market(
        tuple(
            tuple(
                cost * usual * draw(around) if there else None
                for usual, there in zip(level, is_there[zone], strict=True)
            )
            for zone, cost in enumerate(costs)
        )
    )


@settings(max_examples=examples(30), deadline=None)
@given(st.data(), STEPS, SKIPPED)
def test_what_is_told_adds_up_to_what_the_zones_did(
    data: st.DataObject, steps: list[float], skipped: set[int]
) -> None:
    noise = 0.01
    market = data.draw(markets(steps, noise))
    for is_kept in (True, False):
        heard = heard_of(market, weeks(market, skipped), is_kept=is_kept)
        assert abs(log_told(heard) - math.log(math.prod(steps))) <= LEAST + 6 * noise


@settings(max_examples=examples(30), deadline=None)
@given(st.data(), STEPS, SKIPPED, st.sampled_from([0.0, 0.04, 0.12]))
def test_no_figure_is_told_that_no_zone_was_near(
    data: st.DataObject, steps: list[float], skipped: set[int], noise: float
) -> None:
    market = data.draw(markets(steps, noise))
    low, high = min(market.shown), max(market.shown)
    for change in heard_of(market, weeks(market, skipped)):
        assert low - 1e-5 <= float(change.before or 0) <= high + 1e-5
        assert low - 1e-5 <= float(change.after or 0) <= high + 1e-5


@settings(max_examples=examples(20), deadline=None)
@given(st.data())
def test_zones_that_come_and_go_are_no_move(data: st.DataObject) -> None:
    market = data.draw(markets([1.0], 0.0))
    assert heard_of(market, weeks(market)) == []


@settings(max_examples=examples(20), deadline=None)
@given(st.lists(st.permutations([10.0, 11.0, 14.0, 17.0, 19.0]), min_size=8, max_size=16))
def test_a_market_whose_median_stands_still_is_told_nothing(looks: list[list[float]]) -> None:
    """Zones swap prices at every look, each by less than what waits for a second look."""
    market = Market(tuple(zip(*looks, strict=True)))
    assert heard_of(market, weeks(market)) == []


@settings(max_examples=examples(20), deadline=None)
@given(st.data(), STEPS)
def test_what_was_told_is_not_told_again(data: st.DataObject, steps: list[float]) -> None:
    """Prices end calm: after the first digest of that nothing is left to be told, whichever zones are listed."""
    market = data.draw(markets(steps, 0.0))
    first = market.looks - ENDS + 5
    for read in (heard_of(market, weeks(market)), heard_of(market, [0, *range(first, market.looks)])):
        assert not [change for change in read if (change.told_on or week(0)) > week(first)]
    assert len(heard_of(market, [0, *range(first, market.looks)])) <= 1


def test_a_dear_zone_that_left_before_the_others_rose() -> None:
    """$12 and $36; then the second is gone, and the first rises by 30 %, once."""
    market = Market((tuple([12.0] * 12 + [15.6] * 12), tuple([36.0] * 6 + [None] * 18)))
    (move,) = heard_of(market, weeks(market))
    assert move.before == pytest.approx(12.0) and move.after == 15.6


def test_another_feed_that_shows_the_same_later_makes_no_news() -> None:
    """The feed that decided is read no more; what it told is not told again."""
    rise = Market((tuple([12.0] * 8 + [15.6] * 12),))
    (first,) = rise.series()
    late = Market((tuple([12.0] * 10 + [15.6] * 10),))
    (second,) = late.series()
    told = Told(week(0))
    heard = []
    for until in range(1, 20):
        shown = first._replace(looked=first.looked[:12])
        found = changes([shown, second._replace(feed="two")], week(until - 1), week(until), FACTS, told=told)
        news = [change for change in found if change.announced]
        told = told.after(news, week(until))
        heard += news
    (move,) = heard
    assert move.before == pytest.approx(12.0) and move.after == 15.6
