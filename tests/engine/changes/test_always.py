"""Properties of changes that hold for any prices."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.changes.changes import Change, changes
from knowledge.facts import Point, Series, SeriesKey
from knowledge.loading.load import load
from tests.share import examples

FIRST = date(2026, 1, 5)
P5 = SeriesKey("aws", "p5.48xlarge", "us-east-1", "on_demand")
LISTED = Decimal("55.04")
FACTS = load()  # loaded once: hypothesis runs each test many times


def week(number: int) -> date:
    return FIRST + timedelta(weeks=number)


def shown(prices: Sequence[Decimal | None], key: SeriesKey = P5) -> Series:
    """One price a week."""
    points = [Point(week(number), usd) for number, usd in enumerate(prices)]
    moves = [point for number, point in enumerate(points) if not number or points[number - 1][1] != point[1]]
    return Series("one", key, tuple(moves), tuple(week(number) for number in range(len(prices))))


def seen(series: list[Series], until: int, since: int = 0) -> tuple[Change, ...]:
    return changes(series, week(since), week(until), FACTS)


prices = st.decimals(min_value="0.01", max_value="9000", places=4)


@given(prices, st.integers(1, 12))
def test_a_constant_price_never_changes(usd: Decimal, looks: int) -> None:
    assert seen([shown([usd] * looks)], looks) == ()


@given(prices, st.integers(1, 6), st.integers(1, 4))
def test_a_glitch_of_any_size_is_never_announced_once_the_old_price_is_back(
    usd: Decimal, before: int, after: int
) -> None:
    line = [LISTED] * before + [usd] + [LISTED] * after
    assert not any(change.announced for change in seen([shown(line)], len(line)))


@given(st.decimals(min_value="23.5", max_value="54.4", places=3))
def test_a_plausible_cut_of_an_h100_is_announced_by_the_second_look(usd: Decimal) -> None:
    """Above 23.5 USD/h it is within a third of what eight H100 have cost on demand, and no unit mistake."""
    announced = [change for change in seen([shown([LISTED, LISTED, usd, usd])], 3) if change.announced]
    assert [(change.kind, change.before, change.after) for change in announced] == [("moved", 55.04, float(usd))]


PLACES = [
    P5,
    P5._replace(region="us-west-2"),
    P5._replace(region="eu-north-1"),
    P5._replace(purchase="capacity_block"),
]


@given(st.lists(st.decimals(min_value="0.5", max_value="0.98", places=2), min_size=2, max_size=len(PLACES)))
@settings(max_examples=examples(40))
def test_a_fall_of_a_whole_machine_is_not_told_at_its_first_look(shares: list[Decimal]) -> None:
    """In all of its regions and ways to buy it, each by its own share: gone the day after, nobody heard of it."""
    series = [shown([LISTED, LISTED, LISTED * share], key) for key, share in zip(PLACES, shares, strict=False)]
    assert not any(change.announced for change in seen(series, 2))


@given(st.lists(st.sampled_from(["55.04", "44", "30.8", "24.77", "5", None]), min_size=2, max_size=9))
def test_weekly_reports_add_up_to_the_last_price(prices_seen: list[str | None]) -> None:
    """Applying every announced change and every return gives the last price, week by week and from end to end."""
    line = [LISTED] * 4 + [None if usd is None else Decimal(usd) for usd in prices_seen]
    line += [line[-1]] * 6
    known: float | None = 55.04
    for end in range(1, len(line)):
        for change in seen([shown(line)], end, end - 1):
            if change.announced:
                known = change.after
            elif change.code == "returned":
                known = change.before
    last = None if line[-1] is None else float(line[-1])
    assert known == last
    whole = [change.after for change in seen([shown(line)], len(line)) if change.announced]
    assert whole == ([] if last == 55.04 else [last])


AZURE = [
    SeriesKey("azure", f"Standard_{name}", region, "on_demand")
    for name in ("NC24ads_A100_v4", "NC24rs_v3", "NC64asT4_v3", "NV12ads_A10_v5")
    for region in ("northeurope", "swedencentral", "westeurope")
]


@settings(max_examples=examples(30))
@given(st.lists(st.sets(st.sampled_from(AZURE), max_size=len(AZURE) - 2), min_size=1, max_size=4))
def test_rows_that_a_price_service_drops_for_a_day_are_never_announced(dropped: list[set[SeriesKey]]) -> None:
    """As Azure's did on 19 and 20 August 2026: spot of the machine was listed all along, and all rows came back."""
    usd = Decimal("4.6")
    series = []
    for key in AZURE:
        line: list[Decimal | None] = [usd]
        for gone in dropped:
            line += [None if key in gone else usd, usd]
        spot = [Decimal("0.9")] * len(line)
        series += [shown(line, key), shown(spot, key._replace(purchase="spot"))]
    looks = 1 + 2 * len(dropped)
    for until in range(1, looks):
        assert not [change for change in seen(series, until, until - 1) if change.announced]


@settings(max_examples=examples(30), deadline=None)
@given(st.sets(st.sampled_from(AZURE), min_size=1, max_size=len(AZURE) - 2), st.integers(1, 3), st.booleans())
@example({AZURE[0], AZURE[5]}, 3, True)  # as Azure's on 1 and 2 May 2026
def test_rows_that_are_gone_or_blank_for_two_days_are_never_announced_however_often_it_is_read(
    lost: set[SeriesKey], days: int, is_blank: bool
) -> None:
    """Two days of hours are three days of the calendar; spot is listed all along."""
    usd, looked = Decimal("4.6"), tuple(FIRST + timedelta(day) for day in range(12))
    series = []
    for key in AZURE:
        points = [Point(looked[0], usd)]
        if key in lost:
            points += [Point(looked[5], None, is_gone=not is_blank), Point(looked[5 + days], usd)]
        series.append(Series("one", key, tuple(points), looked))
        series.append(Series("one", key._replace(purchase="spot"), (Point(looked[0], Decimal("0.9")),), looked))
    for day in looked[1:]:
        assert not [change for change in changes(series, day - timedelta(1), day, FACTS) if change.announced]


