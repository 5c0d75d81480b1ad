"""Names in feeds: TPU slices, regions and counts as each catalog writes them."""

from __future__ import annotations

import pytest

from knowledge.feeds.formats.names import (
    clouds_of,
    corrected_count,
    normalized_place,
    our_instance,
    region_of,
    tpu,
    tpu_slice,
)


@pytest.mark.parametrize("name", ["tpu-v5p-8", "v5p-8", "TPU-V5P-8"])
def test_the_number_of_a_v5p_slice_counts_cores_two_for_each_chip(name: str) -> None:
    result = tpu_slice(name)
    assert result is not None and (result.name, result.version, result.chips) == ("tpu-v5p-8", "v5p", 4)


def test_the_number_of_a_v5e_slice_counts_chips_under_either_name() -> None:
    assert {result.chips for name in ("v5litepod-8", "v5e-8") if (result := tpu_slice(name))} == {8}


@pytest.mark.parametrize("name", ["p5.48xlarge", "v99-8", "v5p-0", "tpu-v5p", "a3-highgpu-8g"])
def test_other_names_are_not_slices(name: str) -> None:
    assert tpu_slice(name) is None


def test_a_series_is_matched_to_our_name_of_the_slice() -> None:
    assert our_instance("tpu-v5litepod-8") == "v5e-8"
    assert our_instance("p5.48xlarge") == "p5.48xlarge"


def test_an_unknown_tpu_version_gives_none() -> None:
    assert tpu("v5litepod") == tpu("v5e") is not None
    assert tpu("v99") is None


def test_a_zone_of_google_belongs_to_its_region() -> None:
    assert (region_of("us-central1-a"), region_of("us-central1")) == ("us-central1", "us-central1")


def test_a_place_is_spelled_as_its_cloud_spells_it() -> None:
    assert (normalized_place("WestUS3"), normalized_place("East US 2")) == ("westus3", "eastus2")


@pytest.mark.parametrize(
    ("instance", "region", "clouds"),
    [
        ("p5.48xlarge", "us-east-1", {"aws"}),
        ("a3-highgpu-8g", "us-central1-a", {"gcp"}),
        ("Standard_ND96isr_H100_v5", "eastus", {"azure"}),
        ("Standard_ND96isr_H100_v5", "us-east-1", set()),
        ("p5.48xlarge", "the moon", set()),
    ],
)
def test_a_cloud_is_recognized_by_how_it_writes_types_and_regions(
    instance: str, region: str, clouds: set[str]
) -> None:
    assert clouds_of(instance, region) == clouds


def test_a_wrong_count_in_a_catalog_is_corrected() -> None:
    assert corrected_count("azure", "Standard_ND96isr_H100_v5", 12) == 8
    assert corrected_count("azure", "Standard_ND96isr_H100_v5", 8) == 8
    assert corrected_count("aws", "p5.48xlarge", None) is None
