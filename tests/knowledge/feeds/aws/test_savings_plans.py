"""AWS's Savings Plans: which rates are of a running Linux machine, and of which plan."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.feeds.aws.savings_plans import RATE, parse
from knowledge.types.observed import FeedError
from tests.knowledge.feeds.aws_files import PLAN, PLAN_COLUMNS, plans_csv, prices, read

COMPUTE = PLAN | {
    "SKU": "8GU23DFTKP2N43SD",
    "RateCode": "8GU23DFTKP2N43SD.23PWZ6X8AQE4NKNR",
    "DiscountedRate": "0.0611",
    "PurchaseOption": "No Upfront",
    "LeaseContractLength": "1",
    "Description": "1 year No Upfront Compute Savings Plan",
    "Product Family": "ComputeSavingsPlans",
}
EC2 = ("g6.xlarge", "ap-east-2", "savings_plan", "ec2_instance 3yr partial_upfront")
ANY = ("g6.xlarge", "ap-east-2", "savings_plan", "compute 1yr no_upfront")


def plans_object(*rows: dict[str, str]) -> dict[str, Any]:
    """The same rows in the shape of the JSON: plans, then the rates of each."""
    terms: dict[str, Any] = {}
    for row in rows:
        length = {"duration": int(row["LeaseContractLength"]), "unit": row["LeaseContractLengthUnit"]}
        held = terms.setdefault(
            row["SKU"],
            {
                "sku": row["SKU"],
                "description": row["Description"],
                "effectiveDate": row["EffectiveDate"],
                "leaseContractLength": length,
                "rates": [],
            },
        )
        held["rates"].append(
            {
                "discountedSku": row["DiscountedSKU"],
                "discountedUsageType": row["DiscountedUsageType"],
                "discountedOperation": row["DiscountedOperation"],
                "discountedServiceCode": row["DiscountedServiceCode"],
                "rateCode": row["RateCode"],
                "unit": row["Unit"],
                "discountedRate": {"price": row["DiscountedRate"], "currency": row["Currency"]},
                "discountedRegionCode": row["DiscountedRegionCode"],
                "discountedInstanceType": row["DiscountedInstanceType"],
            }
        )
    attributes = {row["SKU"]: {"purchaseOption": row["PurchaseOption"]} for row in rows}
    families = {row["SKU"]: row["Product Family"] for row in rows}
    return {
        "version": "20250911184447",
        "publicationDate": "2025-09-11T18:44:47Z",
        "regionCode": "ap-east-2",
        "products": [
            {"sku": sku, "productFamily": families[sku], "serviceCode": "ComputeSavingsPlans", "attributes": held}
            for sku, held in attributes.items()
        ],
        "terms": {"savingsPlan": list(terms.values())},
    }


def plans_json(*rows: dict[str, str]) -> bytes:
    return json.dumps(plans_object(*rows), indent=2).encode()


SHAPES = pytest.mark.parametrize("written", [plans_csv, plans_json], ids=["csv", "json"])


@SHAPES
def test_both_kinds_of_plan_are_read_and_distinguished(written) -> None:  # type: ignore[no-untyped-def]
    """The rate is hourly already, whatever is paid upfront."""
    assert prices(parse, written(PLAN, COMPUTE)) == {EC2: "0.0425", ANY: "0.0611"}


@SHAPES
def test_only_running_linux_on_shared_machines_counts(written) -> None:  # type: ignore[no-untyped-def]
    others = [
        {"DiscountedUsageType": "APE2-DedicatedUsage:g6.xlarge"},
        {"DiscountedUsageType": "APE2-UnusedBox:g6.xlarge"},
        {"DiscountedUsageType": "APE2-HostBoxUsage:g6.xlarge"},
        {"DiscountedOperation": "RunInstances:0002"},
        {"DiscountedOperation": "RunInstances:0g00"},
        {"DiscountedServiceCode": "AmazonECS"},
        {"DiscountedUsageType": "APE2-BoxUsage:r7g.medium", "DiscountedInstanceType": "r7g.medium"},
    ]
    assert read(parse, written(PLAN, *(PLAN | {"DiscountedRate": "9"} | other for other in others))) == (
        read(parse, written(PLAN))[0],
        [],
    )


@SHAPES
@pytest.mark.parametrize(
    ("change", "code", "value"),
    [
        ({"Currency": "CNY"}, "aws_other_currency", "CNY"),
        ({"Unit": "Quantity"}, "aws_other_unit", "Quantity"),
        ({"DiscountedRate": "0"}, "aws_free", "g6.xlarge"),
        ({"DiscountedRate": "-0.1"}, "aws_no_number", "-0.1"),
        ({"LeaseContractLength": "5"}, "aws_other_terms", "EC2InstanceSavingsPlans 5 year Partial Upfront"),
        ({"DiscountedRegionCode": "Any"}, "aws_no_place", "Any"),
    ],
)
def test_a_rate_that_cannot_be_a_price_is_reported(written, change, code: str, value: str) -> None:  # type: ignore[no-untyped-def]
    result, rejected = read(parse, written(PLAN | change))
    assert result == []
    assert [(entry.code, entry.value) for entry in rejected] == [(code, value)]


@SHAPES
def test_a_local_zone_is_a_place_of_its_own(written) -> None:  # type: ignore[no-untyped-def]
    denver = {"DiscountedRegionCode": "us-west-2-den-1", "DiscountedUsageType": "DEN1-BoxUsage:g6.xlarge"}
    assert set(prices(parse, written(PLAN | denver))) == {
        ("g6.xlarge", "us-west-2-den-1", "savings_plan", "ec2_instance 3yr partial_upfront")
    }


def test_json_without_region_codes_is_for_the_files_region() -> None:
    """As in AWS's guide: the type and region of a rate are in its usage type and at the top of the file."""
    plans = plans_object(PLAN, COMPUTE)
    for plan in plans["terms"]["savingsPlan"]:
        for rate in plan["rates"]:
            del rate["discountedRegionCode"], rate["discountedInstanceType"]
    assert prices(parse, json.dumps(plans).encode()) == {EC2: "0.0425", ANY: "0.0611"}


