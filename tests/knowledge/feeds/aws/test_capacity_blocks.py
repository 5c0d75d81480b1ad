"""AWS's Capacity Blocks: the fee is the whole block's, the price is an hour of one instance in the cheapest."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from knowledge.feeds.aws.capacity_blocks import parse
from knowledge.types.observed import FeedError
from tests.knowledge.feeds.aws_files import prices, read

BLOCK: dict[str, Any] = {  # the shape of AWS's example; its fee is not a real one
    "CapacityBlockOfferingId": "cbro-0123456789abcdef0",
    "InstanceType": "p5en.48xlarge",
    "AvailabilityZone": "ap-northeast-2a",
    "InstanceCount": 2,
    "StartDate": "2026-08-11T00:00:00Z",
    "EndDate": "2026-08-18T00:00:00Z",
    "CapacityBlockDurationHours": 168,
    "UpfrontFee": "45000.00",
    "CurrencyCode": "USD",
}
BOUGHT: dict[str, Any] = {  # bought 2026-10-06: 1,443.55 for 40.37 hours of one trn2.48xlarge
    "CapacityBlockOfferingId": "cbro-1",
    "InstanceType": "trn2.48xlarge",
    "AvailabilityZone": "us-east-2c",
    "InstanceCount": 1,
    "StartDate": "2026-10-06T19:07:48Z",
    "EndDate": "2026-10-08T11:30:00Z",
    "CapacityBlockDurationHours": 40,
    "UpfrontFee": "1443.55",
    "CurrencyCode": "USD",
}


ODD = st.integers(-(10**15), 10**15) | st.sampled_from(
    (None, "", " ", "-1", "1e99", "Infinity", "0.1", "us-east-1a", [{}], {}, True)
)


def page(*rows: dict[str, Any]) -> bytes:
    return json.dumps({"CapacityBlockOfferings": rows}).encode()


def test_the_fee_is_spread_over_hours_and_instances() -> None:
    """45,000 / (168 x 2) = 133.928571."""
    assert prices(parse, page(BLOCK)) == {("p5en.48xlarge", "ap-northeast-2", "capacity_block"): "133.928571"}


def test_the_hours_are_those_between_the_days_and_not_the_whole_ones() -> None:
    """40 h 22 min 12 s are 40.37 h, and 1,443.55 / 40.37 = 35.757989; over 40 whole hours it would be 36.09."""
    (price,) = prices(parse, page(BOUGHT)).values()
    assert price == "35.757989"


def test_minutes_count_if_no_dates_are_given() -> None:
    """From 08:55 to 11:30 a day later: 26 h 35 min; 955 / 26.58333 = 35.924765."""
    undated = {name: value for name, value in BOUGHT.items() if not name.endswith("Date")}
    timed = undated | {"CapacityBlockDurationHours": 26, "CapacityBlockDurationMinutes": 35, "UpfrontFee": "955"}
    assert list(prices(parse, page(timed)).values()) == ["35.924765"]


def test_the_cheapest_block_of_a_region_is_the_price_and_the_range_is_reported() -> None:
    """689.59 / 19 = 36.294211, as bought on 2026-10-03."""
    dearer = BOUGHT | {
        "AvailabilityZone": "us-east-2a",
        "StartDate": "2026-10-03T16:30:00Z",
        "EndDate": "2026-10-04T11:30:00Z",
        "CapacityBlockDurationHours": 19,
        "UpfrontFee": "689.59",
    }
    elsewhere = BOUGHT | {"AvailabilityZone": "ap-south-2a"}
    for documents in ([page(dearer, BOUGHT, elsewhere)], [page(elsewhere, BOUGHT), page(dearer)]):
        result, rejected = read(parse, *documents)
        assert {price.key.region: str(price.usd_per_hour) for price in result} == {
            "us-east-2": "35.757989",
            "ap-south-2": "35.757989",
        }
        assert [(entry.code, entry.row, entry.value) for entry in rejected] == [
            ("aws_block_range", "trn2.48xlarge us-east-2", "35.757989 36.294211 2")
        ]


def test_an_ultraserver_is_its_own_series() -> None:
    ultra = BOUGHT | {"InstanceType": "trn2u.48xlarge", "UltraserverType": "u-trn2x4", "InstanceCount": 4}
    (key,) = prices(parse, page(ultra))
    assert key == ("trn2u.48xlarge", "us-east-2", "capacity_block", "ultraserver u-trn2x4")


def test_segments_are_separate_blocks() -> None:
    """Each has a type, hours and a fee: 1,000 / 24 = 41.666667 and 500 / 24 = 20.833333."""
    one = {
        "InstanceType": "p5en.48xlarge",
        "AvailabilityZone": "us-east-2a",
        "InstanceCount": 1,
        "StartDate": "2026-12-01T11:30:00Z",
        "EndDate": "2026-12-02T11:30:00Z",
        "CapacityBlockDurationHours": 24,
        "UpfrontFee": "1000",
        "CurrencyCode": "USD",
    }
    other = one | {"InstanceType": "p4d.24xlarge", "UpfrontFee": "500"}
    mixed = {"CapacityBlockOfferingId": "cbro-2", "UpfrontFee": "1500", "CapacityBlockOfferingSegments": [one, other]}
    assert prices(parse, page(mixed)) == {
        ("p5en.48xlarge", "us-east-2", "capacity_block"): "41.666667",
        ("p4d.24xlarge", "us-east-2", "capacity_block"): "20.833333",
    }


def test_dedicated_blocks_and_other_machines_are_skipped() -> None:
    assert read(parse, page(BOUGHT | {"Tenancy": "dedicated"}, BOUGHT | {"InstanceType": "m5.large"})) == ([], [])
    assert prices(parse, page(BOUGHT | {"Tenancy": "default"})) == prices(parse, page(BOUGHT))


@pytest.mark.parametrize(
    ("change", "code", "value"),
    [
        ({"CurrencyCode": "CNY"}, "aws_other_currency", "CNY"),
        ({"UpfrontFee": "0.00"}, "aws_free", "trn2.48xlarge"),
        ({"UpfrontFee": None}, "aws_no_number", "None"),
        ({"InstanceCount": 0}, "aws_no_hours", "trn2.48xlarge"),
        ({"InstanceCount": None}, "aws_no_hours", "trn2.48xlarge"),
        ({"CapacityBlockDurationHours": 168}, "aws_no_hours", "trn2.48xlarge"),
        ({"CapacityBlockDurationHours": 0, "EndDate": "2026-10-06T19:07:48Z"}, "aws_no_hours", "trn2.48xlarge"),
        ({"CapacityBlockDurationHours": None, "EndDate": "2026-10-01T00:00:00Z"}, "aws_no_hours", "trn2.48xlarge"),
        ({"AvailabilityZone": "here"}, "aws_no_place", "here"),
    ],
)
def test_an_offering_that_cannot_be_a_price_is_reported(change: dict[str, Any], code: str, value: str) -> None:
    result, rejected = read(parse, page(BOUGHT | change))
    assert result == []
    assert [(entry.code, entry.value) for entry in rejected] == [(code, value)]


def test_no_offerings_are_an_empty_list() -> None:
    assert read(parse, page()) == ([], [])


def test_a_document_without_a_list_of_blocks_is_refused() -> None:
    whole = page(BOUGHT)
    for document in (b"", b"<html>", b"{}", b"x,y\n", b'{"CapacityBlockOfferings": [3]}', whole[:-1], whole[:40]):
        with pytest.raises(FeedError):
            read(parse, document)


@given(st.binary(max_size=300))
def test_any_bytes_are_a_feed_error_or_read(noise: bytes) -> None:
    for document in (noise, b"{" + noise, page(BOUGHT)[:-20] + noise):
        try:
            result, _ = read(parse, document)
        except FeedError:
            continue
        assert all(price.usd_per_hour is not None and price.usd_per_hour > 0 for price in result)


@example({"InstanceCount": 71515978})  # a rate that rounds to nothing
@given(st.dictionaries(st.sampled_from(sorted(BOUGHT)), ODD))
def test_any_offering_is_either_a_price_or_reported(change: dict[str, Any]) -> None:
    result, rejected = read(parse, page(BOUGHT | change))
    assert len(result) + len(rejected) <= 1
    assert all(price.usd_per_hour is not None and price.usd_per_hour > 0 for price in result)
