"""Whether a new price is a new type, a region launch, or a new way to buy."""

from __future__ import annotations

import pytest

from engine.changes.lines import price_id_of
from engine.changes.listings import FirstListings
from knowledge.facts import SeriesKey
from tests.engine.changes.looks import P5, line, week

LISTED = (
    line("50 50 50"),  # p5 on demand in us-east-1
    line("9 9 9", P5._replace(instance="g6e.8xlarge", region="eu-west-1")),
    line("40 40 40", P5._replace(region="us-west-2", purchase="reserved_1yr")),
)


@pytest.mark.parametrize(
    ("key", "code"),
    [
        (P5._replace(instance="p6.48xlarge"), "new_type"),
        (P5._replace(region="ap-south-2"), "new_region"),
        (P5._replace(region="eu-west-1"), "new_place"),
        (P5._replace(purchase="reserved_3yr"), "new_purchase"),
        (P5._replace(purchase="reserved_1yr"), "new_way_here"),
    ],
)
def test_what_kind_of_news_a_new_price_is(key: SeriesKey, code: str) -> None:
    new = line("- - 70", key)
    listings = FirstListings([*LISTED, new], [])
    assert listings.is_late(new)
    assert listings.arrival(price_id_of(key), week(2)) == code


def test_a_type_with_a_list_price_anywhere_counts_as_listed_in_every_region() -> None:
    listings = FirstListings(LISTED, [])
    assert listings.has_list_price(price_id_of(P5._replace(region="us-west-2", purchase="spot")))
    assert not listings.has_list_price(price_id_of(P5._replace(instance="p6.48xlarge")))
