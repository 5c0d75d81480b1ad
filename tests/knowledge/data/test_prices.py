"""Invariants of all prices and offers: bounds, purchase options, and the prices that answers depend on."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from decimal import Decimal

import pytest

from knowledge.facts import Facts, Offer

LOWEST, HIGHEST = Decimal("0.01"), Decimal(60)  # USD for one chip for one hour: GB200 in brazilsouth is 54.08


def chips(facts: Facts, offer: Offer) -> int:
    return 1 if offer.scope == "chip" else facts.instances[offer.instance].count


def on_demand(facts: Facts) -> dict[tuple[str, str], Decimal]:
    """By type and region the newest on-demand price that is more than a claim."""
    listed = [
        offer
        for offer in facts.offers
        if offer.purchase == "on_demand" and (offer.grade or facts.sources[offer.source].grade) != "claim"
    ]
    newest = sorted(listed, key=lambda offer: offer.observed_on)
    return {(offer.instance, offer.region): offer.usd_per_hour for offer in newest}


def test_every_price_is_plausible_per_chip_hour(facts: Facts) -> None:
    for offer in facts.offers:
        a_chip = offer.usd_per_hour / chips(facts, offer)
        assert LOWEST <= a_chip <= HIGHEST, f"{offer.instance} {offer.observed_on}: {a_chip} a chip-hour"


def test_spot_never_costs_more_than_on_demand_of_the_nearest_day(facts: Facts) -> None:
    listed: dict[tuple[str, str], list[Offer]] = defaultdict(list)
    for offer in facts.offers:
        if offer.purchase == "on_demand":
            listed[offer.instance, offer.region].append(offer)
    compared = 0
    for offer in facts.offers:
        held = listed[offer.instance, offer.region] if offer.purchase == "spot" else []
        if held:
            near = min(held, key=lambda other: abs((other.observed_on - offer.observed_on).days))
            assert (offer.usd_per_hour_high or offer.usd_per_hour) <= near.usd_per_hour, f"{offer} against {near}"
            compared += 1
    assert compared > 100


def test_no_spot_price_is_the_floor_or_the_cap_of_its_region(facts: Facts) -> None:
    """Spot at a tenth of the on-demand price, or equal to it, means that there is no market."""
    day = date(2026, 7, 20)
    listed = {
        (offer.instance, offer.region): offer.usd_per_hour
        for offer in facts.offers
        if offer.cloud == "aws" and offer.purchase == "on_demand" and offer.observed_on >= day
    }
    for offer in facts.offers:
        full = listed.get((offer.instance, offer.region))
        if full and offer.cloud == "aws" and offer.purchase == "spot" and offer.observed_on == day:
            for price in (offer.usd_per_hour, offer.usd_per_hour_low, offer.usd_per_hour_high):
                share = (price or offer.usd_per_hour) / full
                assert Decimal("0.1003") < share < Decimal("0.999"), f"{offer.instance} {offer.region} {price}"


def test_a_commitment_costs_less_than_on_demand(facts: Facts) -> None:
    compared, asked = 0, on_demand(facts)
    for offer in facts.offers:
        if offer.purchase in ("reserved_1yr", "reserved_3yr") and offer.scope == "instance":
            listed = asked.get((offer.instance, offer.region))
            assert listed is None or offer.usd_per_hour < listed, offer.instance
            compared += listed is not None
    assert compared > 50


def test_an_instance_without_purchase_options_has_a_note(facts: Facts) -> None:
    assert all(instance.note for instance in facts.instances.values() if not instance.sold)


def test_the_regions_of_an_instance_are_regions(facts: Facts) -> None:
    for instance in facts.instances.values():
        for region in instance.regions:
            assert facts.regions[region].cloud == instance.cloud, instance.id


def test_a_claimed_price_says_that_it_is_one(facts: Facts) -> None:
    for offer in facts.offers:
        if offer.source.startswith("doc-"):
            assert offer.grade == "claim", offer


CUTS = (
    ("p5.48xlarge", "98.32", "55.04"),
    ("p4d.24xlarge", "32.7726", "21.957642"),
    ("p5en.48xlarge", "84.8", "63.296"),
)


@pytest.mark.parametrize(("instance", "before", "after"), CUTS)
def test_the_cut_of_june_2025_is_on_record(facts: Facts, instance: str, before: str, after: str) -> None:
    seen = sorted(
        (offer.observed_on, offer.usd_per_hour)
        for offer in facts.offers
        if (offer.instance, offer.purchase, offer.region) == (instance, "on_demand", "us-east-1")
    )
    assert {price for day, price in seen if day <= date(2025, 4, 28)} == {Decimal(before)}
    assert next(price for day, price in seen if day > date(2025, 4, 28)) == Decimal(after)


def test_the_claims_of_the_cost_page_are_separate_from_prices(facts: Facts) -> None:
    claimed = {
        (offer.instance, offer.purchase): offer.usd_per_hour
        for offer in facts.offers
        if offer.source == "doc-004-cost-page"
    }
    assert claimed == {
        ("trn1.2xlarge", "reserved_1yr"): Decimal("0.79"),
        ("trn1.2xlarge", "reserved_3yr"): Decimal("0.47"),
        ("trn1.32xlarge", "reserved_1yr"): Decimal("12.6"),
        ("trn1.32xlarge", "reserved_3yr"): Decimal("7.59"),
        ("trn1n.32xlarge", "reserved_1yr"): Decimal("14.52"),
        ("trn1n.32xlarge", "reserved_3yr"): Decimal("8.59"),
        ("p4d.24xlarge", "reserved_3yr"): Decimal("12.48"),
    }
