"""The price believed on a day: nothing that is doubted moves it, and nothing later is used."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.changes.belief import Belief, beliefs, doubted_beliefs, kept_beliefs, kept_by_day, slips
from engine.changes.changes import changes
from engine.changes.judged import JudgedPrices
from engine.changes.recorded import price_history
from knowledge.facts import Facts, Point, Series, SeriesKey
from knowledge.loading.load import load
from tests.engine.changes.looks import FIRST, P5, limits, shown, week
from tests.share import examples

FACTS = load()
SPOT = P5._replace(purchase="spot", zone="a")


def believed(facts: Facts, *series: Series, on: int) -> Belief:
    """The belief about the first of the series."""
    found = {(belief.feed, belief.key): belief for belief in beliefs(series, week(on), facts)}
    return found[series[0].feed, series[0].key]


@pytest.mark.parametrize(
    ("prices", "usd", "code"),
    [
        ("55.04 55.04 44", "44", None),  # a plausible fall of one price: at once
        ("55.04 55.04 60", "55.04", "rise"),
        ("55.04 55.04 60 60", "60", None),
        ("55.04 55.04 5.4", "55.04", "outside"),
        ("55.04 55.04 700 700 700 700", "55.04", "placeholder"),
        ("55.04 24 24 55.04", "55.04", None),  # what came back was never another price
        ("700", None, "placeholder"),
        ("5.4 5.4", None, "outside"),  # of a first price its size alone is known
        ("5.4 5.4 5.4", "5.4", None),
        ("55.04 57 60", "57", "rise"),  # a ladder is followed one look behind
        ("55.04 57 60 63", "60", "rise"),
        ("55.04 57 60 55.04", "55.04", None),
        ("55.04 60 57", "57", None),  # at least 57 was seen twice
        ("55.04 57 50", "50", None),  # not on one side
    ],
)
def test_what_is_doubted_stands_beside_the_price_that_is_believed(
    facts: Facts, prices: str, usd: str | None, code: str | None
) -> None:
    belief = believed(facts, shown(prices), on=len(prices.split()))
    assert belief.usd_per_hour == (None if usd is None else Decimal(usd))
    assert (belief.doubted.code if belief.doubted else None) == code


@pytest.mark.parametrize(
    ("looks", "usd", "code"),
    [
        (["1", "1", "1.009"], "1", "crowd"),
        (["1", "1", "0.993"], "1", "crowd"),
        (["1", "1", "1.009", "1.009"], "1.009", None),
        (["1", "1", "1.009", "1"], "1", None),
        (["1", "1", "1.009", "1.006"], "1.006", None),  # at least 1.006 was seen twice
        (["1", "1.004", "1.008"], "1.004", "crowd"),  # followed one look behind
        (["1", "1.004", "0.996"], "1", "crowd"),  # not on one side
        (["1", "1.2", "1.2", "1.209"], "1.2", "crowd"),
        (["1", "1", "1.001"], "1.001", None),  # one price, printed in two ways
    ],
)
def test_small_steps_of_a_whole_file_wait_for_a_second_look(
    facts: Facts, looks: list[str], usd: str, code: str | None
) -> None:
    """None of them is a move that is reported; together they are one statement of one file."""
    first = {P5: 55, P5._replace(instance="p4d.24xlarge"): 22, P5._replace(instance="g6.xlarge"): 1}
    file = [shown(" ".join(str(usd * Decimal(look)) for look in looks), key) for key, usd in first.items()]
    for at in range(3):
        belief = believed(facts, *file[at:], *file[:at], on=len(looks))
        assert belief.usd_per_hour == list(first.values())[at] * Decimal(usd)
        assert (belief.doubted.code if belief.doubted else None) == code


def test_a_small_step_that_no_other_price_made_or_another_feed_shows_is_believed(facts: Facts) -> None:
    p4d, g6 = P5._replace(instance="p4d.24xlarge"), P5._replace(instance="g6.xlarge")
    alone = [shown("55 55 55.5"), shown("22 22 22", p4d), shown("1 1 0.995", g6)]
    assert believed(facts, *alone, on=2).usd_per_hour == Decimal("55.5")
    crowd = [shown("55 55 55.495"), shown("22 22 22.198", p4d), shown("1 1 1.009", g6)]
    assert believed(facts, *crowd, on=2).usd_per_hour == 55
    assert believed(facts, *crowd, shown("55 55.495 55.495", feed="two"), on=2).usd_per_hour == Decimal("55.495")


def test_a_large_step_of_a_crowd_of_smaller_ones_waits_too(facts: Facts) -> None:
    """Rounded, one fall of 1 % is 1.1 %: more than is needed for a report."""
    file = [shown("1.006 1.006 0.995"), *(shown("55 55 54.4", P5._replace(region=f"us-{n}")) for n in range(3))]
    assert believed(facts, *file, on=2).doubted is not None


def test_a_doubted_figure_says_since_when_and_how_many_looks_it_needs(facts: Facts) -> None:
    """Dearer by 9 %: the second look decides. The believed price was last seen a week before."""
    belief = believed(facts, shown("55.04 55.04 60"), on=2)
    assert (belief.since, belief.seen_on) == (week(0), week(1))
    doubt = belief.doubted
    assert doubt is not None
    assert (doubt.usd_per_hour, doubt.since, doubt.looks, doubt.needed) == (Decimal(60), week(2), 1, 2)


def test_what_is_not_listed_any_more_stays_in_force_while_the_file_looks_cut_off(facts: Facts) -> None:
    names = ("g5.xlarge", "g6.xlarge", "p4d.24xlarge", "p5.48xlarge", "trn1.32xlarge", "trn2.48xlarge")
    series = [shown("20 20 -" if place > 1 else "20 20 20", P5._replace(instance=n)) for place, n in enumerate(names)]
    belief = believed(facts, series[4], *series, on=2)
    assert belief.usd_per_hour == 20 and not belief.is_gone
    assert belief.doubted is not None and (belief.doubted.code, belief.doubted.is_gone) == ("feed_cut", True)


def test_impossible_spot_leaves_the_last_possible_price(facts: Facts) -> None:
    belief = believed(facts, shown("17 99", SPOT), shown("55.04 55.04"), on=1)
    assert belief.usd_per_hour == 17
    assert belief.doubted is not None and belief.doubted.code == "over_on_demand"


@pytest.mark.parametrize(("usd", "code"), [("55.04", "spot_at_cap"), ("5.504", "spot_at_floor")])
def test_a_bound_of_the_on_demand_price_that_is_believed_is_no_spot_price(facts: Facts, usd: str, code: str) -> None:
    """The file shows 77.06 on demand, which waits: beside that neither is a bound, and it is listed as a price."""
    belief = believed(facts, shown(f"17 {usd}", SPOT), shown("55.04 77.06"), on=1)
    assert belief.usd_per_hour == 17
    assert belief.doubted is not None and belief.doubted.code == code


def test_spot_is_measured_by_the_on_demand_price_that_is_believed(facts: Facts) -> None:
    """At 5.4 on demand, 17 would be impossible; but nobody believes 5.4."""
    belief = believed(facts, shown("17 17.5", SPOT), shown("55.04 5.4"), on=1)
    assert (belief.usd_per_hour, belief.doubted) == (Decimal("17.5"), None)


@pytest.mark.parametrize(
    ("prices", "usd", "code"),
    [
        ("17 17 2.1", "17", "seen_once"),
        ("17 17 40", "17", "seen_once"),
        ("17 17 33.9", "33.9", None),  # less than twice
        ("17 17 2.1 2.1", "2.1", None),
        ("17 2.1 17", "17", None),
        ("17 7 3", "7", "seen_once"),  # two looks in a row say 7 at least
        ("17 3 7", "7", None),
        ("17 - 3", None, "seen_once"),
        ("17 - 15", "15", None),
        ("17 7 99 7", "17", "seen_once"),  # 99 is impossible: no two looks in a row
    ],
)
def test_spot_follows_a_far_move_at_its_second_look(
    facts: Facts, prices: str, usd: str | None, code: str | None
) -> None:
    last = len(prices.split()) - 1
    belief = believed(facts, shown(prices, SPOT), shown("55.04 " * (last + 1)), on=last)
    assert belief.usd_per_hour == (None if usd is None else Decimal(usd))
    assert (belief.doubted.code if belief.doubted else None) == code


@pytest.mark.parametrize(
    ("prices", "usd"),
    [
        ("17 7 7 7", "17"),
        ("17 7 7 7 7", "7"),
        ("17 7 7 17", "17"),
        ("17 7 6.8 7.2 6.9", "6.9"),  # at least 7.2 for three days
        ("17 7 6.8 1 1", "7"),  # at most 7 for three days; 1 for one
        ("17 7 40 7 40", "17"),
        ("17 7 7 2 2", "7"),
        ("17 7 7 2 2 2 2", "2"),
    ],
)
def test_read_daily_a_far_move_of_spot_waits_until_it_lasted_longer_than_a_slip(
    facts: Facts, prices: str, usd: str
) -> None:
    """A slip lasts two days at most."""
    days = tuple(FIRST + timedelta(number) for number in range(len(prices.split())))
    weekly = shown(prices, SPOT)
    points = tuple(point._replace(seen_on=days[(point.seen_on - FIRST).days // 7]) for point in weekly.points)
    (belief,) = beliefs([Series("one", SPOT, points, days)], days[-1], facts)
    assert belief.usd_per_hour == Decimal(usd)


def test_another_feed_confirms_a_far_move_of_spot(facts: Facts) -> None:
    slip, other = shown("17 17 7", SPOT), shown("17 17 7.2", SPOT._replace(zone="b"), feed="two")
    assert believed(facts, slip, other, on=2).usd_per_hour == 7
    assert believed(facts, slip, shown("17 17 17", SPOT, feed="two"), on=2).usd_per_hour == 17


def test_what_is_imported_beside_the_bundled_prices_is_judged_as_a_feed_is(facts: Facts) -> None:
    """5.38 USD/h for eight A100 is below their spot price; what comes with chipscout is believed as it is."""
    p4d = P5._replace(instance="p4d.24xlarge")
    day = date(2026, 11, 20)
    (history,) = (
        entry
        for entry in price_history(facts, [Series("recorded", p4d, (Point(day, Decimal("5.38")),), (day,))])
        if entry.key == p4d
    )
    bundled = history._replace(points=history.points[:-1], looked=history.looked[:-1])
    (before,), (after,) = beliefs([bundled], day, facts), beliefs([history], day, facts)
    assert after.usd_per_hour == before.usd_per_hour == bundled.points[-1].usd_per_hour
    assert before.doubted is None
    assert after.doubted is not None and after.doubted.usd_per_hour == Decimal("5.38")


def test_the_days_on_which_something_is_doubted_are_told_and_those_that_change_nothing_are_not(facts: Facts) -> None:
    series = [shown("55.04 24 55.04 55.04 55.04 60"), shown("17 99 17 17 17 17", SPOT)]
    last = JudgedPrices(series, week(5), limits(facts))
    told = {
        day: {of.doubted.code for of in kept.values() if of.doubted} for day, kept in by_day(last, series).items()
    }
    assert told == {
        week(0): set(),
        week(1): {"lone", "over_on_demand"},
        week(2): set(),
        week(5): {"rise"},
    }


def test_a_slip_has_a_beginning_an_end_and_a_day_on_which_the_price_was_believed_again(facts: Facts) -> None:
    """A fall by a tenth is believed at once, and by its second look no single one undoes it."""
    for prices, back, settled in (("55.04 49.5 55.04", 2, 2), ("55.04 55.04 49.5 49.5 55.04 55.04", 4, 5)):
        series = [shown(prices)]
        found = slips(JudgedPrices(series, week(6), limits(facts)), lambda _: True)
        first = prices.split().index("49.5")
        assert [tuple(slip) for slip in found["one", P5]] == [(week(first), week(back), week(settled), 49.5)]


def by_day(last: JudgedPrices, series: list[Series]) -> dict[date, dict[tuple[str, SeriesKey], Belief]]:
    return {day: dict(kept) for day, kept in kept_by_day(last, series, lambda _: True)}


# ---- properties

A100 = SeriesKey("azure", "Standard_ND96amsr_A100_v4", "eastus", "on_demand")
NAMES = (P5, P5._replace(region="us-west-2"), P5._replace(instance="p4d.24xlarge"), A100)
USD = st.sampled_from(["55.04", "55.2", "60", "44", "24", "5.5", "700", "9999", "27.5", None])
HISTORIES = st.lists(st.tuples(*(USD for _ in NAMES)), min_size=2, max_size=7)


def series_of(rows: list[tuple[str | None, ...]], days: int = 1) -> list[Series]:
    """A row a look; each price through time."""
    looked = tuple(date.fromordinal(FIRST.toordinal() + days * number) for number in range(len(rows)))
    found = []
    for place, key in enumerate(NAMES):
        points: list[Point] = []
        for day, row in zip(looked, rows, strict=True):
            usd = row[place]
            point = Point(day, None if usd is None else Decimal(usd), is_gone=usd is None)
            if (points and points[-1][1:] != point[1:]) or (not points and usd is not None):
                points.append(point)
        if points:
            found.append(Series("one", key, tuple(points), looked))
    return found


@settings(max_examples=examples(80), deadline=None)
@given(HISTORIES, st.integers(1, 9))
def test_a_suspect_leaves_every_price_where_it_was(rows: list[tuple[str | None, ...]], days: int) -> None:
    """Of a price that is suspect on the newest day, what was believed the day before is still believed."""
    series = series_of(rows, days)
    looked = series[0].looked if series else ()
    if len(looked) < 2:
        return
    today, before = looked[-1], looked[-2]
    suspects = {
        SeriesKey(change.provider, change.instance, change.region, change.purchase)
        for change in changes(series, before, today, FACTS)
        if change.kind == "suspect" and change.code != "returned" and change.told_on is None
    }
    earlier = {belief.key: belief.usd_per_hour for belief in beliefs(series, before, FACTS)}
    for belief in beliefs(series, today, FACTS):
        if belief.key in suspects and not _is_rung(belief, series, before):
            assert belief.usd_per_hour == earlier.get(belief.key)
        assert belief.key not in suspects or belief.doubted is not None


def _is_rung(belief: Belief, series: list[Series], before: date) -> bool:
    """Whether it is what the look before showed: two looks on one side of a price confirm the nearer of them."""
    shown_before = (entry for entry in series if entry.key == belief.key)
    return belief.seen_on == before and any(
        [point.usd_per_hour for point in entry.points if point.seen_on <= before][-1:] == [belief.usd_per_hour]
        for entry in shown_before
    )


@settings(max_examples=examples(100), deadline=None)
@given(HISTORIES, st.integers(0, 6))
def test_a_belief_is_that_of_the_history_cut_on_its_day(rows: list[tuple[str | None, ...]], cut: int) -> None:
    series = series_of(rows)
    day = date.fromordinal(FIRST.toordinal() + cut)
    known = [
        entry._replace(
            points=tuple(point for point in entry.points if point.seen_on <= day),
            looked=tuple(look for look in entry.looked if look <= day),
        )
        for entry in series
    ]
    assert beliefs(series, day, FACTS) == beliefs([entry for entry in known if entry.points], day, FACTS)


@settings(max_examples=examples(80), deadline=None)
@given(HISTORIES, st.integers(0, 6))
def test_the_doubted_ones_are_those_of_all_beliefs(rows: list[tuple[str | None, ...]], cut: int) -> None:
    series = series_of(rows)
    day = date.fromordinal(FIRST.toordinal() + cut)
    assert list(doubted_beliefs(JudgedPrices(series, day, limits(FACTS)))) == [
        belief for belief in beliefs(series, day, FACTS) if belief.doubted is not None
    ]


@settings(max_examples=examples(60), deadline=None)
@given(HISTORIES, st.sets(st.sampled_from(NAMES)), st.integers(1, 9))
def test_what_is_kept_through_time_is_what_each_day_says_by_itself(
    rows: list[tuple[str | None, ...]], asked: set[SeriesKey], days: int
) -> None:
    """Of those that are asked for; a day that is left out is as the one before it, without a doubt."""
    series = series_of(rows, days)
    looked = series[0].looked if series else ()
    if not looked:
        return
    last = JudgedPrices(series, looked[-1], limits(FACTS))
    told = {day: dict(kept) for day, kept in kept_by_day(last, series, lambda key: key in asked)}
    now: dict[tuple[str, SeriesKey], Belief] = {}
    for day in looked:
        alone = kept_beliefs(JudgedPrices(series, day, limits(FACTS)), lambda _, key: key in asked)
        now = told.get(day, now)
        assert day in told or not any(one.doubted for one in now.values())
        for one in alone:
            kept = now[one.feed, one.key]
            assert kept == one if day in told else (kept.usd_per_hour, kept.doubted) == (one.usd_per_hour, None)


STRANGE = st.lists(st.sampled_from(["55", "55", "55.5", "60", "44", "20", "5", "700", "-"]), min_size=2, max_size=8)


@settings(max_examples=examples(80), deadline=None)
@given(STRANGE, STRANGE, st.integers(0, 7))
@example(["5", "700", "55", "55", "700", "5"], ["55", "55"], 0)
def test_what_is_listed_as_waiting_is_what_stands_doubted_beside_a_price(
    first: list[str], second: list[str], since: int
) -> None:
    """Whatever the window of the report."""
    series = [shown(" ".join(words), P5._replace(region=f"us-{n}")) for n, words in enumerate((first, second))]
    series = [entry for entry in series if entry.points]
    until = week(max(len(first), len(second)))
    doubted = {
        (belief.key.region, belief.doubted.figure, belief.doubted.since)
        for belief in beliefs(series, until, FACTS)
        if belief.doubted
    }
    found = changes(series, week(since), until, FACTS, is_waiting=True)
    listed = {(change.region, change.after, change.seen_on) for change in found if change.kind == "suspect"}
    assert doubted <= listed
    late = changes(series, until, until, FACTS, is_waiting=True)
    assert {(change.region, change.after, change.seen_on) for change in late} == doubted
