"""Spot prices by region, without zones where nothing is traded."""

from __future__ import annotations

from engine.changes.spot_series import SpotSeries, SpotSighting, regions
from knowledge.facts import Facts
from tests.engine.changes.looks import END, P5, limits, line, shown, week

SPOT = P5._replace(purchase="spot")


def sighting(**zones: str) -> SpotSighting:
    (made,) = regions([shown(prices, SPOT._replace(zone=zone)) for zone, prices in zones.items()], END)
    return made


def test_the_zones_of_a_region_are_one_sighting() -> None:
    spot = sighting(a="17 18", b="19 20")
    assert (len(spot.zones), spot.key.zone, spot.looked) == (2, "", (week(0), week(1)))


def test_a_zone_at_the_cap_or_at_the_floor_has_no_market(facts: Facts) -> None:
    """On demand is 55.04: a zone at 55.04 is full, one at a tenth of it shows AWS's floor."""
    spot = sighting(a="17", full="55.04", floor="5.504", absent="-  17")
    market = SpotSeries([line("55.04")], [spot], limits(facts))
    assert market.traded(spot, week(0)) == {"a": 17.0}


def test_a_spot_price_above_on_demand_is_wrong(facts: Facts) -> None:
    spot = sighting(a="60")
    market = SpotSeries([line("55.04")], [spot], limits(facts))
    assert market.fault(spot, spot.zones[0], week(0), 60.0) == ("over_on_demand", 55.04)
    assert market.fault(spot, spot.zones[0], week(0), 20.0) is None


def test_before_a_day_is_the_look_before_it(facts: Facts) -> None:
    spot = sighting(a="17 18 19")
    market = SpotSeries([line("55.04 55.04 55.04")], [spot], limits(facts))
    assert market.spot_before(line("55.04"), week(2)) == [18.0]
    assert market.spot_before(line("55.04"), week(0)) == []
