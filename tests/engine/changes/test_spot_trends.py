"""Lasting spot moves: never from two looks, and only beyond the usual volatility."""

from __future__ import annotations

import pytest

from engine.changes.spot_market import SpotMarket, regions
from engine.changes.spot_trends import SpotLevels, spot_levels
from knowledge.facts import Facts
from tests.engine.changes.looks import END, P5, limits, line, shown, week

SPOT = P5._replace(purchase="spot", zone="a")


def levels(facts: Facts, prices: str) -> SpotLevels:
    (spot,) = regions([shown(prices, SPOT)], END)
    market = SpotMarket([line("55.04 " * len(prices.split()))], [spot], limits(facts))
    return spot_levels(spot, market, limits(facts), 0.2)


def test_a_level_that_was_left_for_good_is_one_step(facts: Facts) -> None:
    found = levels(facts, "17 17.1 17 16.9 17 17.1 25 25.1 25 25")
    assert found.first == pytest.approx(17)
    (step,) = found.steps
    assert step.level == pytest.approx(25) and step.after == 25


def test_two_looks_at_a_new_level_are_too_few(facts: Facts) -> None:
    assert levels(facts, "17 17.1 17 16.9 17 17.1 25 25.1").steps == []


def test_a_market_that_swings_by_half_every_week_has_no_new_level(facts: Facts) -> None:
    assert levels(facts, "17 25 16 26 18 27 17 26 25 27").steps == []


def test_four_looks_are_too_few_to_judge_a_market(facts: Facts) -> None:
    assert levels(facts, "17 25 25 25").steps == []


def test_a_move_that_waited_for_a_second_look_was_seen_at_two(facts: Facts) -> None:
    (step,) = levels(facts, "27 27 27 12 12").steps
    assert (step.looks, step.seen_on, step.last_seen_on, step.confirmed_on) == (2, week(3), week(4), week(4))
