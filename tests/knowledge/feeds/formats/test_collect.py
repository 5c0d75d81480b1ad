"""The collector: one price for each series, whatever the order of rows and however often they come."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

import pytest

from knowledge.feeds.formats.amounts import Amount
from knowledge.feeds.formats.collect import (
    Collector,
    label,
    most_common,
    most_common_amount,
)
from knowledge.feeds.formats.rules import rules
from knowledge.types.observed import SeriesKey
from tests.knowledge.feeds.reading import Read, sort

TRN1 = SeriesKey("aws", "trn1.32xlarge", "us-east-1", "on_demand")
TRN1_SPOT = TRN1._replace(purchase="spot", zone="us-east-1a")


def collected(*rows: tuple[SeriesKey, str]) -> Read:
    """The settled result of the rows, including those rejected at once."""
    collector = Collector(rules())
    refused = [entry for key, cell in rows for entry in collector.put(key, cell, 16)]
    settled = sort(collector.settle())
    return settled._replace(rejected=[*refused, *settled.rejected])


def test_the_most_frequent_price_counts_and_the_others_are_reported() -> None:
    result = collected((TRN1, "21.50"), (TRN1, "22.00"), (TRN1, "21.5"))
    assert result.usd == {TRN1: Decimal("21.5")}
    assert [(entry.code, entry.value) for entry in result.rejected] == [("disagree", "21.5, 22")]


def test_a_blank_beside_a_price_says_nothing() -> None:
    assert collected((TRN1, ""), (TRN1, ""), (TRN1, "21.5")).usd == {TRN1: Decimal("21.5")}


@pytest.mark.parametrize(
    ("spot", "code", "listed"),
    [
        ("2.15", "spot_at_floor", True),  # a tenth of 21.50: AWS's floor
        ("21.50", "spot_at_cap", True),  # equal to on demand: the cap
        ("30.00", "spot_above_on_demand", False),
    ],
)
def test_spot_at_a_cloud_s_limit_is_not_a_market_price(spot: str, code: str, listed: bool) -> None:
    result = collected((TRN1, "21.50"), (TRN1_SPOT, spot))
    assert [entry.code for entry in result.rejected] == [code]
    assert result.usd == {TRN1: Decimal("21.50")} | ({TRN1_SPOT: None} if listed else {})


def test_a_market_price_between_the_limits_is_taken() -> None:
    assert collected((TRN1, "21.50"), (TRN1_SPOT, "7.9")).usd[TRN1_SPOT] == Decimal("7.9")


def test_a_sentinel_is_not_a_price() -> None:
    v6e = SeriesKey("gcp", "tpu-v6e-8", "asia-east1", "on_demand")
    result = collected((v6e, "700.0"))
    assert (result.usd, [entry.code for entry in result.rejected]) == ({}, ["sentinel"])


def test_the_most_frequent_price_counts_and_the_lower_of_a_tie() -> None:
    one, two = Decimal(1), Decimal(2)
    assert most_common(Counter([two, two, one])) == two
    assert most_common(Counter([two, one, None, None])) == one
    assert most_common(Counter([None])) is None
    assert most_common_amount([Amount(None), Amount(None, "zero")]) == Amount(None, "zero")
    assert most_common_amount([Amount(None, "zero"), Amount(two)]) == Amount(two)


def test_a_series_is_labeled_by_its_zone_if_it_has_one() -> None:
    assert (label(TRN1), label(TRN1_SPOT)) == ("trn1.32xlarge us-east-1 on_demand", "trn1.32xlarge us-east-1a spot")
