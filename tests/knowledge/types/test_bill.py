"""A line of a bill says what it is; everything else of it may be absent."""

from __future__ import annotations

from decimal import Decimal

from knowledge.types.bill import BillError, BillLine


def test_a_line_needs_only_its_kind_its_amount_and_its_currency() -> None:
    line = BillLine("tax", Decimal("1.10"), "USD")
    assert (line.cloud, line.machine, line.hours, line.per_usd) == (None, "", 0, None)


def test_an_error_names_the_row() -> None:
    assert (BillError("no_number", "x", 7).row, str(BillError("no_number", "x", 7))) == (7, "no_number: x")
