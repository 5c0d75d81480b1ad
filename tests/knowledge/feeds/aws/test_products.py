"""Answers of `aws pricing get-products`: one text of JSON a product, as the price files have them."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest

from knowledge.types.observed import FeedError, SeriesKey
from tests.knowledge.feeds.reading import Read, read

ATTRIBUTES = {
    "servicecode": "AmazonEC2", "instanceType": "p5.48xlarge", "regionCode": "us-east-1", "gpu": "8",
    "operatingSystem": "Linux", "tenancy": "Shared", "capacitystatus": "Used", "preInstalledSw": "NA",
    "licenseModel": "No License required", "marketoption": "OnDemand", "operation": "RunInstances",
}  # fmt: skip


def dimension(unit: str, usd: str) -> dict[str, Any]:
    return {"unit": unit, "beginRange": "0", "endRange": "Inf", "appliesTo": [], "pricePerUnit": {"USD": usd}}


def product(attributes: dict[str, str] | None = None, hourly: str = "55.0400000000") -> dict[str, Any]:
    on_demand = {"effectiveDate": "2026-11-01T00:00:00Z", "offerTermCode": "JRTCKXETXF", "termAttributes": {}}
    reserved = {"LeaseContractLength": "1yr", "OfferingClass": "standard", "PurchaseOption": "Partial Upfront"}
    return {
        "product": {"productFamily": "Compute Instance", "sku": "A1", "attributes": ATTRIBUTES | (attributes or {})},
        "serviceCode": "AmazonEC2",
        "terms": {
            "OnDemand": {"A1.J": on_demand | {"priceDimensions": {"A1.J.6": dimension("Hrs", hourly)}}},
            "Reserved": {
                "A1.R": {
                    "effectiveDate": "2026-11-01T00:00:00Z",
                    "termAttributes": reserved,
                    "priceDimensions": {
                        "R.6": dimension("Hrs", "20.00"),
                        "R.2": dimension("Quantity", "87600"),
                    },
                }
            },
        },
        "version": "20261101",
        "publicationDate": "2026-11-01T00:00:00Z",
    }


def answer(*products: dict[str, Any], as_text: bool = True) -> str:
    return json.dumps({"FormatVersion": "aws_v1", "PriceList": [json.dumps(p) if as_text else p for p in products]})


def of(*pages: str) -> Read:
    return read("aws_products", *pages)


def test_a_product_has_its_price_on_demand_and_its_reserved_ones() -> None:
    """87,600 upfront over 8,760 hours is 10 an hour, beside 20."""
    found = of(answer(product()))
    assert found.usd == {
        SeriesKey("aws", "p5.48xlarge", "us-east-1", "on_demand"): Decimal("55.04"),
        SeriesKey("aws", "p5.48xlarge", "us-east-1", "reserved_1yr", terms="partial_upfront standard"): Decimal(30),
    }
    assert set(found.chips.values()) == {8.0}


def test_products_may_be_objects_and_pages_may_follow_each_other_in_one_file() -> None:
    there = product({"regionCode": "eu-north-1"})
    pages = answer(product(), as_text=False) + "\n" + answer(there)
    assert {key.region for key in of(pages).usd} == {"us-east-1", "eu-north-1"}


@pytest.mark.parametrize(
    "other", [{"operatingSystem": "Windows"}, {"tenancy": "Dedicated"}, {"instanceType": "m5.large"}]
)
def test_other_machines_and_systems_are_left_out(other: dict[str, str]) -> None:
    assert of(answer(product(other))).usd == {}


def test_a_place_that_is_none_is_said() -> None:
    assert list(of(answer(product({"regionCode": "nowhere"}))).codes) == ["aws_no_place"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"searchResults": []}', "aws_no_column"),
        ('{"PriceList": ["{"]}', "aws_broken_json"),
        ('{"PriceList": [7]}', "aws_other_shape"),
        (answer(product())[:300], "aws_broken_json"),
        ('{"PriceList": ["{\\"serviceCode\\": \\"AmazonS3\\"}"]}', "aws_other_offer"),
        ('{"PriceList": ["{\\"serviceCode\\": \\"AmazonEC2\\"}"]}', "aws_other_shape"),
        ("a,b\n1,2\n", "aws_broken_json"),
    ],
)
def test_another_document_is_refused(text: str, code: str) -> None:
    with pytest.raises(FeedError) as refusal:
        of(text)
    assert refusal.value.code == code
