"""What specialist clouds list for a chip: the cheapest hour of each."""

from __future__ import annotations

from datetime import date

import pytest

from engine.library import Library
from engine.prices.specialists import names_no_region, per_chip_hour, sellers, specialists, with_specialists
from knowledge.facts import Facts
from tests.day import DAY

H100 = {"h100-sxm", "h100-pcie", "h100-nvl"}


def test_of_each_provider_the_cheapest_hour_of_a_chip(facts: Facts) -> None:
    told = specialists(facts, H100, DAY)
    assert [(price.provider, price.instance, per_chip_hour(price)) for price in told] == [
        ("runpod", "runpod-1x-h100-pcie", 2.89),
        ("lambda", "gpu_1x_h100_pcie", 3.29),
        ("nebius", "gpu-h100-sxm_1gpu-16vcpu-200gb", 3.85),
    ]


def test_a_number_of_chips_is_a_machine_of_so_many(facts: Facts) -> None:
    told = specialists(facts, H100, DAY, count=8)
    assert [(price.provider, price.count, per_chip_hour(price)) for price in told] == [
        ("runpod", 8, 23.12 / 8),
        ("nebius", 8, 30.80 / 8),
        ("lambda", 8, 31.92 / 8),
    ]


@pytest.mark.parametrize(
    ("place", "regions"),
    [
        ("us", ["us-central1"]),
        ("us-east-1", ["us-central1"]),
        ("europe", ["eu-north1"]),
        ("eu", ["eu-north1"]),
        ("apac", []),
    ],
)
def test_a_place_leaves_out_what_is_not_known_to_be_there(facts: Facts, place: str, regions: list[str]) -> None:
    """Lambda's file does not say where it sells a machine."""
    assert [
        price.region for price in specialists(facts, {"h200", "b200"}, DAY, place=place, named=("nebius", "lambda"))
    ] == regions


def test_spot_and_a_provider_that_was_named(facts: Facts) -> None:
    (price,) = specialists(facts, {"b200"}, DAY, purchase="spot", named=("nebius", "lambda"))
    assert (price.provider, per_chip_hour(price)) == ("nebius", 2.9)


def test_nothing_before_its_day_and_nothing_of_what_nobody_lists(facts: Facts) -> None:
    assert specialists(facts, H100, date(2026, 1, 19)) == ()
    assert specialists(facts, {"tpu-v6e"}, DAY) == ()


def test_a_newer_price_without_a_region_holds_wherever_the_machine_is_sold(facts: Facts) -> None:
    """On 2026-07-20 an H200 of Nebius was $3.50 in each of three regions, on 2026-09-25 $4.50."""
    before, after = date(2026, 9, 24), date(2026, 9, 25)
    hours = [per_chip_hour(specialists(facts, {"h200"}, day, named=("nebius",))[0]) for day in (before, after)]
    assert hours == [3.5, 4.5]


def test_reached_machines_are_instances_with_prices_and_regions_of_their_own(facts: Facts) -> None:
    wide = with_specialists(facts, ("nebius", "lambda"))
    machine = wide.instances["gpu-h200-sxm_8gpu-128vcpu-1600gb"]
    assert (machine.cloud, machine.count, machine.fabric) == ("nebius", 8, "InfiniBand")
    assert machine.sold == ("on_demand", "spot") and "nebius-us-central1" in machine.regions
    assert "nebius-us-central1" in wide.areas["us"].regions and "nebius-us-central1" not in facts.areas["us"].regions
    assert wide.instances["gpu_8x_h100_sxm5"].fabric is None
    assert facts.instances == {name: thing for name, thing in wide.instances.items() if thing.cloud != "nebius"
                               and thing.cloud != "lambda"}  # fmt: skip


def test_where_it_is_sold_not_known_a_machine_may_be_anywhere(facts: Facts) -> None:
    library = Library(facts).reaching(("lambda",))
    machine = library.facts.instances["gpu_1x_h100_sxm5"]
    for place in ("us", "europe", None):
        quote = library.prices(DAY).at(machine, "on_demand", place)
        assert quote is not None and (quote.region, quote.seen.likely) == ("unstated", 4.29)


def test_who_sells_a_chip(facts: Facts) -> None:
    assert sellers(facts, {"mi325x"}) == {"digitalocean"}
    assert sellers(facts, {"mi355x", "gh200"}) == {"oracle-cloud", "lambda"}


def test_regions_of_specialists_in_member_countries_lie_in_the_union(facts: Facts) -> None:
    """Nebius says Europe alone of them: Finland and France."""
    reached = with_specialists(facts, ["nebius"]).areas
    assert {"nebius-eu-north1", "nebius-eu-west1"} <= set(reached["eu"].regions) & set(reached["europe"].regions)
    assert "nebius-us-central1" not in reached["eu"].regions


def test_a_list_without_regions_holds_where_other_rows_show_the_machine(facts: Facts) -> None:
    told = {price.provider: names_no_region(price, facts) for price in specialists(facts, {"h200"}, DAY)}
    assert told == {"nebius": True, "runpod": False}
    spot = specialists(facts, {"h200"}, DAY, purchase="spot")
    assert [(price.region, names_no_region(price, facts)) for price in spot] == [("eu-north1", False)]
