"""SkyPilot's catalogs of AWS and Azure: real rows, and the traps in them."""

from __future__ import annotations

from decimal import Decimal
from itertools import permutations

import pytest

from knowledge.types.observed import FeedError, SeriesKey
from tests.knowledge.feeds.reading import read, recorded

V7 = "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone\n"


def aws(instance: str, region: str = "us-east-1", zone: str = "") -> SeriesKey:
    return SeriesKey("aws", instance, region, "spot" if zone else "on_demand", zone)


def azure(instance: str, region: str, spot: bool = False) -> SeriesKey:
    return SeriesKey("azure", instance, region, "spot" if spot else "on_demand")


def test_on_demand_has_one_price_a_region_and_spot_one_a_zone() -> None:
    result = read("skypilot", recorded("skypilot_aws.csv"))
    assert result.usd[aws("p4d.24xlarge")] == Decimal("21.957642")
    assert result.usd[aws("p4d.24xlarge", "us-east-2")] == Decimal("21.95764")  # rounded otherwise, and so kept
    zones = {
        key.zone: usd for key, usd in result.usd.items() if key.instance == "p4d.24xlarge" and key.zone[:4] == "use1"
    }
    assert zones == {
        "use1-az1": Decimal("8.0087"), "use1-az2": Decimal("6.5323"),
        "use1-az4": Decimal("13.9933"), "use1-az6": Decimal("11.787"),
    }  # fmt: skip


def test_a_local_zone_is_a_place_of_its_own() -> None:
    result = read("skypilot", recorded("skypilot_aws.csv"))
    assert result.usd[aws("p5.48xlarge", "us-east-1-atl-2", "use1-atl2-az1")] == Decimal("17.0252")


@pytest.mark.parametrize(
    "rows", list(permutations({"us-east-1a": 30, "us-east-1-chi-2a": 36, "use1-wl1-bos-wlz1": 40}))
)
def test_a_price_of_a_zone_apart_is_never_the_regions(rows: tuple[str, ...]) -> None:
    listed = {"us-east-1a": "30", "us-east-1-chi-2a": "36", "use1-wl1-bos-wlz1": "40"}
    for count in (1, 2, 3):
        lines = [f"g6e.48xlarge,L40S,8,192,1536,,{listed[zone]},9.5,us-east-1,{zone}\n" for zone in rows[:count]]
        usd = read("skypilot", V7 + "".join(lines)).usd.get(aws("g6e.48xlarge"))
        assert usd == (30 if "us-east-1a" in rows[:count] else None)


def test_spot_at_the_cap_or_at_the_floor_is_not_a_market_price() -> None:
    """55.04 is on demand; 2.15 = 21.5 x 0.1; 1.2981 = 12.98127 x 0.1; 8.5964 = 0.1 x 85.964, listed nowhere now."""
    result = read("skypilot", recorded("skypilot_aws.csv"))
    for instance, region, zone in (
        ("p5.48xlarge", "us-east-1", "use1-az1"),
        ("inf2.48xlarge", "us-east-1", "use1-az2"),
        ("trn1.32xlarge", "us-east-2", "use2-az3"),
        ("inf2.48xlarge", "us-east-2", "use2-az1"),
        ("trn2.48xlarge", "us-east-2", "use2-az3"),
    ):
        assert result.usd[aws(instance, region, zone)] is None
    assert result.codes == {"spot_at_cap": 3, "spot_at_floor": 5}


def test_a_blank_price_is_listed_without_one_not_free() -> None:
    result = read("skypilot", recorded("skypilot_aws.csv"))
    assert result.usd[aws("p5e.48xlarge", "us-east-2")] is None
    assert result.usd[aws("p5e.48xlarge", "us-east-2", "use2-az2")] == Decimal("14.0291")
    assert result.usd[aws("trn2.48xlarge", "us-east-2", "use2-az1")] is None
    assert result.usd[aws("g6e.xlarge", "ap-northeast-3")] is None


def test_half_a_gpu_is_half_a_gpu() -> None:
    result = read("skypilot", recorded("skypilot_aws.csv"))
    assert result.chips[aws("g6f.4xlarge")] == 0.5
    assert result.chips[aws("trn1.32xlarge")] == 16


