"""Google's billing catalog: machines by the sum of their SKUs, TPUs by the chip, and SKUs that look the same."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest

from knowledge.types.base import Purchase
from knowledge.types.observed import FeedError, SeriesKey
from tests.knowledge.feeds.reading import Read, read, recorded

CORE, RAM, SSD = (
    "A3 Instance Core running in Americas",
    "A3 Instance Ram running in Americas",
    "SSD backed Local Storage",
)


def sku(description: str, usd: object, usage: str = "OnDemand", **other: object) -> dict[str, object]:
    """`usd` in nano dollars, as units and nanos; or the whole unitPrice."""
    group = "RAM" if " Ram" in description else "CPU" if "Core" in description or "Cpu" in description else "GPU"
    group = "TPU" if "Tpu" in description else "LocalSSD" if "SSD" in description else group
    price = (
        {"currencyCode": "USD", "units": str(int(usd) // 10**9), "nanos": int(usd) % 10**9}
        if isinstance(usd, int)
        else usd
    )
    unit = {"RAM": "GiBy.h", "LocalSSD": "GiBy.mo"}.get(group, "h")
    return {
        "skuId": "0000-0000-0000",
        "description": description,
        "serviceRegions": ["us-central1"],
        "category": {"resourceFamily": "Compute", "resourceGroup": group, "usageType": usage},
        "pricingInfo": [
            {
                "effectiveTime": "2024-01-01T00:00:00Z",
                "pricingExpression": {
                    "usageUnit": unit,
                    "tieredRates": [{"startUsageAmount": 0, "unitPrice": price}],
                },
            }
        ],
    } | other


H100 = sku("Nvidia H100 80GB GPU running in Americas", 9_796_551_000)
PARTS = [sku(CORE, 29_350_000), sku(RAM, 1_792_500), sku(SSD, 80_000_000), H100]


def page(*skus: dict[str, object]) -> str:
    return json.dumps({"skus": skus, "nextPageToken": ""})


def gcp(instance: str, purchase: Purchase = "on_demand", region: str = "us-central1") -> SeriesKey:
    return SeriesKey("gcp", instance, region, purchase)


def chip(instance: str, region: str, purchase: Purchase = "on_demand", terms: str = "") -> SeriesKey:
    return SeriesKey("gcp", instance, region, purchase, "", terms, "chip")


def test_a_machine_is_the_sum_of_gpu_cores_memory_and_local_ssd() -> None:
    """8 x 9.796551 + 208 x 0.02935 + 1872 x 0.0017925 + 6000 x 0.08 / 730
    = 78.372408 + 6.1048 + 3.35556 + 0.657534 = 88.490302; Google lists 88.49."""
    result = read("gcp_skus", page(*PARTS))
    assert result.usd[gcp("a3-highgpu-8g")] == Decimal("88.490302")
    assert result.chips[gcp("a3-highgpu-8g")] == 8
    assert result.rejected == []


def test_parts_may_be_on_different_pages_in_any_order() -> None:
    assert read("gcp_skus", *(page(entry) for entry in reversed(PARTS))) == read("gcp_skus", page(*PARTS))


def test_tpus_are_priced_by_the_chip_in_every_region_named() -> None:
    result = read("gcp_skus", recorded("gcp_skus.json"))
    assert result.usd[chip("tpu-v5e", "asia-south2")] == Decimal("1.44132")
    assert result.usd[chip("tpu-v5p", "southamerica-east1")] == Decimal("6.430995")
    assert [result.usd[chip("tpu-v7", region)] for region in ("us-west1", "us-central1", "us-east1")] == [
        Decimal(12)
    ] * 3
    assert result.usd[chip("tpu-v5e", "asia-southeast1", "spot")] == Decimal("0.78")
    assert result.usd[chip("tpu-v5p", "europe-west4", "reserved_3yr")] == Decimal("1.911")


def test_a_gpu_alone_makes_no_machine() -> None:
    """The recorded A100 SKU comes without cores and memory: a2 machines in three regions cannot be summed."""
    result = read("gcp_skus", recorded("gcp_skus.json"))
    assert not [key for key in result.usd if key.instance.startswith("a2-")]
    assert "a2-highgpu-8g us-east1 on_demand" in result.rows("part_missing")


def test_older_tpus_are_quoted_by_the_host_of_four_chips() -> None:
    """12.88 / 4 = 3.22; the usage type of preemptible ones says OnDemand."""
    skus = (
        sku("Tpu-v4 Pod running in Americas", 12_880_000_000),
        sku("Tpu-v4 Pod Preemptible", 3_686_000_000),
        sku("Tpu-v3 Device", 8_000_000_000),
        sku("Tpu-v3 Pod", 8_000_000_000),
    )
    result = read("gcp_skus", page(*skus))
    assert result.usd[chip("tpu-v4", "us-central1")] == Decimal("3.22")
    assert result.usd[chip("tpu-v4", "us-central1", "spot")] == Decimal("0.9215")
    assert result.usd[chip("tpu-v3", "us-central1", terms="device")] == Decimal(2)
    assert result.usd[chip("tpu-v3", "us-central1", terms="pod")] == Decimal(2)


@pytest.mark.parametrize(
    ("description", "code"),
    [
        ("Reserved Nvidia H100 80GB GPU in Americas in Calendar Mode", "is_scheduled"),
        ("Nvidia H100 80GB GPU attached to DWS Defined Duration VMs running in Americas", "is_scheduled"),
        ("Reserved Nvidia H100 80GB GPU in Americas", "is_reservation"),
        ("Nvidia H100 80GB GPU attached to Sole Tenancy VMs running in Americas", "other_product"),
        ("Nvidia Tesla T4 Virtual Workstation GPU running in Americas", "other_product"),
        ("Nvidia X900 GPU running in Americas", "unknown_accelerator"),
        ("Commitment v1: Nvidia H100 80GB GPU running in Americas for 5 Years", "term"),
    ],
)
def test_skus_that_only_look_the_same_are_reported_and_rejected(description: str, code: str) -> None:
    result = read("gcp_skus", page(sku(description, 1_000_000_000), *PARTS))
    assert result.codes == {code: 1}
    assert result.usd == read("gcp_skus", page(*PARTS)).usd


def test_cores_of_other_purchase_options_do_not_replace_on_demand_ones() -> None:
    others = (
        sku("DWS Defined Duration A3 Core running in Americas", 1),
        sku("Reserved A3 Core in Americas", 0),
        sku("A3 Custom Instance Core running in Americas", 1),
        sku("C3 Instance Core running in Americas", 1),
        sku("A3Plus Instance Core running in Americas", 1),
    )
    assert read("gcp_skus", page(*others, *PARTS)).usd == read("gcp_skus", page(*PARTS)).usd


def test_mega_is_also_called_plus_and_is_its_own_family() -> None:
    """8 x 10.344276 + 208 x 0.026924 + 1872 x 0.002344 = 82.754208 + 5.600192 + 4.387968."""
    skus = (
        sku("Nvidia H100 80GB Plus GPU running in Americas", 10_344_276_000),
        sku("A3Plus Instance Core running in Americas", 26_924_000),
        sku("A3Plus Instance Ram running in Americas", 2_344_000),
    )
    result = read("gcp_skus", page(*skus))
    assert result.usd == {gcp("a3-megagpu-8g"): Decimal("92.742368")}
    assert result.codes == {"without_ssd": 1}


def test_a_slice_of_b200_is_its_share_of_the_machine_and_spot_goes_by_the_words() -> None:
    """8 x 16.11 = 128.88; 8 x 4.9542 = 39.6336, though its usage type says OnDemand."""
    result = read(
        "gcp_skus",
        page(
            sku("A4 Nvidia B200 (1 gpu slice) running in Americas", 16_110_000_000),
            sku("Spot Preemptible A4 Nvidia B200 (1 gpu slice) running in Americas", 4_954_200_000),
        ),
    )
    assert result.usd == {gcp("a4-highgpu-8g"): Decimal("128.88"), gcp("a4-highgpu-8g", "spot"): Decimal("39.6336")}


def test_spot_and_commitments_are_sums_of_their_own_parts() -> None:
    spot = [
        sku("Spot Preemptible A3 Instance Core running in Americas", 10_000_000, "Preemptible"),
        sku("Spot Preemptible A3 Instance Ram running in Americas", 1_000_000, "Preemptible"),
        sku(
            "Nvidia H100 80GB GPU attached to Spot Preemptible VMs running in Americas", 5_000_000_000, "Preemptible"
        ),
    ]
    year = [
        sku("Commitment v1: A3 Cpu in Americas for 1 Year", 20_000_000, "Commit1Yr"),
        sku("Commitment v1: A3 Ram in Americas for 1 Year", 1_500_000, "Commit1Yr"),
        sku("Commitment v1: Nvidia H100 80GB GPU running in Americas for 1 Year", 6_800_000_000, "Commit1Yr"),
    ]
    result = read("gcp_skus", page(*PARTS, *spot, *year))
    assert result.usd[gcp("a3-highgpu-8g", "spot")] == Decimal("44.609534")  # 40 + 2.08 + 1.872 + 0.657534 of SSD
    assert result.usd[gcp("a3-highgpu-8g", "reserved_1yr")] == Decimal("62.025534")  # 54.4 + 4.16 + 2.808 + 0.657534


def test_units_or_nanos_may_be_missing() -> None:
    result = read(
        "gcp_skus",
        page(
            sku("TpuV5e running in Iowa", {"currencyCode": "USD", "nanos": 600000000}),
            sku("TpuV5p running in Iowa", {"currencyCode": "USD", "units": 4}),
        ),
    )
    assert result.usd == {chip("tpu-v5e", "us-central1"): Decimal("0.6"), chip("tpu-v5p", "us-central1"): Decimal(4)}


def test_the_last_tier_that_is_not_free_counts_of_the_price_in_force() -> None:
    tiers = [
        {"startUsageAmount": 0, "unitPrice": {"currencyCode": "USD"}},
        {"startUsageAmount": 1, "unitPrice": {"currencyCode": "USD", "units": "3"}},
    ]
    free = [{"startUsageAmount": 0, "unitPrice": {"currencyCode": "USD", "units": "9"}}]
    info = [
        {"effectiveTime": day, "pricingExpression": {"usageUnit": "h", "tieredRates": rates}}
        for day, rates in (
            ("2027-01-01T00:00:00Z", free),
            ("2025-01-01T00:00:00Z", tiers),
            ("2024-01-01T00:00:00Z", free),
        )
    ]
    result = read("gcp_skus", page(sku("TpuV5e running in Iowa", 1, pricingInfo=info)))
    assert result.usd == {chip("tpu-v5e", "us-central1"): Decimal(3)}


def rejected(**other: object) -> Read:
    return read("gcp_skus", page(sku("TpuV6e running in Dallas", 1_000_000_000, **other), H100, *PARTS))


def test_figures_that_are_not_prices_are_reported() -> None:
    later = [{"effectiveTime": "2027-01-01T00:00:00Z", "pricingExpression": {"usageUnit": "h", "tieredRates": []}}]
    months = [{"pricingExpression": {"usageUnit": "mo", "tieredRates": [{"unitPrice": {"units": "1"}}]}}]
    for info, code in (([], "unreadable"), (later, "not_yet"), (months, "not_hourly"), ("x", "unreadable")):
        known = {} if code == "not_yet" else {"part_doubtful": 1}  # still listed: not to be taken for delisted
        assert rejected(pricingInfo=info).codes == {code: 1} | known
    for price, code in (
        ({"currencyCode": "USD"}, "zero"),
        ({"currencyCode": "USD", "units": "x"}, "unreadable"),
        ({"currencyCode": "USD", "units": "-1"}, "negative"),
        ({"currencyCode": "EUR", "units": "1"}, "currency"),
    ):
        result = read("gcp_skus", page(sku("TpuV6e running in Dallas", price), *PARTS))
        assert result.codes == {code: 1, "part_doubtful": 1}
        assert result.rejected[-1].key == chip("tpu-v6e", "us-central1")


def test_machines_of_a_chip_without_a_price_are_still_listed() -> None:
    free = sku("Nvidia H100 80GB GPU running in Americas", 0)
    here = [entry for entry in PARTS if entry is not H100]
    result = read("gcp_skus", page(free, *here, H100 | {"serviceRegions": ["us-east4"]}))
    assert gcp("a3-highgpu-8g") in {entry.key for entry in result.rejected if entry.code == "part_doubtful"}


def test_the_lower_of_two_skus_for_one_part_counts_and_both_are_reported() -> None:
    twice = (sku("TpuV6e running in Dallas", 2_700_000_000), sku("TpuV6e running in Texas", 2_800_000_000))
    for order in (twice, tuple(reversed(twice))):
        result = read("gcp_skus", page(*order))
        assert result.usd == {chip("tpu-v6e", "us-central1"): Decimal("2.7")}
        assert result.codes == {"superseded": 1}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"error": {"code": 403, "status": "PERMISSION_DENIED"}}', "wrong_document"),
        (page(), "wrong_document"),
        (page(*PARTS)[:-30], "cut_off"),
        (page(sku("C3 Instance Core running in Americas", 1)), "no_prices"),
        (page(sku("TpuV6e running in Dallas", {"currencyCode": "EUR", "units": "2"})), "currency"),
        ("not json", "not_json"),
    ],
)
def test_a_document_that_is_not_such_a_page_is_refused(text: str, code: str) -> None:
    with pytest.raises(FeedError) as refused:
        read("gcp_skus", text)
    assert refused.value.code == code
