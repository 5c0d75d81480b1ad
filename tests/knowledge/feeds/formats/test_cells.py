"""What cells say: one reading for each text, and figures that are another way of buying."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from knowledge.feeds.formats.amounts import NUMBER, amount
from knowledge.feeds.formats.cells import Cells, not_prices, other_purchase
from knowledge.feeds.formats.rules import rules
from knowledge.types.observed import SeriesKey, to_text


def test_a_cell_is_read_once_and_written_as_it_is_stored() -> None:
    cells = Cells(16, rules(), not_prices(rules(), "aws", "trn1.32xlarge", "on_demand"))
    price, why = cells["21.50"]
    assert (price, why) == (("21.5", 16), "")
    assert cells["21.50"][0] is price


@given(st.from_regex(NUMBER, fullmatch=True))
def test_every_number_is_written_as_the_same_price_would_be(text: str) -> None:
    cells = Cells(None, rules(), not_prices(rules(), "aws", "trn1.32xlarge", "on_demand"))
    read = amount(text, rules())
    assert cells[text] == ((to_text(read.usd), None), read.reason)


def test_a_cell_that_is_no_price_says_why() -> None:
    cells = Cells(16, rules(), not_prices(rules(), "aws", "trn1.32xlarge", "on_demand"))
    assert cells["n/a?"] == ((None, 16), "unreadable")
    assert cells[""] == ((None, 16), "")


def test_the_rate_of_another_purchase_option_is_recognized_by_the_chip() -> None:
    """33.60609 for eight H100 is the scheduled rate of 4.20076 each."""
    h100 = SeriesKey("gcp", "H100", "us-central1", "on_demand")
    assert other_purchase(rules(), h100, Decimal("33.60609"), 8) == "is_scheduled"
    assert other_purchase(rules(), h100, Decimal("78.37"), 8) == ""
