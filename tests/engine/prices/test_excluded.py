"""Facts without what a question excludes: no machine and no price of it is left to be told."""

from __future__ import annotations

from engine.prices.excluded import without
from knowledge.facts import Facts


def test_nothing_of_an_excluded_cloud_is_left(facts: Facts) -> None:
    left = without(facts, ["azure"], [])
    assert {thing.cloud for thing in left.instances.values()} == {"aws", "gcp"}
    assert facts.instances.keys() - left.instances.keys() == {
        name for name, thing in facts.instances.items() if thing.cloud == "azure"
    }


def test_nothing_sold_in_an_excluded_area_is_left(facts: Facts) -> None:
    us = set(facts.areas["us"].regions)
    left = without(facts, [], ["us"])
    assert not us & {offer.region for offer in left.offers}
    assert not us & {region for thing in left.instances.values() for region in thing.regions}
    assert "p5.48xlarge" in left.instances  # sold in Tokyo and Stockholm as well


def test_a_type_that_is_sold_there_alone_goes(facts: Facts) -> None:
    only = next(thing for thing in facts.instances.values() if len(thing.regions) == 1)
    assert only.id not in without(facts, [], only.regions).instances
