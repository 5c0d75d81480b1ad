"""gpuhunt's catalogs of offers."""

from __future__ import annotations

import io
from decimal import Decimal

import pytest

from knowledge.feeds.registry import parser
from knowledge.types.observed import FeedError, PlacePrices, SeriesKey
from tests.knowledge.feeds.reading import context, read

V2 = "instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot,disk_size,gpu_vendor,flags\n"


def test_offers_of_a_region_on_demand_and_spot() -> None:
    """The offers of 2026-08-06 for p5en.48xlarge."""
    rows = "p5en.48xlarge,us-east-2,63.296,192,2048,8,H200,141,False,,nvidia,\n"
    rows += "p5en.48xlarge,us-east-2,26.5714,192,2048,8,H200,141,True,,nvidia,\n"
    key = SeriesKey("aws", "p5en.48xlarge", "us-east-2", "on_demand")
    result = read("gpuhunt", V2 + rows)
    assert result.usd == {key: Decimal("63.296"), key._replace(purchase="spot"): Decimal("26.5714")}
    assert result.chips[key] == 8


def test_google_is_listed_by_zone_and_slices_count_their_chips() -> None:
    rows = "v5litepod-8,us-central1-a,9.6,224,384,1,v5litepod-8,128,False,,google,\n"
    rows += "v5litepod-8,us-central1-b,9.6,224,384,1,v5litepod-8,128,False,,google,\n"
    rows += "v5p-8,us-east5-a,8.4,208,448,1,v5p-8,95,True,,google,\n"
    result = read("gpuhunt", V2 + rows)
    v5e = SeriesKey("gcp", "tpu-v5litepod-8", "us-central1", "on_demand")
    v5p = SeriesKey("gcp", "tpu-v5p-8", "us-east5", "spot", "us-east5-a")
    assert result.usd == {v5e: Decimal("9.6"), v5p: Decimal("8.4")}
    assert (result.chips[v5e], result.chips[v5p]) == (8, 4)


def test_a_host_is_distinguished_by_what_is_attached() -> None:
    """The usual sizes are machines of their own; others keep what is attached in their terms."""
    rows = "".join(
        f"n1-standard-8,us-central1-a,{usd},8,30,{count},{gpu},16,False,,nvidia,\n"
        for usd, count, gpu in ((0.73, 1, "T4"), (1.08, 2, "T4"), (2.86, 1, "V100"), (1.84, 1, "P100"))
    )
    result = read("gpuhunt", V2 + rows + "n1-standard-8,us-central1-a,0.38,8,30,0,,,False,,,\n")
    assert {(key.instance, key.terms): usd for key, usd in result.usd.items()} == {
        ("n1-standard-8-1xt4", ""): Decimal("0.73"),
        ("n1-standard-8", "2 T4"): Decimal("1.08"),
        ("n1-standard-8-1xv100", ""): Decimal("2.86"),
        ("n1-standard-8-1xp100", ""): Decimal("1.84"),
    }


def test_a_commitment_rate_is_not_a_spot_price_of_v6e() -> None:
    """15.12 / 8 = 1.89, the 1-year commitment of us-east1."""
    rows = "v6e-8,us-east1-d,15.12,180,1440,1,v6e-8,256,True,,google,\n"
    rows += "v6e-8,us-east1-d,21.6,180,1440,1,v6e-8,256,False,,google,\n"
    result = read("gpuhunt", V2 + rows)
    assert result.usd == {SeriesKey("gcp", "tpu-v6e-8", "us-east1", "on_demand"): Decimal("21.6")}
    assert result.codes == {"is_commitment": 1}


def test_a_machine_at_a_scheduled_rate_in_one_region_is_in_doubt() -> None:
    """40.0 of 92.74 is less than regions honestly differ by."""
    rows = "a3-megagpu-8g,us-central1-a,92.74,208,1872,8,H100,80,False,,nvidia,\n"
    rows += "a3-megagpu-8g,asia-east1-c,40.0,208,1872,8,H100,80,False,,nvidia,\n"
    result = read("gpuhunt", V2 + rows)
    assert list(result.usd.values()) == [Decimal("92.74")]
    assert result.rows("too_cheap_here") == ["a3-megagpu-8g asia-east1 on_demand"]


def test_offers_flagged_as_scheduled_are_not_on_demand() -> None:
    """Flags separate them from plain offers of the same machine; other flags say nothing of the price."""
    rows = "a4-highgpu-8g,us-central1-b,128.88,224,3968,8,B200,180,False,,nvidia,gcp-a4\n"
    rows += "a4-highgpu-8g,us-central1-b,90.22,224,3968,8,B200,180,False,,nvidia,gcp-dws-calendar-mode gcp-a4\n"
    result = read("gpuhunt", V2 + rows)
    assert result.usd == {SeriesKey("gcp", "a4-highgpu-8g", "us-central1", "on_demand"): Decimal("128.88")}
    assert result.codes == {"is_scheduled": 1}


def test_the_chip_is_what_the_catalog_calls_it() -> None:
    text = "instance_name,location,price,gpu_count,gpu_name,spot\np7.48xlarge,us-east-1,150,8,R200,False\n"
    (row,) = parser("gpuhunt")([io.BytesIO(text.encode())], context("aws"))
    assert isinstance(row, PlacePrices) and row.chip == "R200"


def test_shares_of_a_gpu_are_counted_as_shares() -> None:
    rows = "g4-standard-6,us-central1-b,0.57,6,22,1,RTXPRO6000,12,False,,nvidia,gcp-g4\n"
    rows += "g4-standard-48,us-central1-b,4.49993,48,180,1,RTXPRO6000,96,False,,nvidia,gcp-g4\n"
    assert sorted(entry or 0 for entry in read("gpuhunt", V2 + rows).chips.values()) == [0.125, 1]


def test_a_local_zone_listed_as_a_place_of_its_own_is_one() -> None:
    rows = "g4dn.2xlarge,us-west-2-lax-1,0.903,8,32,1,T4,16,False,,nvidia,\n"
    key = SeriesKey("aws", "g4dn.2xlarge", "us-west-2-lax-1", "on_demand")
    assert read("gpuhunt", V2 + rows).usd == {key: Decimal("0.903")}


def test_azure_is_recognized_by_the_names_of_its_sizes() -> None:
    result = read("gpuhunt", V2 + "Standard_ND96isr_H100_v5,eastus,98.32,96,1900,8,H100,80,False,,nvidia,\n")
    assert result.usd == {SeriesKey("azure", "Standard_ND96isr_H100_v5", "eastus", "on_demand"): Decimal("98.32")}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (V2, "no_prices"),
        ("instance,region,price\n", "wrong_header"),
        (V2 + "A100-x2,kansas,3.0,8,30,2,A100,80,False,,nvidia,\n", "other_cloud"),
        (V2 + "p5en.48xlarge,us-east-2,63.296,192", "cut_off"),
    ],
)
def test_a_document_that_is_not_such_a_catalog_is_refused(text: str, code: str) -> None:
    with pytest.raises(FeedError) as refused:
        read("gpuhunt", text)
    assert refused.value.code == code


def test_an_unknown_purchase_option_is_reported() -> None:
    rows = "p5en.48xlarge,us-east-2,63.296,192,2048,8,H200,141,maybe,,nvidia,\n"
    assert read("gpuhunt", V2 + rows).codes == {"no_purchase": 1}
