"""A price says less with every day since it was seen: by how much is in the data, worked by hand here."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.base.constants import Constants
from engine.prices.price_aging import aged_sigma
from engine.prices.price_book import PriceBook
from knowledge.facts import Facts
from tests.day import DAY


def test_a_list_price_and_a_block_rate_walk_with_the_root_of_time(facts: Facts) -> None:
    """0.292 x sqrt(107 / 365.25) = 0.158; four times the age, twice the spread; a list price moves far less."""
    constants = Constants(facts)
    assert aged_sigma("aws", "capacity_block", 107, constants) == pytest.approx(0.158, abs=0.0005)
    assert aged_sigma("aws", "capacity_block", 428, constants) == pytest.approx(0.316, abs=0.001)
    assert aged_sigma("gcp", "on_demand", 428, constants) == pytest.approx(0.0574, abs=0.0005)
    assert aged_sigma("aws", "reserved_1yr", 0, constants) == 0


def test_a_spot_price_strays_no_further_than_its_spread(facts: Facts) -> None:
    """0.37 x sqrt(1 - exp(-0.5 / 0.9)) = 0.241 after half a year on Google Cloud; on AWS all of it within weeks."""
    constants = Constants(facts)
    assert aged_sigma("gcp", "spot", 183, constants) == pytest.approx(0.241, abs=0.001)
    assert aged_sigma("aws", "spot", 60, constants) == pytest.approx(0.37, abs=0.001)
    assert aged_sigma("aws", "spot", 4000, constants) == pytest.approx(0.37)


def test_a_quote_widens_from_day_to_day_around_the_price_that_was_seen(facts: Facts) -> None:
    """p4d by block: 13.568, 8 x 1.696, seen on 2026-10-07."""
    spreads = []
    for days in range(0, 200, 20):
        book = PriceBook(facts, DAY + timedelta(days=days))
        quote = next(
            quote
            for quote in book.quotes(facts.instances["p4d.24xlarge"], "capacity_block")
            if quote.region == "us-east-1"
        )
        assert (quote.usd_per_hour.likely, quote.seen.low, quote.seen.high) == (13.568, 13.568, 13.568)
        spreads.append(quote.usd_per_hour.sigma)
    assert spreads == sorted(set(spreads))
