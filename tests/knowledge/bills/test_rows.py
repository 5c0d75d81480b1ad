"""Nested records as rows of text."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from itertools import chain, repeat

import pytest

from knowledge.bills.rows import of_records, snake


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("CostInBillingCurrency", "cost_in_billing_currency"),
        ("costInBillingCurrency", "cost_in_billing_currency"),
        ("lineItem/UsageStartDate", "line_item_usage_start_date"),
        ("line_item_usage_start_date", "line_item_usage_start_date"),
        ("sku.description", "sku_description"),
        ("x_SkuDetails", "x_sku_details"),
    ],
)
def test_a_column_has_one_name_however_it_is_spelled(written: str, name: str) -> None:
    assert snake(written) == name


def test_columns_are_those_of_the_first_objects_together() -> None:
    assert of_records([{"a": 1}, {"b": {"c": "x"}}]).columns == ("a", "b", "b_c")


def test_memory_does_not_grow_with_the_file() -> None:
    """50,000 rows of 60 bytes take less than half a megabyte."""

    def peak(count: int) -> int:
        lines: Iterator[dict[str, object]] = chain(repeat({"cost": "1.25", "labels": [{"key": "a"}]}, count))
        tracemalloc.start()
        assert sum(1 for _ in of_records(lines).of(("cost",))) == count
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    assert peak(50_000) < 500_000
