"""Observed prices made into offers: names, zones, terms, and which source is believed."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal

from bot.prices.market import Market, market
from engine.library import Library
from engine.prices.areas import area_named
from knowledge.facts import Facts, Offer, SeriesKey
from knowledge.history.history import PriceInForce
from tests.bot.observed import P5, P5_SPOT
from tests.day import DAY

SEEN = date(2026, 11, 20)


def standing(key: SeriesKey, usd: str | None, *, feed: str = "skypilot", on: date = SEEN) -> PriceInForce:
    return PriceInForce(feed, key, None if usd is None else Decimal(usd), date(2025, 6, 2), on)


def observed(facts: Facts, *standings: PriceInForce) -> tuple[Offer, ...]:
    made = market(facts, standings, DAY)
    return tuple(offer for offer in made.offers if offer.source.startswith("feed-")) if made else ()


def test_without_observed_prices_there_is_no_market(facts: Facts) -> None:
    assert market(facts, [], DAY) is None
    assert market(facts, [standing(P5._replace(instance="p9.48xlarge"), "9")], DAY) is None
    assert market(facts, [standing(P5, None), standing(P5, "0")], DAY) is None


def test_an_observed_price_is_as_old_as_its_last_sighting_and_cites_its_feed(facts: Facts) -> None:
    made = market(facts, [standing(P5, "55.04")], DAY)
    assert isinstance(made, Market)
    book = Library(facts).at(made.offers, made.sources).prices(DAY)
    quote = next(q for q in book.quotes(facts.instances["p5.48xlarge"], "on_demand") if q.region == "us-east-1")
    assert (quote.usd_per_hour.likely, quote.observed_on, quote.age_days, quote.is_old) == (55.04, SEEN, 1, False)
    source = made.sources[quote.source]
    assert (source.title, source.as_of, source.grade) == ("SkyPilot catalog", SEEN, "independent")


def test_a_slice_is_found_by_the_name_its_cloud_gives_it_and_a_chip_by_its_id(facts: Facts) -> None:
    """tpu-v5p-8 is 4 chips: 4 x 4.20 = 16.80."""
    slice_ = SeriesKey("gcp", "tpu-v5p-8", "us-central1", "on_demand")
    chip = SeriesKey("gcp", "tpu-v5e", "us-west4", "on_demand", scope="chip")
    made = {offer.instance: offer for offer in observed(facts, standing(slice_, "16.8"), standing(chip, "1.2"))}
    assert made["v5p-8"].usd_per_hour == Decimal("16.8")
    assert (made["tpu-v5e"].scope, made["tpu-v5e"].usd_per_hour) == ("chip", Decimal("1.2"))


def test_the_zones_of_spot_are_one_price_with_a_range_and_zones_without_a_market_are_not_in_it(facts: Facts) -> None:
    """55.04 is the cap, 5.504 the floor; of 16, 18 and 20 the median is 18."""
    zones = [
        standing(P5_SPOT._replace(zone=f"use1-az{place}"), usd)
        for place, usd in enumerate(("55.04", "5.504", "16", "18", "20"))
    ]
    (offer,) = (o for o in observed(facts, standing(P5, "55.04"), *zones) if o.purchase == "spot")
    assert (offer.usd_per_hour_low, offer.usd_per_hour, offer.usd_per_hour_high) == (16, 18, 20)


def test_where_every_zone_is_at_a_bound_there_is_no_spot_price(facts: Facts) -> None:
    zones = [standing(P5_SPOT._replace(zone=zone), "55.04") for zone in ("use1-az1", "use1-az2")]
    made = market(facts, [standing(P5, "55.04"), *zones], DAY)
    assert made is not None
    thing = facts.instances["p5.48xlarge"]
    book = Library(facts).at(made.offers, made.sources).prices(DAY)
    assert "us-east-1" not in {quote.region for quote in book.quotes(thing, "spot")}
    assert "us-east-1" in {offer.region for offer in book.no_market(thing)}


def test_a_local_zone_has_no_say_in_the_price_of_its_region(facts: Facts) -> None:
    """Alone it gives none; a block that is sold in one zone apart, as chipscout knows, keeps that place."""
    apart = standing(P5._replace(region="us-east-1-chi-2"), "36.2")
    (offer,) = observed(facts, standing(P5, "55.04"), apart)
    assert (offer.region, offer.usd_per_hour) == ("us-east-1", Decimal("55.04"))
    assert observed(facts, apart) == ()
    block = SeriesKey("aws", "u-p6e-gb200x72", "us-east-1-dfw-2", "capacity_block", "us-east-1-dfw-2a")
    (offer,) = observed(facts, standing(block, "800"), standing(P5._replace(region="us-east-1-dfw-2"), "70"))
    assert (offer.instance, offer.region, offer.usd_per_hour) == ("u-p6e-gb200x72", "unstated", 800)
    assert area_named(offer.note or "", facts) == "dallaszone"


def test_of_several_terms_the_one_that_binds_least_stands_for_a_commitment(facts: Facts) -> None:
    key = P5._replace(purchase="reserved_1yr")
    terms = (("all_upfront standard", "39"), ("no_upfront standard", "42"), ("no_upfront convertible", "45"))
    (offer,) = observed(facts, *(standing(key._replace(terms=said), usd) for said, usd in terms))
    assert offer.usd_per_hour == Decimal(42)
    assert observed(facts, standing(key._replace(terms="partial_upfront standard"), "40")) == ()


def test_the_clouds_own_list_is_believed_before_those_who_copied_it(facts: Facts) -> None:
    both = standing(P5, "55.04", on=date(2026, 11, 18), feed="aws_offers"), standing(P5, "55.04")
    (offer,) = observed(facts, *both)
    assert offer.source == "feed-aws_offers-aws"


def test_a_list_read_long_ago_is_not_believed_before_a_fresh_copy(facts: Facts) -> None:
    both = standing(P5, "98.32", on=date(2026, 11, 1), feed="aws_offers"), standing(P5, "55.04")
    made = market(facts, both, DAY)
    assert made is not None
    assert made.offers[0].usd_per_hour == Decimal("55.04")
    assert made.conflicts == ()  # seen 19 days apart: a change


def test_sources_that_differ_by_more_than_two_percent_are_reported_with_the_price_in_use(facts: Facts) -> None:
    """56.20 / 55.04 - 1 = 2.1 %; 56.10 / 55.04 - 1 = 1.9 %."""
    for usd, expected in (("56.20", 1), ("56.10", 0)):
        made = market(facts, (standing(P5, "55.04", feed="aws_offers"), standing(P5, usd, feed="gpuhunt")), DAY)
        assert made is not None
        assert len(made.conflicts) == expected
        assert made.offers[0].source == "feed-aws_offers-aws"
    (conflict,) = market(facts, (standing(P5, "55.04", feed="aws_offers"), standing(P5, "60")), DAY).conflicts  # type: ignore[union-attr]
    assert (conflict.used.usd_per_hour, [o.usd_per_hour for o in conflict.others]) == (
        Decimal("55.04"),
        [Decimal(60)],
    )


def test_spot_prices_of_two_sources_never_conflict(facts: Facts) -> None:
    made = market(facts, (standing(P5_SPOT, "18", feed="aws_spot"), standing(P5_SPOT, "25")), DAY)
    assert made is not None
    assert made.conflicts == ()


def test_stored_markets_keep_the_key_apart_for_their_conflicts(facts: Facts) -> None:
    """Verdicts froze their prices under that key, and are found by a digest of the same bytes."""
    made = market(facts, (standing(P5, "55.04", feed="aws_offers"), standing(P5, "60")), DAY)
    assert made is not None and len(made.conflicts) == 1
    assert list(json.loads(made.body)) == ["offers", "sources", "apart"]
    assert Market.model_validate_json(made.body) == made
