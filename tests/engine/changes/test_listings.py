"""Whether a new price is a new type, a region launch, or a new way to buy."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from engine.changes.lines import price_id_of
from engine.changes.listings import FirstListings, OtherPrices
from knowledge.facts import Facts, SeriesKey
from tests.engine.changes.looks import P5, limits, line, week

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


UNKNOWN = P5._replace(instance="p9.48xlarge")  # no price of it comes with chipscout


def test_the_price_in_use_is_what_another_feed_had_shown_long_enough(facts: Facts) -> None:
    """One look at 60 may be a slip; where there is no other price, it is the one in use."""
    other, new = line("50 50 60", UNKNOWN, "two"), line("70", UNKNOWN)
    others = OtherPrices([other, new], limits(facts))
    assert [others.in_use(new, week(number)) for number in (0, 1, 2, 3)] == [None, 50, 50, 50]
    assert others.is_shown(new, week(2), 60) and not others.is_shown(new, week(2), 70)
    lone = OtherPrices([line("60", UNKNOWN, "two")], limits(facts))
    assert lone.in_use(new, week(1)) == 60
    assert lone.in_use(new, week(0) + timedelta(days=200)) is None  # outdated


def test_a_bundled_price_is_in_use_until_a_feed_was_read_later(facts: Facts) -> None:
    """p5.48xlarge costs 55.04 since June 2025, as somebody saw on 2026-11-09."""
    day = date(2026, 11, 20)
    (run,) = line("57").runs
    first = line("57")._replace(runs=(run._replace(first=day, looks=(day,)),))
    alone, both = (OtherPrices(lines, limits(facts)) for lines in ([first], [first, line("56 56 56", feed="two")]))
    assert (alone.in_use(first, day), both.in_use(first, day), both.in_use(first, week(2))) == (55.04, 55.04, 56)
    assert [seen.usd_per_hour for seen in alone.beside(first).runs] == [55.04, 57]


def test_what_another_feed_shows_is_known_by_its_looks(facts: Facts) -> None:
    mine = line("50 59", UNKNOWN)
    others = OtherPrices([mine, line("50 50 59 59", UNKNOWN, "two")], limits(facts))
    assert list(others.looks_at(mine, 59)) == [week(2), week(3)]
