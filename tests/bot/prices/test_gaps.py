"""What feeds sell and the facts do not know is told with what the feeds say; what is left out has its reason."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from bot.prices.gaps import gaps, lacks, new_gaps, unknown_types
from knowledge.facts import Facts, SeriesKey
from knowledge.history.queries import PriceInForce

DAY = date(2026, 11, 20)


def listed(instance: str, region: str, usd: str, cloud: str = "aws", chips: float | None = 8) -> PriceInForce:
    key = SeriesKey(cloud, instance, region, "on_demand")  # type: ignore[arg-type]  # a cloud by its name
    return PriceInForce("skypilot", key, Decimal(usd), DAY, DAY, chips)


def test_a_type_that_only_feeds_know_is_a_gap_with_its_prices_and_regions(facts: Facts) -> None:
    prices = [listed("p9.48xlarge", "us-east-1", "80"), listed("p9.48xlarge", "us-west-2", "92.5")]
    (gap,) = gaps(facts, [*prices, listed("p5.48xlarge", "us-east-1", "55.04")], {})
    assert (gap.instance, gap.chips, gap.usd_low, gap.usd_high) == ("p9.48xlarge", 8, 80, 92.5)
    assert gap.regions == ("us-east-1", "us-west-2") and gap.ways == ("on_demand",) and gap.because == ""


def test_a_new_size_of_a_known_line_has_the_chip_of_the_line(facts: Facts) -> None:
    (gap,) = gaps(facts, [listed("p5en.24xlarge", "us-east-1", "31.6", chips=4)], {})
    assert gap.chip == "NVIDIA H200 SXM"


def test_a_chip_that_a_feed_names_is_told_by_the_name_the_facts_have_or_by_that(facts: Facts) -> None:
    prices = [listed("p7.48xlarge", "us-east-1", "80"), listed("x2.metal", "us-east-1", "60")]
    found = gaps(facts, prices, {("aws", "p7.48xlarge"): "R200", ("aws", "x2.metal"): "H200"})
    assert {gap.instance: gap.chip for gap in found} == {"p7.48xlarge": "R200", "x2.metal": "NVIDIA H200 SXM"}
    assert unknown_types(found) == (2, ("R200", "NVIDIA H200 SXM"))


def test_a_type_left_out_on_purpose_says_why_and_comes_last(facts: Facts) -> None:
    prices = [listed("g6f.large", "us-east-1", "0.202", chips=0.125), listed("p9.48xlarge", "us-east-1", "80")]
    found = gaps(facts, prices, {})
    assert [gap.instance for gap in found] == ["p9.48xlarge", "g6f.large"]
    assert "L4" in found[1].because and [gap.instance for gap in new_gaps(found)] == ["p9.48xlarge"]


def by_the_chip(chip: str, usd: str) -> PriceInForce:
    price = listed(chip, "us-central1", usd, cloud="gcp", chips=1)
    return price._replace(key=price.key._replace(scope="chip"))


def test_a_chip_sold_by_itself_is_a_gap_unless_a_type_of_that_cloud_carries_it(facts: Facts) -> None:
    """Google attaches GPUs to a host of one's own size: T4, V100 and P100 are held with hosts, a K80 is not."""
    prices = [by_the_chip(name, usd) for name, usd in (("T4", "0.35"), ("V100", "2.48"), ("P100", "1.46"))]
    (gap,) = gaps(facts, [*prices, by_the_chip("K80", "0.45"), by_the_chip("tpu-v5p", "4.2")], {})
    assert (gap.instance, gap.chip, gap.chips, gap.usd_low) == ("K80", "NVIDIA K80 (per GPU)", 1, 0.45)


def test_sizes_of_a_slice_besides_those_held_are_no_news_for_the_price_is_the_chips(facts: Facts) -> None:
    """Google sells some 200 sizes of v4 and v5p; 448 chips at 4.20."""
    found = gaps(facts, [listed("tpu-v5p-896", "us-central1", "1881.6", cloud="gcp", chips=448)], {})
    assert found[0].because and unknown_types(found) == (0, ())


def test_a_slice_under_the_name_of_a_catalog_is_no_gap(facts: Facts) -> None:
    assert gaps(facts, [listed("tpu-v5litepod-8", "us-central1", "9.6", cloud="gcp", chips=8)], {}) == ()


def test_nothing_that_is_held_is_left_out(facts: Facts) -> None:
    for entry in facts.left_out.values():
        held = [thing.id for thing in facts.instances.values() if thing.cloud == entry.cloud]
        assert not [name for name in held if name.startswith(entry.begins)], entry.id


def test_how_many_are_unknown_and_what_they_are_called_the_dearest_chip_first(facts: Facts) -> None:
    """p9 is 10 a chip-hour, p8 12, half a p5en 7.9; what is left out on purpose does not count."""
    prices = [
        listed("p9.48xlarge", "us-east-1", "80"), listed("p8.48xlarge", "us-east-1", "96"),
        listed("p5en.24xlarge", "us-east-1", "31.6", chips=4), listed("g6f.large", "us-east-1", "0.2", chips=0.125),
    ]  # fmt: skip
    assert unknown_types(gaps(facts, prices, {})) == (3, ("p8.48xlarge", "p9.48xlarge", "NVIDIA H200 SXM"))


def test_what_no_source_says_of_a_type_that_is_held_is_listed_until_a_feed_shows_it(facts: Facts) -> None:
    """No price of p6e-gb300r is published; one that a feed shows is one. TPU slices are priced by the chip."""

    def unpriced(*prices: PriceInForce) -> set[str]:
        return {name for lack in lacks(facts, prices) if lack.part == "price" for name in lack.instances}

    assert "p6e-gb300r.36xlarge" in unpriced() and not {"p5.48xlarge", "tpu7x-64"} & unpriced()
    assert "p6e-gb300r.36xlarge" not in unpriced(listed("p6e-gb300r.36xlarge", "us-east-1", "60"))
