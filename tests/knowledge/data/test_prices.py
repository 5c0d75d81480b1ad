"""What must hold for every price and all that is sold: bounds, channels, and the prices all answers lean on."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from decimal import Decimal

import pytest

from knowledge.facts import Facts, Offer, Purchase

PRICE_UNKNOWN = frozenset(
    {
        "trn2u.48xlarge",
        "trn2-ultraserver",
        "trn3-gen1-ultraserver",
        "trn3-gen2-ultraserver",
        "a2-ultragpu-8g",
    }
)
SOLD_HOW_UNKNOWN = frozenset({"trn2u.48xlarge", "trn2-ultraserver", "trn3-gen1-ultraserver", "trn3-gen2-ultraserver"})
COMMITTED_ALONE = frozenset({"a3-ultragpu-8g", "a4-highgpu-8g"})  # sold by reservation, with no on-demand price
DELISTED = frozenset({("trn2.48xlarge", "on_demand")})  # priced once, not sold so today
LOWEST, HIGHEST = Decimal("0.01"), Decimal(40)  # USD for one chip for one hour


def chips(facts: Facts, offer: Offer) -> int:
    return 1 if offer.scope == "chip" else facts.instances[offer.instance].count


def latest(facts: Facts, instance: str, purchase: Purchase, region: str) -> Decimal:
    """The newest price that is more than a claim; of any region where none is stated."""
    held = [
        offer
        for offer in facts.offers
        if (offer.instance, offer.purchase) == (instance, purchase)
        and region in (offer.region, "unstated")
        and (offer.grade or facts.sources[offer.source].grade) != "claim"
    ]
    return max(held, key=lambda offer: offer.observed_on).usd_per_hour


def priced(facts: Facts) -> set[str]:
    """Instances with a price of their own, or of their chip in their cloud."""
    instances = {offer.instance for offer in facts.offers if offer.scope == "instance"}
    by_chip = {(offer.cloud, offer.instance) for offer in facts.offers if offer.scope == "chip"}
    return instances | {one.id for one in facts.instances.values() if (one.cloud, one.accelerator) in by_chip}


def test_every_price_lies_within_what_a_chip_hour_can_cost(facts: Facts) -> None:
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
    """A tenth or all of on demand says that there is no market, so it is no price."""
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
    for offer in facts.offers:
        if offer.instance in COMMITTED_ALONE:
            continue
        if offer.purchase in ("reserved_1yr", "reserved_3yr") and offer.scope == "instance":
            on_demand = latest(facts, offer.instance, "on_demand", offer.region)
            assert offer.usd_per_hour < on_demand, offer.instance


def test_every_instance_has_a_price_or_is_listed_as_unknown(facts: Facts) -> None:
    assert set(facts.instances) - priced(facts) == PRICE_UNKNOWN


def test_every_price_is_of_a_channel_the_instance_is_sold_through(facts: Facts) -> None:
    for offer in facts.offers:
        if offer.scope == "instance":
            sold = facts.instances[offer.instance].sold
            assert offer.purchase in sold or (offer.instance, offer.purchase) in DELISTED, offer


def test_how_an_instance_is_sold_is_known_or_listed_as_unknown(facts: Facts) -> None:
    assert {one.id for one in facts.instances.values() if not one.sold} == SOLD_HOW_UNKNOWN
    assert all(facts.instances[name].note for name in SOLD_HOW_UNKNOWN)


def test_the_regions_of_an_instance_are_regions(facts: Facts) -> None:
    for instance in facts.instances.values():
        for region in instance.regions:
            assert facts.regions[region].cloud == instance.cloud, instance.id


def test_a_claimed_price_says_that_it_is_one(facts: Facts) -> None:
    for offer in facts.offers:
        if offer.source.startswith("doc-"):
            assert offer.grade == "claim", offer


LATEST: tuple[tuple[str, Purchase, str, str], ...] = (
    ("p5.48xlarge", "on_demand", "us-east-1", "55.04"),
    ("p4d.24xlarge", "on_demand", "us-east-1", "21.957642"),
    ("p5en.48xlarge", "on_demand", "us-east-1", "63.296"),
    ("trn1.32xlarge", "on_demand", "us-east-1", "21.5"),
    ("trn1.2xlarge", "on_demand", "us-east-1", "1.34375"),
    ("trn1n.32xlarge", "on_demand", "us-east-1", "24.78"),
    ("g5.xlarge", "on_demand", "us-east-1", "1.006"),
    ("g5.12xlarge", "on_demand", "us-east-1", "5.672"),
    ("inf2.48xlarge", "on_demand", "us-east-1", "12.98127"),
    ("trn2.48xlarge", "capacity_block", "us-east-2", "35.7608"),
    ("trn2.48xlarge", "capacity_block", "ap-south-2", "35.7608"),
    ("trn1.32xlarge", "capacity_block", "unstated", "9.532"),
    ("p5en.48xlarge", "capacity_block", "unstated", "63.158"),
    ("p5.48xlarge", "capacity_block", "us-east-1", "41.528"),
    ("trn1.32xlarge", "reserved_1yr", "us-east-1", "13.22895"),
    ("trn1n.32xlarge", "reserved_1yr", "us-east-1", "15.24713"),
    ("p4d.24xlarge", "reserved_1yr", "us-east-1", "13.921094"),
    ("tpu-v5e", "on_demand", "us-central1", "1.2"),
    ("tpu-v5p", "on_demand", "us-central1", "4.2"),
    ("tpu-v6e", "on_demand", "us-central1", "2.7"),
    ("tpu-v7", "on_demand", "us-central1", "12"),
    ("tpu-v5e", "reserved_1yr", "us-central1", "0.84"),
    ("tpu-v6e", "reserved_3yr", "us-east1", "1.22"),
    ("a3-highgpu-8g", "on_demand", "us-central1", "88.49"),
    ("a2-highgpu-8g", "on_demand", "us-central1", "29.38708"),
    ("Standard_ND96isr_H100_v5", "on_demand", "eastus", "98.32"),
    ("Standard_ND96isr_MI300X_v5", "on_demand", "eastus2", "48"),
)


@pytest.mark.parametrize(("instance", "purchase", "region", "usd"), LATEST)
def test_the_newest_price_is(facts: Facts, instance: str, purchase: Purchase, region: str, usd: str) -> None:
    assert latest(facts, instance, purchase, region) == Decimal(usd)


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
    assert {price for day, price in seen if day >= date(2025, 6, 23)} == {Decimal(after)}


def test_the_claims_of_the_cost_page_are_kept_apart_from_prices(facts: Facts) -> None:
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
