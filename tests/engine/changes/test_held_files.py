"""A file of which all prices moved by one factor counts once another feed shows it, or somebody accepts it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.changes.belief import beliefs, kept_by_day
from engine.changes.change import Change
from engine.changes.changes import changes
from engine.changes.judged import JudgedPrices
from engine.changes.plausibility import PlausibleLimits
from engine.changes.told import Told
from knowledge.facts import Point, Series, SeriesKey
from knowledge.loading.load import load
from tests.share import examples

FACTS = load()  # loaded once: hypothesis runs each test many times
LIMITS = PlausibleLimits(FACTS)
FIRST = date(2026, 1, 5)
LISTED = {
    SeriesKey("aws", name, region, "on_demand"): Decimal(usd)
    for name, usd in {
        "p5.48xlarge": "55.04",
        "p5en.48xlarge": "63.296",
        "p4d.24xlarge": "21.957642",
        "trn1.32xlarge": "21.5",
        "inf2.48xlarge": "12.98127",
    }.items()
    for region in ("us-east-1", "us-west-2")
}
SPOT = {
    SeriesKey("aws", "p5.48xlarge", "us-east-1", "spot", zone): Decimal(usd)
    for zone, usd in {"use1-az1": "17.2", "use1-az2": "18.4"}.items()
}
PLAIN = {**LISTED, **SPOT}
P5 = next(iter(LISTED))
Prices = Mapping[SeriesKey, Decimal]


def times(factor: str, of: Prices = PLAIN) -> Prices:
    return {key: usd * Decimal(factor) for key, usd in of.items()}


class File(NamedTuple):
    """What a feed showed at each look."""

    feed: str
    looks: Mapping[date, Prices]
    accepted: tuple[date, ...] = ()

    def series(self) -> list[Series]:
        days = tuple(sorted(self.looks))
        found = []
        for key in dict.fromkeys(key for listed in self.looks.values() for key in listed):
            points: list[Point] = []
            for one in days:
                usd = self.looks[one].get(key)
                if (points and points[-1].usd_per_hour != usd) or (not points and usd is not None):
                    points.append(Point(one, usd, is_gone=usd is None))
            found.append(Series(self.feed, key, tuple(points), days, accepted=self.accepted))
        return found


def believed(series: Sequence[Series], on: date) -> dict[tuple[str, SeriesKey], Decimal]:
    return {(one.feed, one.key): one.usd_per_hour for one in beliefs(series, on, FACTS) if one.usd_per_hour}


def of_catalog(series: Sequence[Series], on: date) -> Prices:
    return {key: usd for (feed, key), usd in believed(series, on).items() if feed == "skypilot"}


def told(series: Sequence[Series], days: Sequence[date]) -> list[tuple[date, Change]]:
    """What a reader of each look is told, of whom it is kept."""
    news, kept = [], Told(days[0])
    for since, until in pairwise(days):
        found = [one for one in changes(series, since, until, FACTS, told=kept) if one.announced]
        kept = kept.after(found, until)
        news += [(until, one) for one in found]
    return news


def day(number: int) -> date:
    return FIRST + timedelta(days=number)


@st.composite
def looks(draw: st.DrawFn) -> list[date]:
    """Daily, weekly, or now and then."""
    some = st.lists(st.sampled_from([1, 1, 2, 7]), min_size=14, max_size=14)
    days = [FIRST]
    for gap in draw(st.one_of(st.just([1] * 14), st.just([7] * 14), some)):
        days.append(days[-1] + timedelta(gap))
    return days


factors = st.sampled_from(["0.5", "0.85", "0.9", "0.95", "0.98", "1.02", "1.1", "1.19", "1.5"])


@settings(max_examples=examples(30), deadline=None)
@given(looks(), factors, st.integers(2, 6), st.integers(0, 7), st.booleans())
def test_no_figure_moves_until_it_is_accepted_and_then_it_is_told_once(
    days: list[date], factor: str, start: int, wait: int, by_feed: bool
) -> None:
    at = start + wait
    shown = File("skypilot", {one: times(factor) if one >= days[start] else PLAIN for one in days})
    if by_feed:
        other = {one: {P5: times(factor)[P5] if one >= days[at] else PLAIN[P5]} for one in days}
        series = [*shown.series(), *File("gpuhunt", other).series()]
    else:
        series = shown._replace(accepted=(days[at],)).series()
    for one in days[:at]:
        assert of_catalog(series, one) == PLAIN, one
    for one in days[at:]:
        now = of_catalog(series, one)
        assert {key: now[key] for key in LISTED} == times(factor, LISTED), one
    news = told(series, days)
    listed = [(until, one) for until, one in news if one.purchase != "spot"]
    assert {until for until, _ in listed} == {days[at]}
    assert len(listed) == len(LISTED)
    assert all(one.after == pytest.approx(one.before * float(factor)) for _, one in listed if one.before)
    assert all(until >= days[at] for until, _ in news)
    later = changes(series, days[start - 1], days[-1], FACTS)  # who asks afterwards is told the same
    assert len([one for one in later if one.announced and one.purchase != "spot"]) == len(LISTED)


@settings(max_examples=examples(20), deadline=None)
@given(looks(), factors, st.integers(2, 6), st.integers(1, 6))
def test_a_file_that_goes_back_was_never_there(days: list[date], factor: str, start: int, length: int) -> None:
    wrong = days[start : start + length]
    series = File("skypilot", {one: times(factor) if one in wrong else PLAIN for one in days}).series()
    assert told(series, days) == []
    for one in days:
        assert of_catalog(series, one) == PLAIN, one
    through = dict(kept_by_day(JudgedPrices(series, days[-1], LIMITS), series, lambda _: True))
    doubts = {day: {one.doubted.code for one in of.values() if one.doubted} for day, of in through.items()}
    assert {day for day, codes in doubts.items() if codes} == set(wrong)
    assert all(doubts[day] == {"held_file"} for day in wrong)


@settings(max_examples=examples(20), deadline=None)
@given(st.lists(st.sampled_from(["0.9", "0.905", "0.912", "0.88"]), min_size=3, max_size=8), st.booleans())
def test_a_rate_that_moves_every_day_and_moves_inside_the_file_are_held_too(rates: list[str], is_cut: bool) -> None:
    """As of a file in another currency; within it a price is cut, and a type is new."""
    new = SeriesKey("aws", "p6-b200.48xlarge", "us-east-1", "on_demand")
    files = {day(0): PLAIN, day(1): PLAIN}
    for number, rate in enumerate(rates, 2):
        cut = {P5: PLAIN[P5] * Decimal("0.6"), new: Decimal("113.93")} if is_cut and number > 3 else {}
        files[day(number)] = times(rate, {**PLAIN, **cut})
    series = File("skypilot", files).series()
    assert told(series, sorted(files)) == []
    for one in files:
        assert of_catalog(series, one) == PLAIN
    doubts = [one.doubted for one in beliefs(series, max(files), FACTS)]
    assert {one and (one.code, one.since) for one in doubts} == {("held_file", day(2))}
    (held,) = JudgedPrices(series, max(files), LIMITS).files.files["skypilot", "aws"]
    assert held.factor == pytest.approx(float(rates[-1]), rel=0.003)


REGION = {key for key in LISTED if key.region == "us-east-1"}
FAMILIES = {key for key in LISTED if key.instance.startswith(("p4", "p5"))}


@pytest.mark.parametrize("part", [REGION, FAMILIES], ids=["a region", "P4 and P5"])
def test_what_a_share_of_the_prices_does_is_told_as_ever(part: set[SeriesKey]) -> None:
    files = {day(number): PLAIN for number in range(2)}
    files |= {day(n): {**PLAIN, **{key: PLAIN[key] * Decimal("0.9") for key in part}} for n in range(2, 8)}
    series = File("skypilot", files).series()
    assert {(one.instance, one.region) for _, one in told(series, sorted(files))} == {key[1:3] for key in part}


@pytest.mark.parametrize(("factor", "last"), [("1", 8), ("0.9", 2)], ids=["the level before", "not read since"])
def test_another_feed_that_shows_something_else_accepts_nothing(factor: str, last: int) -> None:
    files = {day(number): times("0.9") if number > 1 else PLAIN for number in range(8)}
    other = {day(number): {P5: times(factor)[P5]} for number in range(last)}
    series = [*File("skypilot", files).series(), *File("gpuhunt", other).series()]
    assert of_catalog(series, day(7)) == PLAIN
