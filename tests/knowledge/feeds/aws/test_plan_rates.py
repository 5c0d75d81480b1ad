"""Answers of `aws savingsplans describe-savings-plans-offering-rates`."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest

from knowledge.types.observed import FeedError, SeriesKey
from tests.knowledge.feeds.reading import Read, read


def rate(usd: str = "31.464", **said: Any) -> dict[str, Any]:
    offering = {
        "offeringId": "0ff1ce", "paymentOption": "No Upfront", "planType": "Compute", "durationSeconds": 31_536_000,
        "currency": "USD", "planDescription": "1 year No Upfront Compute Savings Plan",
    }  # fmt: skip
    properties = {"region": "us-east-1", "instanceType": "p5.48xlarge", "instanceFamily": "p5", "tenancy": "shared"}
    properties |= {"productDescription": "Linux/UNIX"} | said.pop("properties", {})
    entry = {
        "savingsPlanOffering": offering | said.pop("offering", {}), "rate": usd, "unit": "Hrs", "productType": "EC2",
        "serviceCode": "AmazonEC2", "usageType": "BoxUsage:p5.48xlarge", "operation": "RunInstances",
        "properties": [{"name": name, "value": value} for name, value in properties.items()],
    }  # fmt: skip
    return entry | said


def of(*rates: dict[str, Any]) -> Read:
    return read("aws_plan_rates", json.dumps({"searchResults": rates, "nextToken": ""}))


def plan(terms: str, region: str = "us-east-1") -> SeriesKey:
    return SeriesKey("aws", "p5.48xlarge", region, "savings_plan", terms=terms)


def test_a_rate_is_of_one_plan_one_term_and_one_way_to_pay() -> None:
    three = {"durationSeconds": 94_608_000, "paymentOption": "All Upfront", "planType": "EC2Instance"}
    ohio = {"usageType": "USE2-BoxUsage:p5.48xlarge", "properties": {"region": "us-east-2"}}
    found = of(rate(), rate("19.90", offering=three, **ohio))
    assert found.usd == {
        plan("compute 1yr no_upfront"): Decimal("31.464"),
        plan("ec2_instance 3yr all_upfront", "us-east-2"): Decimal("19.9"),
    }


@pytest.mark.parametrize(
    "other",
    [
        {"properties": {"tenancy": "dedicated"}},
        {"properties": {"productDescription": "Windows"}},
        {"serviceCode": "AWSLambda"},
        {"operation": "RunInstances:0002"},
        {"usageType": "UnusedBox:p5.48xlarge"},
    ],
)
def test_what_is_no_hour_of_a_running_linux_machine_is_left_out(other: dict[str, Any]) -> None:
    assert of(rate(**other)).usd == {}


@pytest.mark.parametrize(
    ("other", "code"),
    [
        ({"offering": {"durationSeconds": 1000}}, "aws_other_terms"),
        ({"offering": {"planType": "SageMaker"}}, "aws_other_terms"),
        ({"offering": {"currency": "CNY"}}, "aws_other_currency"),
        ({"unit": "Request"}, "aws_other_unit"),
        ({"rate": "0"}, "aws_free"),
    ],
)
def test_a_rate_that_cannot_be_one_says_why(other: dict[str, Any], code: str) -> None:
    found = of(rate(**other))
    assert (list(found.codes), found.usd) == ([code], {})


@pytest.mark.parametrize("text", ['{"PriceList": []}', '{"searchResults": [{}]}', '{"searchResults": ["x"]}', "x"])
def test_another_document_is_refused(text: str) -> None:
    with pytest.raises(FeedError):
        read("aws_plan_rates", text)
