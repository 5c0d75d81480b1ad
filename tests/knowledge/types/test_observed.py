"""Observed prices: a series is identified by what the price is for."""

from __future__ import annotations

from decimal import Decimal

from knowledge.types.observed import FeedError, Observed, SeriesKey

P5 = SeriesKey("aws", "p5.48xlarge", "us-east-1", "on_demand")


def test_a_price_of_a_region_has_no_zone_and_no_terms() -> None:
    assert P5[4:] == ("", "", "instance")


def test_a_zone_or_other_terms_make_another_series() -> None:
    spot = P5._replace(purchase="spot")
    assert len({P5, spot, spot._replace(zone="us-east-1a"), spot._replace(zone="us-east-1b")}) == 4


def test_listed_without_a_price_is_not_free() -> None:
    assert Observed(key=P5, usd_per_hour=None) != Observed(key=P5, usd_per_hour=Decimal(0))


def test_a_feed_error_names_its_code_and_what_was_found() -> None:
    error = FeedError("wrong_header", "a,b,c")
    assert (error.code, error.found, str(error)) == ("wrong_header", "a,b,c", "wrong_header: a,b,c")
