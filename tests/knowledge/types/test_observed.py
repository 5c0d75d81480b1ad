"""Observed prices: a series is identified by what the price is for."""

from __future__ import annotations

from decimal import Decimal

import pytest

from knowledge.types.observed import FeedError, Observed, PlacePrices, SeriesKey, to_text, to_usd

P5 = SeriesKey("aws", "p5.48xlarge", "us-east-1", "on_demand")


def test_a_price_of_a_region_has_no_zone_and_no_terms() -> None:
    assert P5[4:] == ("", "", "instance")


def test_a_zone_or_other_terms_make_another_series() -> None:
    spot = P5._replace(purchase="spot")
    assert len({P5, spot, spot._replace(zone="us-east-1a"), spot._replace(zone="us-east-1b")}) == 4


def test_listed_without_a_price_is_not_free() -> None:
    assert Observed(key=P5, usd_per_hour=None) != Observed(key=P5, usd_per_hour=Decimal(0))


def test_the_prices_of_a_place_are_those_of_its_keys() -> None:
    spot = P5._replace(purchase="spot", zone="us-east-1a")
    figures = {P5[3:]: ("98.32", 8.0), spot[3:]: (None, 8.0)}
    place = PlacePrices("aws", "p5.48xlarge", "us-east-1", figures, "H100")
    listed, blank = Observed(P5, Decimal("98.320"), 8.0, "H100"), Observed(spot, None, 8.0, "H100")
    assert list(place.observed()) == [listed, blank]
    assert place.without({spot}) == listed.placed()
    assert not place.without({P5, spot}).prices


@pytest.mark.parametrize(
    ("usd", "text"), [("98.320", "98.32"), ("98", "98"), ("1E+2", "100"), ("0.000010", "0.00001")]
)
def test_the_same_price_is_the_same_text(usd: str, text: str) -> None:
    assert to_text(Decimal(usd)) == text
    assert to_usd(text) == Decimal(usd)


def test_no_price_stays_no_price() -> None:
    assert to_text(None) is None and to_usd(None) is None


def test_a_feed_error_names_its_code_and_what_was_found() -> None:
    error = FeedError("wrong_header", "a,b,c")
    assert (error.code, error.found, str(error)) == ("wrong_header", "a,b,c", "wrong_header: a,b,c")
