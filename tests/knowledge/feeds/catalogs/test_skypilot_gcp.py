"""SkyPilot's catalog of Google Cloud: hosts and accelerators in rows of their own, slices of TPUs, sentinels."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest

from knowledge.feeds.formats.names import our_instance, tpu_slice
from knowledge.types.base import Purchase
from knowledge.types.observed import SeriesKey
from tests.knowledge.feeds.reading import Read, read, recorded

HEADER = (
    "InstanceType,vCPUs,MemoryGiB,AcceleratorName,AcceleratorCount,GpuInfo,Region,AvailabilityZone,Price,SpotPrice\n"
)


def gcp(instance: str, region: str, zone: str = "", purchase: Purchase = "on_demand") -> SeriesKey:
    return SeriesKey("gcp", instance, region, "spot" if zone else purchase, zone and f"{region}-{zone}")


@pytest.fixture(scope="module")
def result() -> Read:
    return read("skypilot", recorded("skypilot_gcp.csv"))


def test_a_machine_costs_its_host_and_its_accelerators(result: Read) -> None:
    """us-east4: 9.46006 + 78.37241 = 87.83247, and 0.66 of local SSD to Google's 88.49; spot 3.68077 + 30.4792."""
    assert result.usd[gcp("a3-edgegpu-8g", "us-east4")] == Decimal("87.83247")
    assert result.usd[gcp("a3-edgegpu-8g", "us-east4", "a")] == Decimal("34.15997")
    assert result.chips[gcp("a3-edgegpu-8g", "us-east4")] == 8


def test_a_machine_without_a_row_of_its_count_takes_the_rate_of_another(result: Read) -> None:
    """1.18251 + 19.5931 / 2 = 10.97906."""
    assert result.usd[gcp("a3-highgpu-1g", "us-east4")] == Decimal("10.97906")


def test_a_rate_of_scheduled_capacity_is_not_the_on_demand_price(result: Read) -> None:
    """H100 x 8 at 33.60609 in us-central1 is Calendar Mode's 4.20 a chip, not 9.80; its spot row is sound."""
    key = gcp("a3-edgegpu-8g", "us-central1")
    assert key not in result.usd
    assert result.usd[gcp("a3-edgegpu-8g", "us-central1", "a")] == Decimal("47.86592")  # 5.15632 + 42.7096
    assert result.rows("is_scheduled") == ["8 H100 us-central1-a on_demand"]
    assert key in {entry.key for entry in result.rejected if entry.code == "part_doubtful"}


def test_a_rate_far_below_other_regions_is_in_doubt_even_if_unknown() -> None:
    rows = ",,,H100,8,,us-east4,us-east4-a,78.37241,\n,,,H100,8,,us-west1,us-west1-a,30,\n"
    hosts = "".join(
        f"a3-highgpu-8g,208,1872,,,,{region},{region}-a,9.46006,\n" for region in ("us-east4", "us-west1")
    )
    result = read("skypilot", HEADER + rows + hosts)
    assert result.usd[gcp("a3-highgpu-8g", "us-east4")] == Decimal("87.83247")
    assert gcp("a3-highgpu-8g", "us-west1") not in result.usd
    assert result.rows("too_cheap_here") == ["8 H100 us-west1-a on_demand"]


def test_a_host_without_accelerators_beside_it_has_no_price() -> None:
    text = HEADER + "a3-highgpu-8g,208,1872,,,,us-east4,us-east4-a,9.46006,3.68\n,,,T4,1,,us-east4,us-east4-a,0.37,\n"
    alone = read("skypilot", text)
    assert [key.instance for key in alone.usd if key.instance != "T4"] == []
    assert alone.codes == {"host_alone": 2}


def test_a_machine_with_a_blank_part_is_listed_without_a_price() -> None:
    rows = (
        "a3-megagpu-8g,208,1872,,,,asia-east1,asia-east1-c,9.5,4.1\n,,,H100-MEGA,8,,asia-east1,asia-east1-c,82.75,\n"
    )
    result = read("skypilot", HEADER + rows)
    assert result.usd[gcp("a3-megagpu-8g", "asia-east1")] == Decimal("92.25")
    assert result.usd[gcp("a3-megagpu-8g", "asia-east1", "c")] is None


def test_accelerators_attached_to_any_host_are_priced_by_the_chip(result: Read) -> None:
    """T4 x 2 at 0.70; V100 x 8 at 19.84 and V100 at 2.48 are one rate."""
    t4 = gcp("T4", "us-central1")._replace(scope="chip")
    assert result.usd[t4] == Decimal("0.35")
    assert result.usd[t4._replace(instance="V100")] == Decimal("2.48")
    assert result.chips[t4] == 1


