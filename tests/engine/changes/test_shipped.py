"""Of prices that come with chipscout each is used from the day it was seen: what is told adds up to what is used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import Literal

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.changes.change import Change
from engine.changes.changes import changes
from engine.changes.lines import is_same
from engine.changes.plausibility import PlausibleLimits
from engine.changes.recorded import moved_series, recorded_series
from knowledge.facts import Facts, Offer, Series
from knowledge.loading.load import load
from tests.share import examples

ALL = load()  # loaded once: hypothesis runs each test many times
LIMITS = PlausibleLimits(ALL)
FIRST = date(2025, 1, 6)
TPU = next(offer for offer in ALL.offers if (offer.instance, offer.region) == ("tpu-v5e", "us-west4"))

Way = Literal["on_demand", "spot"]


def share_of(series: Series) -> float:
    """From which a move of such a price is told."""
    is_spot = series.key.purchase == "spot"
    return LIMITS.likely(f"change_spot_share_{series.key.cloud}") if is_spot else LIMITS.least_share


def shipped(ladder: Sequence[tuple[int, str]], way: Way) -> tuple[Facts, Series]:
    """The price of a TPU, seen so many days after the last look."""
    offers: list[Offer] = []
    day = FIRST
    for days, usd in ladder:
        day += timedelta(days)
        offers.append(
            TPU.model_copy(update={"observed_on": day, "purchase": way, "usd_per_hour": Decimal(usd)}),
        )
    facts = ALL.model_copy(update={"offers": tuple(offers)})
    (series,) = recorded_series(facts)
    return facts, series


def used(series: Series, day: date) -> float | None:
    """The newest that was seen."""
    seen = [point.usd_per_hour for point in series.points if point.seen_on <= day]
    return float(seen[-1]) if seen and seen[-1] is not None else None


def told(facts: Facts, series: Iterable[Series], days: Sequence[date]) -> list[tuple[date, Change]]:
    """Of periods laid end to end, with the day on which each was told."""
    every = list(series)
    return [
        (until, change)
        for since, until in pairwise(days)
        for change in changes(every, since, until, facts)
        if change.announced
    ]


def check(series: Series, moves: Iterable[tuple[date, Change]], days: Sequence[date]) -> None:
    """The told moves are one chain, from the first price, and end within what is told of the price in use."""
    news = {day: change for day, change in moves if change.purchase == series.key.purchase}
    level, share = used(series, series.points[0].seen_on), share_of(series)
    for day in days:
        if change := news.get(day):
            assert is_same(change.before, level, 1e-6), (series.key, day, change.before, level)
            level = change.after
        if day >= series.points[0].seen_on:
            assert is_same(level, used(series, day), share), (series.key, day, level, used(series, day))


steps = st.tuples(st.integers(1, 200), st.sampled_from(["0.6", "0.51", "0.525", "0.47", "0.3", "1.1", "0.55"]))


@settings(max_examples=examples(12), deadline=None)
@given(ladder=st.lists(steps, min_size=1, max_size=6), way=st.sampled_from(["on_demand", "spot"]))
@example(ladder=[(0, "0.6"), (195, "0.51"), (563, "0.525")], way="spot")  # us-west4 of v5e
@example(ladder=[(0, "0.525"), (195, "0.604"), (563, "0.325")], way="spot")  # us-east5 of v5p, of a chip
def test_single_sightings_are_told_as_they_are_used(ladder: list[tuple[int, str]], way: Way) -> None:
    facts, series = shipped(ladder, way)
    days = [FIRST + timedelta(41 * number) for number in range(31)]
    check(series, told(facts, [series], days), days)


def test_the_moves_told_of_each_price_that_comes_along_end_at_the_price_in_use() -> None:
    """Every chip, region and way to buy of which more than one price comes along, month by month from the first."""
    every = moved_series(ALL)
    first, last = (at(day for one in every for day in one.looked) for at in (min, max))
    days = [first + timedelta(30 * number) for number in range((last - first).days // 30 + 2)]
    moves = told(ALL, every, days)
    for series in every:
        place = series.key[:4], series.key.terms
        of_it = ((day, one) for day, one in moves if ((one[0], *one[1:4]), one.terms) == place)
        check(series, of_it, days)


def test_a_fall_that_is_used_at_once_is_told_in_its_week() -> None:
    """TPU v5p in us-east5 on spot: 2.415 since December 2024, 1.30 seen on 2026-07-09."""
    every = [one for one in moved_series(ALL) if one.key[1:4] == ("tpu-v5p", "us-east5", "spot")]
    ((_, fall),) = told(ALL, every, [date(2026, 7, 6), date(2026, 7, 13)])
    assert (fall.before, fall.after, fall.looks) == (2.415, 1.2999525, 1)
