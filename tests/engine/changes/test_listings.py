"""Whether a new price is a new type, a region launch, or a new way to buy."""

from __future__ import annotations

import pytest

from engine.changes.lines import ident_of
from engine.changes.listings import Listed
from knowledge.facts import SeriesKey
from tests.engine.changes.looks import P5, line, week

KNOWN = (
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
def test_what_is_new_about_a_price(key: SeriesKey, code: str) -> None:
    new = line("- - 70", key)
    listed = Listed([*KNOWN, new], [])
    assert listed.is_late(new)
    assert listed.arrival(ident_of(key), week(2)) == code


def test_a_type_that_is_sold_by_list_has_a_list_price_in_every_region() -> None:
    listed = Listed(KNOWN, [])
    assert listed.has_list_price(ident_of(P5._replace(region="us-west-2", purchase="spot")))
    assert not listed.has_list_price(ident_of(P5._replace(instance="p6.48xlarge")))
