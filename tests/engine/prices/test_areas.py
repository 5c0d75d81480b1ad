"""A place is a region, an area, or nowhere in particular; each cloud has its own regions in it."""

import pytest

from engine.prices.areas import (
    area_around,
    area_named,
    area_of,
    country,
    is_apart,
    joined,
    regions_within,
    twin,
    usual_place,
)
from knowledge.facts import Cloud, Facts


@pytest.mark.parametrize(
    ("place", "cloud", "first", "member"),
    [
        ("us", "aws", "us-east-1", "us-west-2"),
        ("us", "gcp", "us-central1", "us-east5"),
        ("eu", "aws", "eu-west-1", "eu-central-1"),
        ("us-east-2", "aws", "us-east-2", "us-east-2"),
        ("us-east-2", "gcp", "us-central1", "us-east4"),  # another cloud's region: the area around it
    ],
)
def test_a_place_has_the_nearest_region_first(
    facts: Facts, place: str, cloud: Cloud, first: str, member: str
) -> None:
    regions = regions_within(place, cloud, facts)
    assert regions[0] == first
    assert member in regions


def test_the_united_kingdom_is_in_europe_and_not_in_the_eu(facts: Facts) -> None:
    assert "eu-west-2" in regions_within("europe", "aws", facts)
    assert "eu-west-2" not in regions_within("eu", "aws", facts)


def test_anywhere_begins_with_the_usual_area_and_leaves_nothing_out(facts: Facts) -> None:
    everywhere = regions_within(None, "aws", facts)
    assert everywhere[0] == "us-east-1"
    assert usual_place(facts) == "us"
    assert set(everywhere) == {region.id for region in facts.regions.values() if region.cloud == "aws"}


@pytest.mark.parametrize(
    ("region", "cloud", "there"),
    [
        ("ap-northeast-1", "aws", "ap-northeast-1"),
        ("ap-northeast-1", "gcp", "asia-northeast1"),
        ("ap-northeast-1", "azure", "japaneast"),
        ("europe-west3", "aws", "eu-central-1"),
        ("europe-west4", "aws", None),  # AWS has no region in the Netherlands
    ],
)
def test_a_city_is_a_region_of_each_cloud_that_has_one_there(
    facts: Facts, region: str, cloud: Cloud, there: str | None
) -> None:
    assert twin(facts.regions[region], cloud, facts) == there


def test_a_region_lies_in_the_smallest_area_that_holds_it_and_an_area_in_none(facts: Facts) -> None:
    assert [area_around(place, facts) for place in ("eu-west-3", "eu-west-2", "europe")] == ["eu", "europe", None]


@pytest.mark.parametrize(
    ("name", "area"), [("India", "india"), ("the UK", "uk"), ("Canada", "canada"), ("Mumbai", None), ("Sweden", None)]
)
def test_a_country_with_several_regions_of_a_cloud_is_an_area(facts: Facts, name: str, area: str | None) -> None:
    assert country(name, facts) == area


def test_the_name_of_a_country_is_that_of_a_region_in_it_too(facts: Facts) -> None:
    """It is read as its main region, which is widened where a price is asked for."""
    for area in facts.areas.values():
        for name in area.country:
            named = {region.id for region in facts.regions.values() if name in region.aliases}
            assert named and named <= set(area.regions), name


@pytest.mark.parametrize(("words", "area"), [("US regions", "us"), ("printed for US regions", None), ("", None)])
def test_the_note_of_a_price_may_name_its_area(facts: Facts, words: str, area: str | None) -> None:
    assert area_named(words, facts) == area


def test_partitions_with_accounts_of_their_own_lie_in_no_area(facts: Facts) -> None:
    apart = {region for region in facts.regions if is_apart(region, facts)}
    assert {"us-gov-west-1", "us-gov-east-1", "cn-north-1", "chinaeast2"} <= apart
    assert all(region.startswith(("us-gov-", "cn-", "china")) for region in apart)


def test_several_places_are_one_with_the_regions_of_each(facts: Facts) -> None:
    """A city of one cloud stands for that of the others, and for nothing around it."""
    either = joined(["eu-central-1", "us-west-2", "eu-central-1"])
    assert either == "eu-central-1 or us-west-2"
    assert regions_within(either, "aws", facts) == ("eu-central-1", "us-west-2")
    assert regions_within(either, "gcp", facts) == ("europe-west3", "us-west1")
    area = area_of("germany or us-west-2", facts)
    assert area is not None
    assert set(area.regions) == {*facts.areas["germany"].regions, "us-west-2"}