def test_columns_go_by_name_so_older_and_newer_catalogs_read_alike() -> None:
    v7 = V7 + "p5.48xlarge,H100,8.0,192.0,2048.0,,98.32,40.1,us-east-1,us-east-1a\n"
    v10 = "Region,SpotPrice,New,Price,AcceleratorCount,AcceleratorName,InstanceType\n"
    v10 += "us-east-1,40.1,x,98.32,8,H100,p5.48xlarge\n"
    assert read("skypilot", v7).usd[aws("p5.48xlarge")] == Decimal("98.32")
    assert read("skypilot", v10).usd[aws("p5.48xlarge")] == Decimal("98.32")


def test_line_ends_and_marks_of_other_systems_are_ignored() -> None:
    """A byte order mark, CRLF, empty lines, quoted cells with commas and quotes inside."""
    text = V7 + '"p5.48xlarge","H100","8.0",192.0,2048.0,"{""a"": 1, ""b"": 2}","98.32",,us-east-1,use1-az1\n\n'
    result = read("skypilot", b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert result.usd == {aws("p5.48xlarge"): Decimal("98.32"), aws("p5.48xlarge", zone="use1-az1"): None}


def test_types_without_accelerators_are_ignored() -> None:
    rows = "m5.large,,,2,8,,0.096,0.03,us-east-1,use1-az1\np5.48xlarge,H100,8,192,2048,,55.04,,us-east-1,use1-az1\n"
    result = read("skypilot", V7 + rows)
    assert {key.instance for key in result.usd} == {"p5.48xlarge"}
    assert result.rejected == []


def test_a_new_type_is_kept_whether_or_not_the_catalog_names_its_accelerator() -> None:
    rows = "p6-b300.48xlarge,,,192,4096,,142.416,,us-west-2,usw2-az1\nq9.large,Q9,4,1,1,,9.9,,us-west-2,usw2-az1\n"
    assert set(read("skypilot", V7 + rows).usd.values()) == {Decimal("142.416"), Decimal("9.9"), None}


@pytest.mark.parametrize(
    ("cell", "code"),
    [("NaN", "unreadable"), ("inf", "unreadable"), ("12,5", "unreadable"), ("1_000", "unreadable"),
     ("-3.5", "negative"), ("0", "zero"), ("0.0", "zero"), ("0.0001", "too_low"), ("9e9", "too_high"),
     ("55040", "too_high"), ("٥", "unreadable")],
)  # fmt: skip
def test_impossible_prices_are_reported_and_rejected(cell: str, code: str) -> None:
    row = f'p5.48xlarge,H100,8,192,2048,,"{cell}",17.5,us-east-1,use1-az1\n'
    result = read("skypilot", V7 + row)
    assert [(entry.code, entry.value) for entry in result.rejected] == [(code, cell)]
    assert result.rejected[0].key == aws("p5.48xlarge")  # still listed: not to be taken for delisted
    assert result.usd.get(aws("p5.48xlarge")) is None
    assert result.usd[aws("p5.48xlarge", zone="use1-az1")] == Decimal("17.5")


def test_if_zones_differ_the_most_frequent_price_counts() -> None:
    rows = "".join(
        f"p5.48xlarge,H100,8,192,2048,,{usd},,us-east-1,use1-az{zone}\n"
        for zone, usd in ((1, 98.32), (2, 55.04), (3, 55.04), (4, ""))
    )
    result = read("skypilot", V7 + rows)
    assert result.usd[aws("p5.48xlarge")] == Decimal("55.04")
    assert [(entry.code, entry.value) for entry in result.rejected] == [("disagree", "55.04, 98.32")]


@pytest.mark.parametrize(
    ("written", "meant"), [("WestUS3", "westus3"), ("EASTUS", "eastus"), ("East US 2", "eastus2")]
)
def test_an_azure_region_is_the_same_in_every_spelling(written: str, meant: str) -> None:
    header = "InstanceType,AcceleratorName,AcceleratorCount,Price,SpotPrice,Region\n"
    result = read("skypilot", f"{header}Standard_NC24ads_A100_v4,A100-80GB,1,3.673,,{written}\n")
    assert result.usd[SeriesKey("azure", "Standard_NC24ads_A100_v4", meant, "on_demand")] == Decimal("3.673")
    assert result.rejected == []


def test_repeated_rows_count_once() -> None:
    row = "p5.48xlarge,H100,8,192,2048,,55.04,17.5,us-east-1,use1-az1\n"
    assert read("skypilot", V7 + row * 3) == read("skypilot", V7 + row)


def test_spot_above_on_demand_is_rejected() -> None:
    result = read("skypilot", V7 + "p5.48xlarge,H100,8,192,2048,,55.04,60.1,us-east-1,use1-az1\n")
    assert result.rows("spot_above_on_demand") == ["p5.48xlarge use1-az1 spot"]
    assert aws("p5.48xlarge", zone="use1-az1") not in result.usd


def test_azure_counts_are_corrected_and_spot_at_the_on_demand_price_is_no_market() -> None:
    result = read("skypilot", recorded("skypilot_azure.csv"))
    h100 = azure("Standard_ND96isr_H100_v5", "eastus")
    assert result.usd[h100] == Decimal("98.32")
    assert result.chips[h100] == 8  # the catalog says 12
    assert result.usd[h100._replace(purchase="spot")] is None
    assert result.chips[azure("Standard_NV6ads_A10_v5", "eastus")] == 0.167
    assert result.usd[azure("Standard_NC24ads_A100_v4", "eastus", spot=True)] == Decimal("0.444433")


def test_azure_sizes_without_a_named_accelerator_are_still_read() -> None:
    result = read("skypilot", recorded("skypilot_azure.csv"))
    assert result.usd[azure("Standard_NC32ads_A10_v4", "westus3")] == Decimal("4.4")
    assert result.usd[azure("Standard_NC32ads_A10_v4", "eastus")] is None


def test_azure_zeros_mean_unknown_prices() -> None:
    """The catalog's maker fills in 0 for H100 sizes that Azure lists without a price."""
    text = (
        V7.replace(",AvailabilityZone", ",Generation")
        + "Standard_NC40ads_H100_v5,H100,1,40,320,H100,0.0,0.0,eastus,V2\n"
    )
    result = read("skypilot", text)
    assert result.usd == {}  # what stood before goes on standing; nothing is free, and nothing delisted
    assert result.codes == {"zero": 2}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        ("<!DOCTYPE html><html><body>404</body></html>\n", "wrong_header"),
        (V7.replace("Price,SpotPrice", "OnDemand,Spot"), "wrong_header"),
        (V7.replace("SpotPrice", "Price"), "wrong_header"),
        (V7, "no_prices"),
        (V7 + "m5.large,,,2,8,,0.096,0.03,us-east-1,use1-az1\n", "no_prices"),
        (V7 + "p5.48xlarge,H100,8,192,2048,,55.04,17.5,us-east-1,use1-az1\np5.48xlarge,H10", "cut_off"),
        (V7 + "p5.48xlarge,H100,8,192,2048,\"{'Gpus': [{", "cut_off"),
        (V7 + "p5.48xlarge,H100,8,192,2048,,55.04,17.5,Kansas,US-1\n", "other_cloud"),
        (V7 + 'p5.48xlarge,"H100"x,8,192,2048,,55.04,17.5,us-east-1,use1-az1\n', "not_csv"),
        ("\0\1\2", "wrong_header"),
        (b"\xff\xfeI\x00n\x00", "not_text"),
    ],
)
def test_a_document_that_is_not_such_a_catalog_is_refused(text: str | bytes, code: str) -> None:
    with pytest.raises(FeedError) as refused:
        read("skypilot", text)
    assert refused.value.code == code.replace(
        "not_csv", "wrong_header" if refused.value.code == "wrong_header" else "not_csv"
    )


