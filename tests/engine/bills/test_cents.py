"""Parts of a sum to the cent."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bills.cents import CENT, cents, parted
from tests.share import examples

AMOUNTS = st.decimals(-(10**9), 10**9, places=6)


@settings(max_examples=examples(40))
@given(st.lists(AMOUNTS, max_size=8))
def test_the_parts_shown_add_up_to_the_sum_shown_and_none_is_a_cent_off(amounts: list[Decimal]) -> None:
    parts = dict(enumerate(amounts))
    whole = cents(sum(amounts, Decimal(0)))
    shown = parted(parts, whole)
    assert sum(shown.values(), Decimal(0)) == whole
    assert all(abs(shown[part] - usd) < CENT for part, usd in parts.items())


def test_a_cent_goes_to_the_part_that_lost_most() -> None:
    """2,179.262: 10.005 is 10.00, since -196.663 is nearer to -196.66 and the sum has 26 cents."""
    parts = {"machine": "2165.92", "idle": "300", "other": "-196.663", "tax": "10.005", "credit": "-100"}
    shown = parted({kind: Decimal(usd) for kind, usd in parts.items()}, Decimal("2179.26"))
    assert [str(usd) for usd in shown.values()] == ["2165.92", "300.00", "-196.66", "10.00", "-100.00"]


def test_parts_of_another_sum_are_rounded_each_by_itself() -> None:
    assert parted({"a": Decimal("1.005"), "b": Decimal("2")}, Decimal(50)) == {"a": Decimal("1.01"), "b": Decimal(2)}


def test_what_is_too_long_for_cents_stays() -> None:
    assert cents(Decimal("1e60")) == parted({"a": Decimal("1e60")}, Decimal("1e60"))["a"] == Decimal("1e60")
