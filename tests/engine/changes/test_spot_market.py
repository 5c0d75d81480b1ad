"""Spot prices by region, without zones that have no market."""

from __future__ import annotations

from engine.changes.spot_market import SpotMarket, SpotRegion, regions
from knowledge.facts import Facts
from tests.engine.changes.looks import END, P5, limits, line, shown, week

SPOT = P5._replace(purchase="spot")


def spot_region(**zones: str) -> SpotRegion:
    (only,) = regions([shown(prices, SPOT._replace(zone=zone)) for zone, prices in zones.items()], END)
    return only


def test_the_zones_of_a_region_are_grouped() -> None:
    spot = spot_region(a="17 18", b="19 20")
    assert (len(spot.zones), spot.key.zone, spot.looked) == (2, "", (week(0), week(1)))


def test_a_zone_at_the_cap_or_at_the_floor_has_no_market(facts: Facts) -> None:
    """On demand is 55.04: a zone at 55.04 is full, one at a tenth of it shows AWS's floor."""
    spot = spot_region(a="17", full="55.04", floor="5.504", absent="-  17")
    market = SpotMarket([line("55.04")], [spot], limits(facts))
    assert market.traded(spot, week(0)) == {"a": 17.0}


def test_a_spot_price_above_on_demand_is_a_fault(facts: Facts) -> None:
    spot = spot_region(a="60")
    market = SpotMarket([line("55.04")], [spot], limits(facts))
    assert market.fault(spot, spot.zones[0], week(0), 60.0) == ("over_on_demand", 55.04)
    assert market.fault(spot, spot.zones[0], week(0), 20.0) is None


def test_spot_before_a_day_is_that_of_the_previous_look(facts: Facts) -> None:
    spot = spot_region(a="17 18 19")
    market = SpotMarket([line("55.04 55.04 55.04")], [spot], limits(facts))
    assert market.spot_before(line("55.04"), week(2)) == [18.0]
    assert market.spot_before(line("55.04"), week(0)) == []


def test_spot_is_listed_beside_a_price_as_long_as_any_zone_is(facts: Facts) -> None:
    market = SpotMarket([line("55.04 55.04 55.04")], [spot_region(a="17 - -", b="- 18 -")], limits(facts))
    assert [market.is_listed_beside(line("55.04"), week(number)) for number in range(3)] == [True, True, False]
    assert not market.is_listed_beside(line("55.04", P5._replace(region="eu-west-1")), week(0))