def test_a_plan_without_a_product_is_recognized_by_its_description() -> None:
    plans = plans_object(PLAN, COMPUTE) | {"products": []}
    assert prices(parse, json.dumps(plans).encode()) == {EC2: "0.0425", ANY: "0.0611"}


def test_rates_may_come_before_the_fields_they_share() -> None:
    plans = plans_object(PLAN)
    plans["terms"]["savingsPlan"] = [dict(reversed(plan.items())) for plan in plans["terms"]["savingsPlan"]]
    assert prices(parse, json.dumps(plans).encode()) == {EC2: "0.0425"}


def refusal(document: bytes) -> tuple[str, str]:
    with pytest.raises(FeedError) as refused:
        read(parse, document)
    return refused.value.code, refused.value.found


@pytest.mark.parametrize("name", RATE)
def test_a_missing_column_is_named(name: str) -> None:
    assert refusal(plans_csv(PLAN, columns=[column for column in PLAN_COLUMNS if column != name])) == (
        "aws_no_column",
        name,
    )


def test_a_document_without_savings_plans_is_refused() -> None:
    assert refusal(b"<html></html>")[0] == "aws_web_page"
    assert refusal(plans_csv(PLAN).replace(b"AmazonComputeSavingsPlan", b"AmazonDatabaseSavingsPlans"))[0] == (
        "aws_other_offer"
    )
    assert refusal(b'{"regions": []}') == ("aws_no_column", "terms, savingsPlan")
    assert refusal(b'{"terms": {"savingsPlan": {}}}') == ("aws_no_column", "savingsPlan")
    assert refusal(b'{"terms": {"savingsPlan": [{"rates": [3]}]}}') == ("aws_no_column", "rates")


def test_a_table_cut_within_its_last_line_is_refused_though_no_cell_is_quoted() -> None:
    """A truncated type name is another type; the usage type has the full name."""
    whole = plans_csv(PLAN, COMPUTE).rstrip(b"\n")
    assert prices(parse, whole) == {EC2: "0.0425", ANY: "0.0611"}
    for at in range(whole.rindex(b"\n") + 2, len(whole)):
        assert refusal(whole[:at])[0] in ("aws_cut_off", "aws_bad_line")


def test_json_cut_anywhere_is_refused() -> None:
    whole = plans_json(PLAN)
    assert {refusal(whole[:at])[0] for at in range(1, len(whole), 5)} == {"aws_broken_json"}


@given(st.binary(max_size=300))
def test_any_bytes_are_a_feed_error_or_read(noise: bytes) -> None:
    for document in (noise, b"{" + noise, plans_csv(PLAN)[:-40] + noise, plans_json(PLAN)[:-200] + noise):
        try:
            result, _ = read(parse, document)
        except FeedError:
            continue
        assert all(price.usd_per_hour is None or price.usd_per_hour > 0 for price in result)
