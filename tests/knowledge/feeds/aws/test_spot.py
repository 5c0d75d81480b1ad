"""AWS's spot history: the price in force in each zone on the day it is read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.feeds.aws.spot import parse
from knowledge.types.observed import FeedError
from tests.knowledge.feeds.aws_files import prices, read

TRN1 = {
    "AvailabilityZone": "us-east-1a",
    "AvailabilityZoneId": "use1-az6",
    "InstanceType": "trn1.32xlarge",
    "ProductDescription": "Linux/UNIX",
    "SpotPrice": "3.047400",
    "Timestamp": "2026-11-20T07:10:55+00:00",
}
KEY = ("trn1.32xlarge", "us-east-1", "spot", "use1-az6")


def page(*rows: dict[str, Any], token: str = "") -> bytes:
    return json.dumps({"NextToken": token, "SpotPriceHistory": rows}).encode()


def text(*rows: dict[str, str]) -> bytes:
    """What `--output text` prints: cells in the order of their names, behind the name of the list."""
    return "".join("\t".join(["SPOTPRICEHISTORY", *(row[k] for k in sorted(row))]) + "\n" for row in rows).encode()


WRITTEN = pytest.mark.parametrize("written", [page, text], ids=["json", "text"])


@WRITTEN
def test_the_newest_change_up_to_the_day_is_the_price_in_force(written) -> None:  # type: ignore[no-untyped-def]
    older = TRN1 | {"SpotPrice": "2.9", "Timestamp": "2026-11-01T00:00:00.000Z"}
    last_minute = TRN1 | {"SpotPrice": "3.1", "Timestamp": "2026-11-21T23:59:59Z"}
    tomorrow = TRN1 | {"SpotPrice": "4", "Timestamp": "2026-11-22T00:00:00Z"}
    assert prices(parse, written(TRN1, older)) == {KEY: "3.0474"}
    assert prices(parse, written(older, TRN1)) == {KEY: "3.0474"}
    assert prices(parse, written(tomorrow, last_minute, TRN1, older)) == {KEY: "3.1"}


@WRITTEN
def test_each_zone_has_its_own_price(written) -> None:  # type: ignore[no-untyped-def]
    """Real values; 55.04 is the cap and 2.15 the floor, which is for the engine to judge."""
    rows = [
        TRN1 | {"AvailabilityZoneId": "use1-az4", "AvailabilityZone": "us-east-1b", "SpotPrice": "7.534600"},
        TRN1,
        TRN1 | {"AvailabilityZoneId": "use2-az3", "AvailabilityZone": "us-east-2c", "SpotPrice": "2.150000"},
        TRN1 | {"InstanceType": "p5.48xlarge", "SpotPrice": "55.040000"},
        TRN1 | {"AvailabilityZoneId": "usw2-lax1-az1", "AvailabilityZone": "us-west-2-lax-1a", "SpotPrice": "0.4"},
    ]
    assert prices(parse, written(*rows)) == {
        ("trn1.32xlarge", "us-east-1", "spot", "use1-az4"): "7.5346",
        KEY: "3.0474",
        ("trn1.32xlarge", "us-east-2", "spot", "use2-az3"): "2.15",
        ("p5.48xlarge", "us-east-1", "spot", "use1-az6"): "55.04",
        ("trn1.32xlarge", "us-west-2-lax-1", "spot", "usw2-lax1-az1"): "0.4",
    }


@WRITTEN
def test_pages_are_one_history(written) -> None:  # type: ignore[no-untyped-def]
    older = TRN1 | {"SpotPrice": "2.9", "Timestamp": "2026-11-01T00:00:00Z"}
    assert prices(parse, written(older), written(TRN1)) == {KEY: "3.0474"}
    assert prices(parse, written(older) + b"\n" + written(TRN1)) == {KEY: "3.0474"}


def test_other_systems_and_other_machines_are_skipped() -> None:
    others = [
        TRN1 | {"ProductDescription": name, "SpotPrice": "9"}
        for name in ("Windows", "SUSE Linux", "Red Hat Enterprise Linux", "Windows (Amazon VPC)")
    ]
    assert read(parse, page(*others, TRN1 | {"InstanceType": "m5.large"})) == ([], [])
    in_a_vpc = TRN1 | {"ProductDescription": "Linux/UNIX (Amazon VPC)"}
    assert prices(parse, page(TRN1, in_a_vpc)) == {KEY: "3.0474"}


@WRITTEN
def test_without_ids_zones_are_named_and_that_is_reported(written) -> None:  # type: ignore[no-untyped-def]
    """The command line printed no ids before 2025; the name of a zone differs by account."""
    named = {name: value for name, value in TRN1.items() if name != "AvailabilityZoneId"}
    result, rejected = read(parse, written(named))
    assert [price.key.zone for price in result] == ["us-east-1a"]
    assert [(entry.code, entry.row) for entry in rejected] == [("aws_zone_names", "us-east-1a")]


@pytest.mark.parametrize(
    ("zone", "region"),
    [
        ("use1-az4", "us-east-1"),
        ("usgw1-az1", "us-gov-west-1"),
        ("apne1-az2", "ap-northeast-1"),
        ("apse4-az3", "ap-southeast-4"),
        ("aps2-az1", "ap-south-2"),
        ("euc1-az1", "eu-central-1"),
        ("usw2-lax1-az1", "us-west-2-lax-1"),
    ],
)
def test_an_id_alone_tells_the_region(zone: str, region: str) -> None:
    only = {name: value for name, value in TRN1.items() if name != "AvailabilityZone"} | {"AvailabilityZoneId": zone}
    assert prices(parse, page(only)) == {("trn1.32xlarge", region, "spot", zone): "3.0474"}


@pytest.mark.parametrize(
    ("change", "code", "value"),
    [
        ({"SpotPrice": "0.0"}, "aws_free", "trn1.32xlarge"),
        ({"SpotPrice": "n/a"}, "aws_no_number", "n/a"),
        ({"Timestamp": "yesterday"}, "aws_no_time", "yesterday"),
        ({"Timestamp": "2026-12-01T00:00:00Z"}, "aws_not_yet", "2026-11-21"),
        ({"AvailabilityZone": "cn-north-1a", "AvailabilityZoneId": "cnn1-az1"}, "aws_other_currency", "CNY"),
        ({"AvailabilityZone": "nowhere", "AvailabilityZoneId": "az1"}, "aws_no_place", "nowhere"),
    ],
)
def test_a_row_that_cannot_be_a_price_is_reported(change: dict[str, str], code: str, value: str) -> None:
    result, rejected = read(parse, page(TRN1 | change))
    assert result == []
    assert [(entry.code, entry.value) for entry in rejected] == [(code, value)]


def test_repeated_rows_count_once_and_the_higher_of_two_prices_at_one_time_counts() -> None:
    assert read(parse, page(TRN1, TRN1)) == read(parse, page(TRN1))
    for rows in ([TRN1, TRN1 | {"SpotPrice": "3.2"}], [TRN1 | {"SpotPrice": "3.2"}, TRN1]):
        result, rejected = read(parse, page(*rows))
        assert [str(price.usd_per_hour) for price in result] == ["3.2"]
        assert [(entry.code, entry.value) for entry in rejected] == [("aws_two_prices", "3.0474, 3.2")]


def test_no_offerings_are_an_empty_list() -> None:
    assert read(parse, page()) == ([], [])


def refusal(document: bytes) -> str:
    with pytest.raises(FeedError) as refused:
        read(parse, document)
    return refused.value.code


def test_a_document_that_is_not_a_spot_history_is_refused() -> None:
    assert refusal(b"") == "aws_empty"
    assert refusal(b"<html>") == "aws_web_page"
    assert refusal(b"{}") == "aws_no_column"
    assert refusal(b'{"SpotPrices": []}') == "aws_no_column"
    assert refusal(page(TRN1) + b"{}") == "aws_no_column"
    assert refusal(b"An error occurred\n") == "aws_no_column"
    assert refusal(b"a\tb\tc\n") == "aws_bad_line"


def test_a_history_cut_anywhere_is_refused() -> None:
    whole = page(TRN1, TRN1)
    assert {refusal(whole[:at]) for at in range(1, len(whole))} == {"aws_broken_json"}
    lines = text(TRN1)
    for at in range(lines.index(b"\t") + 1, lines.rindex(b"20T07")):
        assert refusal(lines[:at]) in ("aws_cut_off", "aws_no_column")


@given(st.binary(max_size=300))
def test_any_bytes_are_a_feed_error_or_read(noise: bytes) -> None:
    for document in (noise, b"{" + noise, page(TRN1)[:-20] + noise, text(TRN1)[:-10] + noise):
        try:
            result, _ = read(parse, document)
        except FeedError:
            continue
        assert all(price.usd_per_hour is not None and price.usd_per_hour > 0 for price in result)


@pytest.mark.parametrize("number", [b"9" * 5_000, b"-" + b"9" * 5_000, b"1e999999999999999999999", b"9" * 400])
def test_a_huge_number_is_a_feed_error_not_a_crash(number: bytes) -> None:
    """Python refuses numbers of more than 4,300 digits, and the parser in C did not survive being told so."""
    hostile = page(TRN1 | {"SpotPrice": 1}).replace(b'"SpotPrice": 1', b'"SpotPrice": ' + number)
    for _ in range(50):
        assert refusal(hostile) == "aws_broken_json"
    assert prices(parse, page(TRN1)) == {KEY: "3.0474"}
