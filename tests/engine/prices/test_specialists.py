"""What specialist clouds list for a chip: the cheapest hour of each."""

from __future__ import annotations

from datetime import date

import pytest

from engine.prices.specialists import per_chip_hour, specialists
from knowledge.facts import Facts
from tests.day import DAY

H100 = {"h100-sxm", "h100-pcie", "h100-nvl"}


def test_of_each_provider_the_cheapest_hour_of_a_chip(facts: Facts) -> None:
    told = specialists(facts, H100, DAY)
    assert [(price.provider, price.instance, per_chip_hour(price)) for price in told] == [
        ("nebius", "gpu-h100-sxm_1gpu-16vcpu-200gb", 2.95),
        ("lambda", "gpu_1x_h100_pcie", 3.29),
    ]


def test_a_number_of_chips_is_a_machine_of_so_many(facts: Facts) -> None:
    told = specialists(facts, H100, DAY, count=8)
    assert [(price.provider, price.count, per_chip_hour(price)) for price in told] == [
        ("nebius", 8, 23.60 / 8),
        ("lambda", 8, 31.92 / 8),
    ]


@pytest.mark.parametrize(
    ("place", "regions"),
    [("us", ["us-central1"]), ("us-east-1", ["us-central1"]), ("europe", ["eu-north1"]), ("apac", [])],
)
def test_a_place_leaves_out_what_is_not_known_to_be_there(facts: Facts, place: str, regions: list[str]) -> None:
    """Lambda's file does not say where it sells a machine."""
    assert [price.region for price in specialists(facts, {"h200", "b200"}, DAY, place=place)] == regions


def test_spot_and_a_provider_that_was_named(facts: Facts) -> None:
    (price,) = specialists(facts, {"b200"}, DAY, purchase="spot", named=("nebius", "lambda"))
    assert (price.provider, per_chip_hour(price)) == ("nebius", 2.9)


def test_nothing_before_its_day_and_nothing_of_what_nobody_lists(facts: Facts) -> None:
    assert specialists(facts, H100, date(2026, 7, 19)) == ()
    assert specialists(facts, {"mi350x"}, DAY) == ()