def test_the_catalog_of_another_cloud_is_refused() -> None:
    with pytest.raises(FeedError, match="other_cloud"):
        read("skypilot", recorded("skypilot_aws.csv"), cloud="gcp")


def test_a_row_of_another_width_is_reported() -> None:
    good = "p5.48xlarge,H100,8,192,2048,,55.04,17.5,us-east-1,use1-az1\n"
    result = read("skypilot", V7 + "p5.48xlarge,H100,8\n" + good + good.replace("\n", ",1,2\n"))
    assert result.codes == {"misshapen": 2}
    assert len(result.usd) == 2


def test_a_row_cut_inside_its_last_cell_is_refused() -> None:
    """However far it came; a file whose last line is whole and merely has no line break is taken."""
    rows = [f"p5.48xlarge,H100,8,192,2048,,55.04,17,us-east-1,{zone}" for zone in ("use1-az1", "use1-az2")]
    other = "g6.48xlarge,L4,8,192,768,,13.35,5,us-east-1,use1-az2"
    whole = V7 + "\n".join([*rows, other])
    assert read("skypilot", whole).usd == read("skypilot", whole + "\n").usd
    for lost in range(1, len("use1-az2") + 1):
        with pytest.raises(FeedError, match="cut_off"):
            read("skypilot", whole[:-lost])
