"""Sums over dollars that were told, by hand: $20 an hour of a machine of 8 chips; $100 a run of 10 h."""

from __future__ import annotations

import pytest

from engine.forms.again.reckoned import (
    Reckoned,
    ReckonedAlone,
    ReckonedBuys,
    ReckonedGap,
    ReckonedLimit,
    ReckonedPaid,
    ReckonedRun,
    ReckonedTokens,
    asked_of,
    below,
    gap_of,
    seen,
    span_of,
)
from engine.workload.told_sums import NO_VIEW, SumView, ToldSum

HOUR = ToldSum(usd=20.0, low=20.0, high=20.0, unit="hour", thing="p4d.24xlarge", chips=8, purchase="on_demand")
RUN = ToldSum(usd=100.0, low=50.0, high=200.0, unit="run", thing="p5.48xlarge", chips=8, hours=10.0, tokens=1e9)
NOTHING = frozenset[str]()


@pytest.mark.parametrize(
    ("view", "usd"),
    [
        (SumView(hours=730.0), 14_600.0),
        (SumView(hours=8760.0, number=2.0), 350_400.0),
        (SumView(hours=730.0, share=0.5, factor=0.8), 5840.0),
        (SumView(number=3.0), 60.0),
    ],
)
def test_an_hour_over_a_span(view: SumView, usd: float) -> None:
    told = seen(HOUR, view, NOTHING)
    assert isinstance(told, Reckoned) and told.now.usd.likely == pytest.approx(usd)


@pytest.mark.parametrize(("share", "workdays"), [(10 / 24, False), (10 / 24 * 5 / 7, True)])
def test_hours_of_workdays_alone_are_told_from_those_of_every_day(share: float, workdays: bool) -> None:
    told = seen(HOUR, SumView(hours=730.0, share=share, daily=10.0), NOTHING)
    assert isinstance(told, Reckoned) and told.now.workdays is workdays


def test_each_part_and_each_chip() -> None:
    parts, chips = seen(HOUR, SumView(hours=730.0, parts=4.0), NOTHING), seen(HOUR, NO_VIEW, frozenset({"each"}))
    assert isinstance(parts, Reckoned) and parts.usd_one == 3650.0
    assert isinstance(chips, Reckoned) and chips.usd_one == 2.5


def test_runs_of_a_span_where_they_are_told() -> None:
    told = seen(RUN, SumView(hours=8760.0, runs_per_month=2.0), NOTHING)
    assert isinstance(told, Reckoned) and told.now.usd.likely == pytest.approx(2400.0)
    assert isinstance(seen(RUN, SumView(hours=730.0), NOTHING), ReckonedRun)


def test_a_million_tokens_of_a_run() -> None:
    told = seen(RUN, NO_VIEW, frozenset({"million"}))
    assert isinstance(told, ReckonedTokens) and told.usd == pytest.approx(0.1)


def test_a_limit_says_yes_or_no_and_by_how_much() -> None:
    told = asked_of(RUN, SumView(ask="limit", usd=150.0))
    assert isinstance(told, ReckonedLimit) and told.pays and not told.sure and told.spare == 50.0
    over = asked_of(HOUR, SumView(ask="limit", usd=10_000.0, period=730.0))
    assert isinstance(over, ReckonedLimit) and not over.pays and over.spare == pytest.approx(4600.0)


def test_what_an_amount_buys() -> None:
    runs = asked_of(RUN, SumView(ask="buys", usd=1000.0, wants="runs"))
    assert isinstance(runs, ReckonedBuys) and (runs.buys, runs.low, runs.high) == (10.0, 5.0, 20.0)
    days = asked_of(HOUR, SumView(ask="buys", usd=960.0, wants="days", share=0.5, daily=12.0))
    assert isinstance(days, ReckonedBuys) and days.buys == 4.0  # $240 a day of 12 h


def test_what_is_paid_today() -> None:
    told = asked_of(HOUR, SumView(ask="paid", usd=29_200.0, period=730.0))
    assert isinstance(told, ReckonedPaid) and (told.usd, told.less) == (14_600.0, 0.5)


def test_the_last_two_sums_or_all_that_were_told_together() -> None:
    spot = HOUR.model_copy(update={"usd": 8.0, "low": 8.0, "high": 8.0, "purchase": "spot"})
    dear = HOUR.model_copy(update={"usd": 30.0, "low": 30.0, "high": 30.0, "thing": "p5.48xlarge"})
    two = gap_of((dear, HOUR, spot), NO_VIEW, frozenset({"compare"}), 1)
    assert isinstance(two, ReckonedGap) and (two.side_usd, two.against_usd, two.less) == (8.0, 20.0, 0.6)
    three = gap_of((dear, HOUR, spot), NO_VIEW, frozenset({"compare"}), 3)
    assert isinstance(three, ReckonedGap) and [usd for _, usd in three.rest] == [30.0]
    dearer = gap_of((spot, HOUR), NO_VIEW, frozenset({"dearer"}), 1)
    assert isinstance(dearer, ReckonedGap) and dearer.is_so and dearer.more
    assert isinstance(gap_of((HOUR,), NO_VIEW, frozenset({"compare"}), 1), ReckonedAlone)


def test_a_span_is_told_in_its_longest_unit() -> None:
    assert [span_of(hours) for hours in (8760.0, 4380.0, 2190.0, 504.0, 36.0)] == [
        ("year", 1.0), ("month", 6.0), ("quarter", 1.0), ("week", 3.0), ("hour", 36.0),
    ]  # fmt: skip


def test_it_stands_above_what_was_worked_out_anew() -> None:
    told = seen(HOUR, NO_VIEW, NOTHING)
    assert told is not None
    assert below(told, below(told)).sentences == (told,)


def test_a_sum_that_was_told_twice_is_set_against_another_and_not_against_itself() -> None:
    again = RUN.model_copy(update={"chip": "NVIDIA H100 SXM"})
    other = RUN.model_copy(update={"thing": "p4d.24xlarge", "usd": 80.0})
    gap = gap_of((RUN, again, other), NO_VIEW, frozenset({"compare"}), 1)
    assert isinstance(gap, ReckonedGap) and {gap.side.thing, gap.against.thing} == {"p4d.24xlarge", "p5.48xlarge"}
