"""Spot moves that last: never from two sightings, and only beyond how the price usually moves."""

from __future__ import annotations

from engine.changes.spot_series import SpotSeries, regions
from engine.changes.spot_trends import SpotStep, spot_steps
from knowledge.facts import Facts
from tests.engine.changes.looks import END, P5, limits, line, shown

SPOT = P5._replace(purchase="spot", zone="a")


def steps(facts: Facts, prices: str) -> list[SpotStep]:
    (spot,) = regions([shown(prices, SPOT)], END)
    market = SpotSeries([line("55.04 " * len(prices.split()))], [spot], limits(facts))
    return spot_steps(spot, market, limits(facts))[0]


def test_a_level_that_was_left_for_good_is_one_step(facts: Facts) -> None:
    (step,) = steps(facts, "17 17.1 17 16.9 17 17.1 25 25.1 25 25")
    assert (round(step.before), round(step.after)) == (17, 25)


def test_two_sightings_of_a_new_level_are_too_few(facts: Facts) -> None:
    assert steps(facts, "17 17.1 17 16.9 17 17.1 25 25.1") == []


def test_what_swings_by_a_half_every_week_has_no_new_level(facts: Facts) -> None:
    assert steps(facts, "17 25 16 26 18 27 17 26 25 27") == []


def test_a_market_seen_four_times_says_nothing_yet(facts: Facts) -> None:
    assert steps(facts, "17 25 25 25") == []
