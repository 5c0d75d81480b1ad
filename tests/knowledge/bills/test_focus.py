"""Lines of FOCUS, one trap each; the sums are in tests/engine/bills."""

from __future__ import annotations

import pytest

from knowledge.types.bill import BillError, BillLine
from tests.knowledge.bills.exports import FOCUS_COLUMNS, P5_DETAILS, PLAN, TERM, csv_of, focus_row, read


def one(cost: str, quantity: str = "0", **said: object) -> BillLine:
    (line,) = read(csv_of(FOCUS_COLUMNS, [focus_row(cost, quantity, **said)]))
    return line


@pytest.mark.parametrize(
    "said",
    [
        {"SkuPriceDetails": P5_DETAILS},
        {"x_UsageType": "USE1-BoxUsage:p5.48xlarge"},
        {"ChargeDescription": "$55.04 per On Demand Linux p5.48xlarge Instance Hour"},
    ],
)
def test_the_machine_is_where_this_version_and_seller_put_it(said: dict[str, str]) -> None:
    line = one("55.04", "1", **said)
    assert (line.machine, line.way, line.hours) == ("p5.48xlarge", "on_demand", 1)


def test_a_purchase_of_a_plan_is_a_fee_and_any_other_is_something_else() -> None:
    assert one("0", "1", ChargeCategory="Purchase", **PLAN).kind == "fee"
    assert one("5", "1", ChargeCategory="Purchase").kind == "other"


def test_a_reservation_says_its_term_only_where_its_seller_adds_it() -> None:
    said = TERM | {"SkuPriceDetails": P5_DETAILS}
    assert one("20", "1", **said).way == "reserved_3yr"
    assert one("20", "1", **said | {"x_SkuTerm": ""}).way == "reserved"


def test_reserved_capacity_not_used_is_idle() -> None:
    columns = (*FOCUS_COLUMNS, "CapacityReservationStatus")
    (line,) = read(
        csv_of(columns, [focus_row("55.04", "1", SkuPriceDetails=P5_DETAILS, CapacityReservationStatus="Unused")])
    )
    assert (line.kind, line.machine) == ("idle", "p5.48xlarge")


def test_google_s_lines_are_refused_since_they_name_no_machine() -> None:
    with pytest.raises(BillError) as refusal:
        one("12", "416", ProviderName="Google Cloud", ChargeDescription="A3 Instance Core running in Americas")
    assert (refusal.value.code, refusal.value.row) == ("focus_of_google", 2)
