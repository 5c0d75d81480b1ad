"""What is told of a price in one report after another: each move begins where the last one told ended.

Of list prices and of spot, of one feed and of two, and beside the prices that come with chipscout.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from math import log
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from engine.changes.change import Change
from engine.changes.changes import changes
from engine.changes.lines import is_same
from engine.changes.recorded import price_history
from engine.changes.told import Told
from knowledge.facts import Point, Series, SeriesKey
from knowledge.loading.load import load
from tests.share import EXPLORES, examples

ALL = load()  # loaded once: hypothesis runs each test many times
USD = {
    SeriesKey("aws", "p5.48xlarge", "us-east-1", "on_demand"): Decimal("55.04"),
    SeriesKey("aws", "p5.48xlarge", "us-west-2", "on_demand"): Decimal("55.04"),
    SeriesKey("gcp", "a3-highgpu-8g", "us-central1", "spot"): Decimal(25),
}
LISTED, OTHER, SPOT = USD
FACTS = ALL.model_copy(
    update={"offers": tuple(offer for offer in ALL.offers if offer.instance in {key.instance for key in USD})}
)
FIRST = date(2026, 9, 2)
LEAST = 0.01


class Look(NamedTuple):
    """Days since the look before, and what each feed shows: shares of the usual prices; None: not read."""

    days: int
    shares: tuple[tuple[str | None, ...] | None, ...]


share = st.sampled_from(
    [*["1"] * 4, "0.95", "0.9575", "0.965", "1.005", "0.992", "1.02", "0.9", "1.3", "0.76", "0.5", "2", None]
)
shown = st.one_of(st.none(), st.tuples(*[share] * len(USD)), st.tuples(*[share] * len(USD)))
LOOKS = st.lists(st.builds(Look, st.sampled_from([1, 2, 3, 7, 7]), st.tuples(shown, shown)), min_size=3, max_size=14)
FEEDS = st.sampled_from([("skypilot",), ("skypilot", "gpuhunt"), ("recorded",), ("recorded", "skypilot")])


def series_of(feeds: tuple[str, ...], looks: list[Look], *, holds: bool) -> Iterator[Series]:
    """`holds`: a price is there for two looks."""
    for at, feed in enumerate(feeds):
        for place, key in enumerate(USD):
            points: list[Point] = []
            days: list[date] = []
            day = FIRST
            for number, look in enumerate(looks):
                day += timedelta(look.days)
                row = (looks[number - number % 2] if holds else look).shares[at]
                usd = None if row is None or row[place] is None else USD[key] * Decimal(row[place] or 0)
                if row is None or (feed == "recorded" and usd is None):
                    continue
                days.append(day)
                point = Point(day, usd, is_gone=usd is None)
                if (points and points[-1][1:] != point[1:]) or (not points and usd is not None):
                    points.append(point)
            if points:
                zone = "a" if key.purchase == "spot" and feed != "recorded" else ""
                yield Series(feed, key._replace(zone=zone), tuple(points), tuple(days))


def of(key: SeriesKey, text: str, days: int = 2) -> list[Look]:
    """Looks of one feed at one price; the others stay."""
    place = list(USD).index(key)
    rows = (tuple(word if at == place else "1" for at in range(len(USD))) for word in text.split())
    return [Look(days, (row, None)) for row in rows]


WOBBLES = of(LISTED, "1 1 1 1 1 0.95 0.95 " + "0.9575 " * 5 + "0.965 0.965 " + "0.9575 " * 4 + "0.9 " * 4)
LADDER = of(SPOT, "2 2.02 1.96 2 1 0.765 0.765 0.776 0.792", days=7)
RECORDED = of(SPOT, "1 0.765 0.765 0.776 0.792", days=7)


@pytest.mark.parametrize("is_kept", [True, False], ids=["kept", "not kept"])
@settings(
    max_examples=400 if EXPLORES else examples(40),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(FEEDS, LOOKS, st.booleans(), st.sampled_from([1, 3, 7, 14]))
@example(("recorded",), WOBBLES, False, 7)
@example(("skypilot",), LADDER, False, 7)
@example(("recorded",), RECORDED, False, 7)
def test_each_move_begins_where_the_last_one_told_ended(
    is_kept: bool, feeds: tuple[str, ...], looks: list[Look], holds: bool, every: int
) -> None:
    """Within the share from which a move is reported: what goes and comes back within a report is not told.

    Where nothing is kept of what was told, that one feed took over spot from another at another price is not known.
    """
    series = price_history(FACTS, series_of(feeds, looks, holds=holds))
    last = FIRST + timedelta(sum(look.days for look in looks))
    days = [FIRST + timedelta(number) for number in range(0, (last - FIRST).days, every)] + [last]
    told, heard = Told(days[0]), dict[tuple[str, ...], Change]()
    for since, until in pairwise(days):
        found = changes(series, since, until, FACTS, told=told if is_kept else None)
        news = [change for change in found if change.announced]
        told = told.after(news, until)
        for change in news:
            of_price = change.instance, change.region, change.purchase, change.terms
            before = heard.get(of_price)
            is_known = is_kept or change.purchase != "spot" or len(feeds) == 1
            if is_known and before is not None and before.after is not None and change.before is not None:
                assert is_same(before.after, change.before, LEAST), (before, change)
            heard[of_price] = change


def test_small_steps_and_one_of_them_back_are_no_slip() -> None:
    """In one of two regions 40, 38 twice, 38.30 and 38.60 in turn, 36: told 40 to 38.30, then 38.30 to 36."""
    key = SeriesKey("aws", "trn2.48xlarge", "us-east-2", "capacity_block")
    prices = [40.0] * 5 + [38.0] * 2 + [38.3] * 5 + [38.6] * 2 + [38.3] * 4 + [36.0] * 4
    days = tuple(date(2026, 10, 10) + timedelta(2 * number) for number in range(len(prices)))
    points = [
        Point(day, Decimal(str(usd)))
        for day, usd, before in zip(days, prices, [0.0, *prices], strict=False)
        if usd != before
    ]
    elsewhere = Series("skypilot", key._replace(region="us-east-1"), (Point(days[0], Decimal(40)),), days)
    series = [Series("skypilot", key, tuple(points), days), elsewhere]
    ends = [days[0] + timedelta(7 * week) for week in range(7)]
    news = [one for since, until in pairwise(ends) for one in changes(series, since, until, FACTS)]
    assert [(one.before, one.after) for one in news if one.announced] == [(40.0, 38.3), (38.3, 36.0)]
    assert not [one for one in news if one.code == "returned"]


def test_a_ladder_of_spot_is_told_rung_by_rung() -> None:
    """50 USD/h, 25 and 19.125 a week later: halved and then down by 23.5%, which together is what it did."""
    series = price_history(FACTS, series_of(("skypilot",), LADDER, holds=False))
    days = [FIRST + timedelta(7 * week) for week in range(len(LADDER) + 1)]
    news = [one for since, until in pairwise(days) for one in changes(series, since, until, FACTS)]
    spot = [(one.before, one.after) for one in news if one.announced and one.purchase == "spot"]
    assert spot == [pytest.approx((50, 25)), pytest.approx((25, 19.125))]


LADDERS = {  # what moves, from which USD per hour, and from which share on such a move is told
    SeriesKey("aws", "p5.48xlarge", "us-east-1", "on_demand"): ("55.04", 0.01),
    SeriesKey("aws", "p5.48xlarge", "us-east-1", "savings_plan", terms="1yr"): ("36", 0.01),
    SeriesKey("aws", "p5.48xlarge", "us-east-1", "spot", "use1-az1"): ("20", 0.2),
    SeriesKey("gcp", "a3-highgpu-8g", "us-central1", "on_demand"): ("88.49", 0.01),
    SeriesKey("gcp", "a3-highgpu-8g", "us-central1", "spot", "us-central1-a"): ("25", 0.1),
    SeriesKey("azure", "Standard_ND96isr_H100_v5", "eastus", "reserved_3yr"): ("43", 0.01),
    SeriesKey("azure", "Standard_ND96isr_H100_v5", "eastus", "spot"): ("30", 0.1),
}


@settings(max_examples=60 if EXPLORES else examples(15), deadline=None)
@given(
    st.sampled_from(list(LADDERS)), st.sampled_from([1.004, 1.02, 1.05, 1.09, 0.99, 0.95]), st.integers(1, 3),
    st.sampled_from([1, 2, 7, 10]), st.integers(0, 6), st.booleans(),
)  # fmt: skip
@example(SeriesKey("aws", "p5.48xlarge", "us-east-1", "on_demand"), 1.05, 1, 7, 2, True)  # five weekly rises: +28%
def test_what_is_told_of_a_ladder_adds_up_to_it(
    key: SeriesKey, step: float, held: int, every: int, weekday: int, is_kept: bool
) -> None:
    """Five steps of one price, each there for one look or more, told weekly on any weekday."""
    usd, least = LADDERS[key]
    days = tuple(FIRST + timedelta(every * number) for number in range(8 + 5 * held + 42 // every))
    risen = [min(max(number - 7, 0) // held, 5) for number in range(len(days))]
    prices = [Decimal(f"{float(usd) * step**rungs:.4f}") for rungs in risen]
    points = [Point(day, now) for day, now, was in zip(days, prices, [None, *prices], strict=False) if now != was]
    steady = key._replace(purchase="on_demand", zone="", terms="", instance=key.instance + "x")
    series = [Series("skypilot", key, tuple(points), days)]
    series.append(Series("skypilot", steady, (Point(days[0], Decimal(100)),), days))
    history = price_history(FACTS.model_copy(update={"offers": ()}), series, key.cloud)
    reports = [FIRST + timedelta(weekday + 7 * week) for week in range((days[-1] - FIRST).days // 7)] + [days[-1]]
    told, sum_ = Told(reports[0]), 0.0
    for since, until in pairwise(reports):
        news = [one for one in changes(history, since, until, FACTS, told=told if is_kept else None) if one.announced]
        told = told.after(news, until)
        sum_ += sum(log(one.after / one.before) for one in news if one.after and one.before)
    assert abs(sum_ - log(float(prices[-1] / prices[0]))) <= log(1 + least) + 0.001