@settings(max_examples=examples(30))
@given(st.permutations(range(6)))
def test_the_order_of_series_does_not_matter(order: list[int]) -> None:
    lines = [
        shown([LISTED, LISTED, Decimal("24.768")]),
        shown([LISTED, LISTED, Decimal("24.768")], P5._replace(region="us-east-2")),
        shown([Decimal("32.77"), Decimal("5.46"), Decimal("32.77")], P5._replace(instance="p4d.24xlarge")),
        shown([None, Decimal("6.88"), Decimal("6.88")], P5._replace(instance="p5.4xlarge")),
        shown([Decimal("17"), Decimal("99"), Decimal("99")], P5._replace(purchase="spot", zone="use1-az1")),
        shown([Decimal("18"), Decimal("98"), Decimal("98")], P5._replace(purchase="spot", zone="use1-az2")),
    ]
    assert seen([lines[index] for index in order], 3) == seen(lines, 3)


REGIONS = ("us-east-1", "us-east-2", "us-west-2", "eu-north-1")
FACTORS = st.sampled_from(["0.45", "0.5", "0.8", "0.9", "0.95", "1.05", "1.1", "1.2", "2", "2.4"])


def told_daily(factor: str, places: tuple[str, ...], start: int, days: int) -> dict[str, list[float | None]]:
    """What is told of a file that is read every day, by region: from `start` on it shows another price for `days`."""
    line = [LISTED * Decimal(factor) if start <= day < start + days else LISTED for day in range(24)]
    looked = tuple(FIRST + timedelta(day) for day in range(24))
    series = []
    for region in REGIONS:
        usd = line if region in places else [LISTED] * 24
        points = [Point(day, now) for day, now, was in zip(looked, usd, [None, *usd], strict=False) if now != was]
        series.append(Series("one", P5._replace(region=region), tuple(points), looked))
    told: dict[str, list[float | None]] = {}
    for day in looked[1:]:
        for change in changes(series, day - timedelta(1), day, FACTS):
            if change.announced:
                told.setdefault(change.region, []).append(change.after)
    return told


@given(FACTORS, st.sampled_from([REGIONS[1:2], REGIONS[:2], REGIONS]), st.integers(3, 9), st.integers(1, 3))
@settings(max_examples=examples(30), deadline=None)
def test_a_slip_of_one_or_two_days_is_never_told_however_often_it_is_read(
    factor: str, places: tuple[str, ...], start: int, days: int
) -> None:
    """Two days of hours, read twice a day, are three days of the calendar."""
    assert told_daily(factor, places, start, days) == {}


@given(FACTORS, st.sampled_from([REGIONS[1:2], REGIONS[:2], REGIONS]), st.integers(3, 9))
@settings(max_examples=examples(20), deadline=None)
def test_a_move_that_stays_is_told_once_of_each_price(factor: str, places: tuple[str, ...], start: int) -> None:
    assert told_daily(factor, places, start, 24) == {place: [float(LISTED * Decimal(factor))] for place in places}


SPOT_FACTORS = st.sampled_from(["0.2", "0.45", "0.6", "0.8", "0.95", "1.05", "1.2", "1.7", "2.2", "3"])


def spot_daily(factors: tuple[str, ...]) -> list[tuple[float | None, float | None]]:
    """What daily reports tell of Azure's spot of a T4 at 0.1565 USD/h, which from the ninth day on shows that, times
    these, a day each, and then 0.1565 again; on demand stays."""
    usd, key = Decimal("0.1565"), SeriesKey("azure", "Standard_NC16as_T4_v3", "australiacentral2", "spot")
    line = [usd] * 8 + [usd * Decimal(factor) for factor in factors] + [usd] * 10
    looked = tuple(FIRST + timedelta(day) for day in range(len(line)))
    points = [Point(day, now) for day, now, was in zip(looked, line, [None, *line], strict=False) if now != was]
    listed = Series("one", key._replace(purchase="on_demand"), (Point(FIRST, Decimal("1.505")),), looked)
    series = [Series("one", key, tuple(points), looked), listed]
    return [
        (change.before, change.after)
        for day in looked[1:]
        for change in changes(series, day - timedelta(1), day, FACTS)
        if change.announced
    ]


@given(st.lists(SPOT_FACTORS, min_size=1, max_size=3))
@example(["2.2054", "2.2054"])  # on 1 and 2 May 2026, read eight and five times
@settings(max_examples=examples(30), deadline=None)
def test_a_slip_of_spot_of_one_or_two_days_is_never_told_however_often_it_is_read(factors: list[str]) -> None:
    """Whatever it shows on them; two days of hours are three days of the calendar."""
    assert spot_daily(tuple(factors)) == []


def test_a_far_move_of_spot_that_stays_is_told_once_more_days_are_between_its_looks_than_a_slip_lasts() -> None:
    told = spot_daily(("2.2",) * 4)
    assert told == [pytest.approx((0.1565, 0.3443)), pytest.approx((0.3443, 0.1565))]
