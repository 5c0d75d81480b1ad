"""AWS's price list of EC2: which rows are a price of a machine, and what a Reserved one costs an hour."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.feeds.aws.offers import COLUMNS, parse
from knowledge.types.observed import FeedError, ParseContext
from tests.knowledge.feeds.aws_files import (
    CONTEXT,
    DAY,
    FEE,
    HOURLY,
    OFFER_COLUMNS,
    P5,
    offers_csv,
    offers_json,
    offers_object,
    prices,
    read,
)

TRN1 = P5 | {
    "SKU": "WVVQPJVCQU4SR8XF",
    "RateCode": "WVVQPJVCQU4SR8XF.JRTCKXETXF.6YS6EN2CT7",
    "PricePerUnit": "21.5000000000",
    "Instance Type": "trn1.32xlarge",
    "usageType": "BoxUsage:trn1.32xlarge",
    "GPU": "",
}
BLOCK = P5 | {  # listed beside the on-demand price, and free
    "SKU": "5Q7AP3RH7KTVUNCJ",
    "RateCode": "5Q7AP3RH7KTVUNCJ.JRTCKXETXF.6YS6EN2CT7",
    "PricePerUnit": "0.0000000000",
    "MarketOption": "CapacityBlock",
    "operation": "RunInstances:CB",
}
SHAPES = pytest.mark.parametrize("written", [offers_csv, offers_json], ids=["csv", "json"])


@SHAPES
def test_the_price_on_demand_is_the_hour_of_linux_on_a_shared_machine(written) -> None:  # type: ignore[no-untyped-def]
    assert prices(parse, written(P5, TRN1, BLOCK)) == {
        ("p5.48xlarge", "us-east-1", "on_demand"): "55.04",
        ("trn1.32xlarge", "us-east-1", "on_demand"): "21.5",
    }


@SHAPES
def test_other_products_are_skipped(written) -> None:  # type: ignore[no-untyped-def]
    others = [
        {"Tenancy": "Dedicated", "usageType": "DedicatedUsage:p5.48xlarge"},
        {"Tenancy": "Host", "usageType": "HostBoxUsage:p5.48xlarge"},
        {"Operating System": "Windows", "operation": "RunInstances:0002"},
        {"Operating System": "RHEL", "operation": "RunInstances:0010"},
        {"Operating System": "SUSE", "operation": "RunInstances:000g"},
        {"Pre Installed S/W": "SQL Std", "operation": "RunInstances:0004"},
        {"License Model": "Bring your own license"},
        {"CapacityStatus": "UnusedCapacityReservation", "usageType": "UnusedBox:p5.48xlarge"},
        {"CapacityStatus": "AllocatedCapacityReservation", "PricePerUnit": "0.0000000000"},
        {"MarketOption": "CapacityBlock", "PricePerUnit": "39.3300000000"},
        {"Instance Type": "m5.xlarge", "usageType": "BoxUsage:m5.xlarge"},
    ]
    rows = [P5 | {"SKU": f"SKU{at}", "PricePerUnit": "77.0"} | other for at, other in enumerate(others)]
    assert read(parse, written(P5, *rows)) == (read(parse, written(P5))[0], [])


@SHAPES
def test_a_reserved_hour_carries_its_share_of_the_fee(written) -> None:  # type: ignore[no-untyped-def]
    """0.10463 + 2750 / (3 x 8760) = 0.10463 + 0.104642 = 0.209272."""
    key = ("g5.xlarge", "ap-northeast-1", "reserved_3yr", "partial_upfront standard")
    assert prices(parse, written(HOURLY, FEE)) == {key: "0.209272"}
    assert prices(parse, written(FEE, HOURLY)) == {key: "0.209272"}


@SHAPES
def test_each_reservation_option_is_its_own_series(written) -> None:  # type: ignore[no-untyped-def]
    """All upfront for a year: 8760 / 8760 = 1 an hour, though its hourly row says 0."""

    def row(source: Mapping[str, str], code: str, price: str, **more: str) -> dict[str, str]:
        return {
            **source,
            "OfferTermCode": code,
            "RateCode": f"{code}.{source['Unit']}",
            "PricePerUnit": price,
            **more,
        }

    all_upfront = {"LeaseContractLength": "1yr", "PurchaseOption": "All Upfront"}
    none = {"LeaseContractLength": "1yr", "PurchaseOption": "No Upfront", "OfferingClass": "convertible"}
    result = prices(
        parse,
        written(
            row(HOURLY, "A", "0.0000000000", **all_upfront),
            row(FEE, "A", "8760", **all_upfront),
            row(HOURLY, "B", "0.7350000000", **none),
        ),
    )
    assert result == {
        ("g5.xlarge", "ap-northeast-1", "reserved_1yr", "all_upfront standard"): "1",
        ("g5.xlarge", "ap-northeast-1", "reserved_1yr", "no_upfront convertible"): "0.735",
    }


@SHAPES
def test_half_an_offer_is_not_a_price(written) -> None:  # type: ignore[no-untyped-def]
    result, rejected = read(parse, written(HOURLY))
    assert (result, [entry.code for entry in rejected]) == ([], ["aws_no_fee"])
    result, rejected = read(parse, written(FEE))
    assert (result, [entry.code for entry in rejected]) == ([], ["aws_fee_alone"])


@SHAPES
@pytest.mark.parametrize(
    ("change", "code", "value"),
    [
        ({"Currency": "CNY", "Region Code": "cn-north-1"}, "aws_other_currency", "CNY"),
        ({"PricePerUnit": "0.0000000000"}, "aws_free", "p5.48xlarge"),
        ({"PricePerUnit": "-1"}, "aws_no_number", "-1"),
        ({"PricePerUnit": "1e400"}, "aws_no_number", "1e400"),
        ({"PricePerUnit": "NaN"}, "aws_no_number", "NaN"),
        ({"Unit": "Quantity"}, "aws_other_unit", "Quantity"),
        ({"StartingRange": "750"}, "aws_later_tier", "750"),
        ({"TermType": "Reserved", "LeaseContractLength": "5yr"}, "aws_other_terms", "5yr"),
        ({"Region Code": "Any"}, "aws_no_place", "Any"),
    ],
)
def test_a_row_that_cannot_be_a_price_is_reported(written, change, code: str, value: str) -> None:  # type: ignore[no-untyped-def]
    result, rejected = read(parse, written(P5 | change))
    assert result == []
    assert [(entry.code, entry.value) for entry in rejected] == [(code, value)]


@SHAPES
def test_a_blank_price_is_unknown_and_not_free(written) -> None:  # type: ignore[no-untyped-def]
    result, rejected = read(parse, written(P5 | {"PricePerUnit": ""}))
    assert ([price.usd_per_hour for price in result], rejected) == ([None], [])


@SHAPES
def test_regions_are_read_from_their_code_and_a_local_zone_is_none_of_its_regions(written) -> None:  # type: ignore[no-untyped-def]
    oregon = {"Region Code": "us-west-2", "usageType": "USW2-BoxUsage:g5.xlarge", "SKU": "A"}
    los_angeles = {"Region Code": "us-west-2-lax-1", "usageType": "LAX1-BoxUsage:g5.xlarge", "SKU": "B"}
    g5 = P5 | {"Instance Type": "g5.xlarge"}
    result = prices(parse, written(g5 | oregon, g5 | los_angeles | {"PricePerUnit": "1.2072000000"}))
    assert result == {
        ("g5.xlarge", "us-west-2", "on_demand"): "55.04",
        ("g5.xlarge", "us-west-2-lax-1", "on_demand"): "1.2072",
    }


@SHAPES
def test_of_two_prices_the_one_in_force_counts_then_the_higher(written) -> None:  # type: ignore[no-untyped-def]
    key = ("p5.48xlarge", "us-east-1", "on_demand")
    older = P5 | {"SKU": "OLDER", "RateCode": "OLDER.1", "EffectiveDate": "2025-06-01", "PricePerUnit": "98.32"}
    next_year = P5 | {"SKU": "NEXT", "RateCode": "NEXT.1", "EffectiveDate": "2027-01-01", "PricePerUnit": "40"}
    assert prices(parse, written(older, P5, next_year)) == {key: "55.04"}
    assert prices(parse, written(next_year, P5, older)) == {key: "55.04"}
    twin = P5 | {"SKU": "TWIN", "RateCode": "TWIN.1", "PricePerUnit": "60.0"}
    result, rejected = read(parse, written(P5, twin))
    assert [str(price.usd_per_hour) for price in result] == ["60"]
    assert [(entry.code, entry.row, entry.value) for entry in rejected] == [("aws_two_prices", "TWIN.1", "55.04, 60")]
    assert read(parse, written(P5, P5)) == read(parse, written(P5))


@SHAPES
def test_the_number_of_accelerators_is_the_one_listed(written) -> None:  # type: ignore[no-untyped-def]
    result, _ = read(parse, written(P5, TRN1))
    assert {price.key.instance: price.chips for price in result} == {"p5.48xlarge": 8.0, "trn1.32xlarge": None}


@SHAPES
def test_a_list_published_after_the_day_it_was_read_is_reported(written) -> None:  # type: ignore[no-untyped-def]
    _, rejected = read(parse, written(P5), context=ParseContext(DAY.replace(month=10), "aws", CONTEXT.prefixes))
    assert [(entry.code, entry.value) for entry in rejected] == [("aws_published_later", "2026-10-21")]


def test_regions_of_several_files_are_one_snapshot() -> None:
    ohio = P5 | {"SKU": "OHIO", "Region Code": "us-east-2", "usageType": "USE2-BoxUsage:p5.48xlarge"}
    assert set(prices(parse, offers_csv(P5), offers_json(ohio))) == {
        ("p5.48xlarge", "us-east-1", "on_demand"),
        ("p5.48xlarge", "us-east-2", "on_demand"),
    }


def refusal(document: bytes) -> tuple[str, str]:
    with pytest.raises(FeedError) as refused:
        read(parse, document)
    return refused.value.code, refused.value.found


@pytest.mark.parametrize("name", COLUMNS)
def test_a_missing_or_renamed_column_is_named(name: str) -> None:
    renamed = [f"{column} (new)" if column == name else column for column in OFFER_COLUMNS]
    assert refusal(offers_csv(P5, columns=renamed)) == ("aws_no_column", name)


def test_a_new_column_does_not_stop_the_parser() -> None:
    assert prices(parse, offers_csv(P5, columns=["Brand New", *OFFER_COLUMNS])) == prices(parse, offers_csv(P5))


def test_a_missing_attribute_is_named() -> None:
    listed = offers_object(P5)
    del listed["products"][P5["SKU"]]["attributes"]["marketoption"]
    assert refusal(json.dumps(listed).encode()) == ("aws_no_column", "marketoption")


def test_a_document_that_is_not_a_price_list_of_ec2_is_refused() -> None:
    whole = offers_csv(P5)
    assert refusal(b"")[0] == "aws_empty"
    assert refusal(b"\n \n")[0] == "aws_empty"
    assert refusal(b"<!DOCTYPE html><html><body>Sign in</body></html>")[0] == "aws_web_page"
    assert refusal(b'<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>')[0] == "aws_web_page"
    assert refusal(offers_csv(P5, offer="AmazonRDS")) == ("aws_other_offer", "AmazonRDS")
    assert refusal(json.dumps(offers_object(P5) | {"offerCode": "AmazonRDS"}).encode())[0] == "aws_other_offer"
    assert refusal(whole.split(b"\n", 5)[5])[0] == "aws_no_metadata"
    assert refusal(b"\n".join(whole.split(b"\n")[:3]))[0] == "aws_no_metadata"
    assert refusal(offers_csv()) == ("aws_no_rows", "")
    assert refusal(b"\x1f\x8b\x08\x00" + b"\x00" * 40)[0] in ("aws_bad_line", "aws_no_metadata")
    assert refusal(b'{"message": "Forbidden"}') == ("aws_no_column", "offerCode, products, terms")
    assert refusal(b'{"offerCode": "AmazonEC2", "terms": {}, "products": {}}')[0] == "aws_terms_first"
    assert refusal(b"[]")[0] == "aws_no_metadata"
    assert refusal(offers_json(P5) + b"}")[0] == "aws_broken_json"


def test_a_table_cut_within_a_line_is_refused_wherever_it_is_cut() -> None:
    """A file cut between two lines looks like a shorter list; only the declared length reveals it."""
    whole = offers_csv(P5, HOURLY, FEE)
    ends = {at + 1 for at, byte in enumerate(whole) if byte == ord("\n")}
    start = whole.index(b"3D4V8UAYEMB38GU2")
    for at in range(start, len(whole) - 1):
        if at not in ends and at + 1 not in ends:
            with pytest.raises(FeedError) as refused:
                read(parse, whole[:at])
            assert refused.value.code in ("aws_cut_off", "aws_bad_line", "aws_no_rows")


def test_a_last_line_may_lack_its_break() -> None:
    assert read(parse, offers_csv(P5).rstrip(b"\n")) == read(parse, offers_csv(P5))


def test_json_cut_anywhere_is_refused() -> None:
    whole = offers_json(P5, HOURLY, FEE)
    for at in range(1, len(whole), 7):
        assert refusal(whole[:at])[0] == "aws_broken_json"


@pytest.mark.parametrize("damage", [b'"p5.48xlarge', b'\xff\xfe"p5"', b'"p5.48xlarge"x,', b'"p5.48xlarge",'])
def test_a_damaged_row_stops_the_parser(damage: bytes) -> None:
    assert refusal(offers_csv(P5) + damage + b"\n")[0] == "aws_bad_line"


def test_an_endless_line_does_not_fill_memory() -> None:
    class Endless(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            return b'"' * size

    with pytest.raises(FeedError):
        list(parse([Endless()], CONTEXT))  # type: ignore[list-item]


@given(st.binary(max_size=300))
def test_any_bytes_are_a_feed_error_or_read(noise: bytes) -> None:
    for document in (noise, b"{" + noise, offers_csv(P5)[:-40] + noise, offers_json(P5)[:-200] + noise):
        try:
            result, _ = read(parse, document)
        except FeedError:
            continue
        assert all(price.usd_per_hour is None or price.usd_per_hour > 0 for price in result)
