"""A rate far from everything its chip has cost is a slip."""

from __future__ import annotations

from decimal import Decimal

from engine.prices.rate_bounds import rate_bounds
from knowledge.loading.load import load

FACTS = load()


def test_a_chip_s_bounds_are_a_tenth_of_the_lowest_and_four_times_the_highest_price_held() -> None:
    """K80: 0.90 a chip-hour in us-east-1, 27.488 / 16 = 1.718 in ap-south-1."""
    assert rate_bounds(FACTS, "k80") == (Decimal("0.09"), Decimal("6.872"), Decimal("0.9"), Decimal("1.718"))


def test_every_price_held_is_within_the_bounds_of_its_chip() -> None:
    for offer in FACTS.offers:
        instance = FACTS.instances.get(offer.instance)
        chip = offer.instance if offer.scope == "chip" else instance.accelerator if instance else None
        if chip and offer.usd_per_hour is not None:
            per_chip = offer.usd_per_hour / Decimal(str(instance.count)) if instance else offer.usd_per_hour
            assert rate_bounds(FACTS, chip).take(per_chip)


def test_a_chip_without_a_price_has_the_bounds_of_all_list_prices() -> None:
    assert rate_bounds(FACTS, "gaudi3") == (Decimal("0.004"), Decimal("100.0"), None, None)
    assert not rate_bounds(FACTS, "h100-sxm").take(Decimal(50000))
