"""Which export a file is."""

from __future__ import annotations

import pytest

from knowledge.bills.registry import UnknownBillError, bill
from tests.knowledge.bills.exports import BILLS, CONTEXT, opened


@pytest.mark.parametrize("name", BILLS)
def test_a_file_is_recognized_by_its_columns(name: str) -> None:
    assert bill(opened(BILLS[name][0]), CONTEXT).format.id == name


def test_a_file_that_is_none_says_what_the_nearest_would_have() -> None:
    with pytest.raises(UnknownBillError) as refusal:
        bill(opened(b"BilledCost,ChargeCategory,BillingCurrency\n1,Usage,USD\n"), CONTEXT)
    assert (refusal.value.nearest.id, refusal.value.missing) == ("focus", ("effective_cost",))