def test_a_host_and_what_is_attached_to_it_are_one_machine() -> None:
    """0.38 + 0.35 = 0.73, 0.76 + 2 x 2.48 = 5.72; where no T4 is sold, the host alone is none of ours."""
    rows = (
        "n1-standard-8,8,30,,,,us-central1,us-central1-a,0.38,0.12765\n,,,T4,1,,us-central1,us-central1-a,0.35,0.1915\n"
        "n1-standard-16,16,60,,,,us-central1,us-central1-a,0.76,0.2553\n,,,V100,1,,us-central1,us-central1-a,2.48,1.2338\n"
        "n1-standard-8,8,30,,,,us-east5,us-east5-a,0.38,0.12765\n"
    )
    result = read("skypilot", HEADER + rows)
    assert result.usd[gcp("n1-standard-8-1xt4", "us-central1")] == Decimal("0.73")
    assert result.usd[gcp("n1-standard-16-2xv100", "us-central1")] == Decimal("5.72")
    assert result.usd[gcp("n1-standard-8-1xt4", "us-central1", "a")] == Decimal("0.31915")
    assert not [key for key in result.usd if key.region == "us-east5"] and not result.codes


def test_hosts_without_accelerators_are_ignored(result: Read) -> None:
    assert not [key for key in result.usd if key.instance.startswith("n1-") and "x" not in key.instance]


def test_slices_count_chips_by_version(result: Read) -> None:
    """v5litepod and v6e count chips in their names, the others cores of which a chip has two."""
    for instance, region, usd, chips in (
        ("tpu-v5litepod-8", "us-central1", "9.6", 8),
        ("tpu-v6e-1", "us-central1", "2.7", 1),
        ("tpu-v5p-8", "us-central1", "16.8", 4),
        ("tpu-v4-8", "us-central2", "12.88", 4),
        ("tpu-v3-8", "us-central1", "8.0", 4),
    ):
        assert result.usd[gcp(instance, region)] == Decimal(usd)
        assert result.chips[gcp(instance, region)] == chips


def test_seven_hundred_is_not_a_price_for_any_slice(result: Read) -> None:
    """It would be 2.73 a chip for v6e-256, which looks right."""
    for instance in ("tpu-v6e-1", "tpu-v6e-256"):
        assert gcp(instance, "asia-east1") not in result.usd
        assert gcp(instance, "asia-east1", "c") not in result.usd
    assert result.usd[gcp("tpu-v6e-1", "southamerica-west1")] == Decimal("2.7")
    assert gcp("tpu-v6e-1", "southamerica-west1", "a") not in result.usd
    assert result.usd[gcp("tpu-v6e-256", "us-central1")] == Decimal("691.2")


def test_repeated_rows_do_not_disagree(result: Read) -> None:
    assert result.usd[gcp("tpu-v5p-8", "europe-west4")] == Decimal("17.01")
    assert "disagree" not in result.codes


def test_the_order_of_rows_does_not_matter(result: Read) -> None:
    header, *rows = recorded("skypilot_gcp.csv").decode().splitlines(keepends=True)
    random.Random(7).shuffle(rows)
    assert read("skypilot", header + "".join(rows)).usd == result.usd


def test_a_price_at_the_very_end_without_a_line_end_may_be_cut() -> None:
    rows = ",,,tpu-v6e-1,1,tpu-v6e-1,us-east1,us-east1-d,2.7,0.592"
    result = read("skypilot", HEADER + rows)
    assert result.usd == {gcp("tpu-v6e-1", "us-east1"): Decimal("2.7")}
    assert result.codes == {"cut_price": 1}


def test_unknown_machines_and_chips_are_reported() -> None:
    rows = ",,,tpu-v9-8,1,,us-east4,us-east4-a,50,\n"
    result = read(
        "skypilot", HEADER + rows + ",,,T4,1,,us-east4,us-east4-a,0.37,\n" + "a3-x-1g,1,1,,,,us-east4,us-east4-a,1,\n"
    )
    assert result.codes == {"unknown_machine": 2, "unknown_accelerator": 1}


@pytest.mark.parametrize(
    ("name", "ours"),
    [("tpu-v5litepod-8", "v5e-8"), ("v5litepod-8", "v5e-8"), ("tpu-v5p-8", "v5p-8"), ("tpu-v6e-256", "v6e-256"),
     ("tpu7x-8", "tpu7x-8"), ("a3-highgpu-8g", "a3-highgpu-8g"), ("p5.48xlarge", "p5.48xlarge")],
)  # fmt: skip
def test_our_names_of_instances_follow_from_the_clouds(name: str, ours: str) -> None:
    assert our_instance(name) == ours


@pytest.mark.parametrize(
    "name", ["tpu-v9-8", "tpu-v5p", "tpu-v5p-0", "n1-8", "g2-standard-4", "tpu-v5p-8-x", "", "-8"]
)
def test_a_name_that_is_not_a_slice_gives_none(name: str) -> None:
    assert tpu_slice(name) is None
