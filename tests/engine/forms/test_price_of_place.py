"""Prices of a place: what names no region is no place's cheapest, and hides no region's own."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
from engine.forms.sold.price_reasons import CheapestChip, CheapestKept, NearestHour, Unplaced
from knowledge.facts import Facts
from tests.day import DAY


@pytest.mark.parametrize("day", [date(2026, 10, 10), DAY])
@pytest.mark.parametrize("text", ["cheapest trn1 in Europe", "trn1 price in Europe", "Europe: cheapest trn1 an hour"])
def test_a_price_of_no_region_is_not_the_cheapest_of_a_place(text: str, day: date, facts: Facts) -> None:
    told = Advisor(facts, day).ask(text).facts
    assert isinstance(told.headline, NearestHour) and told.headline.place == "europe"
    assert told.headline.region == "us-east-1"  # what is known comes first
    loose = next(one for one in told.sentences if isinstance(one, Unplaced))
    assert (loose.region, round(loose.usd_chip, 2)) == ("unstated", 0.60)


@pytest.mark.parametrize(
    "text", ["cheapest H200 in us-east-1", "what is the cheapest H200 in N. Virginia?", "us-east-1: cheapest H200"]
)
def test_the_price_of_a_region_counts_although_a_newer_one_names_none(text: str, advisor: Advisor) -> None:
    """Spot 27.20 / 8 and by block 54.92 / 8, both of us-east-1; 29.53 and 63.16 name no region."""
    told = advisor.ask(text).facts
    kept = next(one for one in told.sentences if isinstance(one, CheapestKept))
    assert isinstance(told.headline, CheapestChip)
    if "N. Virginia" not in text:  # a city is that of other clouds too
        assert round(told.headline.usd_chip, 2) == 3.40
    assert (round(kept.usd_chip, 2), kept.region) == (6.87, "us-east-1")


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("cheapest B200 on demand in Europe", "on_demand"),
        ("cheapest trn1 on demand in Canada", "on_demand"),
        ("cheapest A100 80GB on spot in South Africa", "spot"),
    ],
)
def test_where_a_place_has_none_the_nearest_is_bought_as_asked(text: str, way: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, NearestHour) and told.purchase == way
