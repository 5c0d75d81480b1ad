"""The ledger: an hourly rate and an upfront fee make one price, and each series has one price."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from knowledge.feeds.aws.ledger import Ledger, LedgerRate, Product
from knowledge.types.observed import RejectedRow, SeriesKey
from tests.knowledge.feeds.reading import Read, sort

P5 = Product("p5.48xlarge", "us-east-1", "", 8)
ON_DEMAND = LedgerRate("rate-1", "SKU1", "OFFER1", "OnDemand", "Hrs", "55.04", "USD", "0", "2026-09-01")
YEAR = ON_DEMAND._replace(term="Reserved", lease="1yr", option="Partial Upfront", offering="standard")


def settled(*rates: LedgerRate) -> Read:
    ledger = Ledger(date(2026, 11, 21))
    refused: list[RejectedRow] = [entry for rate in rates for entry in ledger.add(P5, rate)]
    result = sort(ledger.prices())
    return result._replace(rejected=[*refused, *result.rejected])


def test_an_hourly_rate_is_the_on_demand_price() -> None:
    result = settled(ON_DEMAND)
    key = SeriesKey("aws", "p5.48xlarge", "us-east-1", "on_demand")
    assert (result.usd, result.chips, result.rejected) == ({key: Decimal("55.04")}, {key: 8}, [])


def test_a_commitment_costs_its_hours_and_its_share_of_the_fee() -> None:
    """20 USD an hour and 87,600 USD for 8,760 hours: 30 USD an hour."""
    result = settled(YEAR._replace(price="20"), YEAR._replace(unit="Quantity", price="87600"))
    key = SeriesKey("aws", "p5.48xlarge", "us-east-1", "reserved_1yr", "", "partial_upfront standard")
    assert result.usd == {key: Decimal(30)}


@pytest.mark.parametrize(
    ("rates", "code"),
    [
        ((YEAR._replace(price="20"),), "aws_no_fee"),
        ((YEAR._replace(unit="Quantity", price="87600"),), "aws_fee_alone"),
        ((YEAR._replace(price="0", option="No Upfront"),), "aws_free"),
        ((ON_DEMAND._replace(price="0.0"),), "aws_free"),
        ((ON_DEMAND._replace(currency="CNY"),), "aws_other_currency"),
        ((ON_DEMAND._replace(price="call us"),), "aws_no_number"),
        ((ON_DEMAND._replace(starts="10240"),), "aws_later_tier"),
        ((ON_DEMAND._replace(unit="GB"),), "aws_other_unit"),
        ((ON_DEMAND._replace(term="Barter"),), "aws_other_terms"),
        ((YEAR._replace(lease="5yr"),), "aws_other_terms"),
    ],
)
def test_an_incomplete_price_is_reported(rates: tuple[LedgerRate, ...], code: str) -> None:
    result = settled(*rates)
    assert (result.usd, [entry.code for entry in result.rejected]) == ({}, [code])


def test_the_rate_in_force_counts() -> None:
    result = settled(ON_DEMAND, ON_DEMAND._replace(price="40", effective="2026-12-01"))
    assert list(result.usd.values()) == [Decimal("55.04")]


def test_the_higher_of_two_rates_of_one_day_counts_and_both_are_reported() -> None:
    result = settled(ON_DEMAND, ON_DEMAND._replace(price="60"))
    assert list(result.usd.values()) == [Decimal(60)]
    assert [(entry.code, entry.value) for entry in result.rejected] == [("aws_two_prices", "55.04, 60")]
