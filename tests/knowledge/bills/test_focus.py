"""Lines of FOCUS, one trap each; the sums are in tests/engine/bills."""

from __future__ import annotations

from decimal import Decimal

import pytest

from knowledge.types.bill import BillError, BillLine
from tests.knowledge.bills.exports import FOCUS_COLUMNS, P5_DETAILS, PLAN, TERM, csv_of, focus_row, read

LATER = ("SkuMeter", "CapacityReservationStatus", "PricingQuantity", "PricingUnit")


def one(cost: str, quantity: str = "0", **said: object) -> BillLine:
    (line,) = read(csv_of(FOCUS_COLUMNS, [focus_row(cost, quantity, **said)]))
    return line


def only(cost: str, quantity: str = "0", **said: object) -> BillLine:
    """Of an export with the columns of all versions."""
    (line,) = read(csv_of((*FOCUS_COLUMNS, *LATER), [focus_row(cost, quantity, **said)]))
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


BESIDE = [
    {"x_UsageType": "EBSOptimized:p5.48xlarge"},
    {"x_UsageType": "USE1-EBSOptimized:p5.48xlarge", "SkuPriceDetails": P5_DETAILS},
    {"SkuMeter": "EBSOptimized:p5.48xlarge", "SkuPriceDetails": P5_DETAILS},
    {"SkuMeter": "USE1-Reservation:p5.48xlarge", "SkuPriceDetails": P5_DETAILS},
    {"SkuPriceDetails": P5_DETAILS, "ChargeDescription": "$0.00 for 1061 Mbps per p5.48xlarge instance-hour"},
    {"ChargeDescription": "$0.02 for EBS optimized p5.48xlarge"},
    {"ChargeDescription": "$0.00 per Reservation Linux p5.48xlarge Instance Hour"},
    {"ChargeDescription": "Support of p5.48xlarge"},
]


@pytest.mark.parametrize("said", BESIDE)
def test_what_is_billed_beside_a_machine_by_its_hours_is_none_of_its_hours(said: dict[str, str]) -> None:
    line = only("0.5", "24", **said)
    assert (line.kind, line.machine, line.hours, line.amount) == ("other", "", 0, Decimal("0.5"))


@pytest.mark.parametrize(
    "said",
    [
        {"SkuMeter": "BoxUsage:p5.48xlarge"},
        {"SkuMeter": "USE1-BoxUsage:p5.48xlarge", "SkuPriceDetails": P5_DETAILS},
        {"SkuMeter": "Compute Usage", "SkuPriceDetails": P5_DETAILS},
        {"SkuMeter": "DedicatedUsage:p5.48xlarge", "x_UsageType": "NULL"},
        {"ChargeDescription": "Linux/UNIX (Amazon VPC), p5.48xlarge reserved instance applied"},
    ],
)
def test_a_machine_s_own_hours_are_told_by_its_meter_or_in_words(said: dict[str, str]) -> None:
    line = only("55.04", "1", **said)
    assert (line.kind, line.machine, line.hours) == ("machine", "p5.48xlarge", 1)


@pytest.mark.parametrize(
    "said",
    [
        {"x_UsageType": "UnusedBox:p5.48xlarge"},
        {"SkuMeter": "USE1-UnusedDed:p5.48xlarge", "SkuPriceDetails": P5_DETAILS},
        {"ChargeDescription": "$55.04 per Unused Reservation Linux p5.48xlarge Instance Hour"},
        {"x_UsageType": "BoxUsage:p5.48xlarge", "CapacityReservationStatus": "Unused"},
        {"SkuPriceDetails": P5_DETAILS, "CommitmentDiscountStatus": "unused"},
    ],
)
def test_capacity_that_nothing_ran_in_is_idle(said: dict[str, str]) -> None:
    line = only("55.04", "1", **said, Tags='{"run_id": "f-1"}')
    assert (line.kind, line.machine, line.hours, line.run) == ("idle", "p5.48xlarge", 1, "")


def test_hours_of_an_unused_commitment_are_those_priced() -> None:
    """The specification leaves what was consumed empty where nothing was."""
    priced = {"ConsumedUnit": "", "PricingQuantity": "10", "PricingUnit": "Hours"}
    idle = only("85", "", CommitmentDiscountStatus="Unused", SkuPriceDetails=P5_DETAILS, **TERM, **priced)
    assert (idle.kind, idle.machine, idle.way, idle.hours) == ("idle", "p5.48xlarge", "reserved_3yr", 10)


def test_software_on_azure_adds_cost_and_no_hours() -> None:
    details = '{"ServiceType": "Standard_NC40ads_H100_v5", "UsageType": "ComputeHR_SW"}'
    line = only("3", "24", ProviderName="Microsoft", x_SkuDetails=details)
    assert (line.kind, line.machine, line.hours, line.amount) == ("machine", "Standard_NC40ads_H100_v5", 0, 3)


def test_cells_that_say_null_are_empty() -> None:
    nulls = dict.fromkeys((*FOCUS_COLUMNS, *LATER), "NULL")
    row = nulls | focus_row("-5", "NULL", ChargeCategory="Credit", ConsumedUnit="NULL")
    (line,) = read(csv_of((*FOCUS_COLUMNS, *LATER), [row]))
    assert (line.kind, line.amount) == ("credit", -5)
    unused = nulls | focus_row("100", "NULL", CommitmentDiscountStatus="Unused", **PLAN)
    (line,) = read(csv_of((*FOCUS_COLUMNS, *LATER), [unused]))
    assert (line.kind, line.amount, line.way, line.hours) == ("idle", 100, "savings_plan", 0)


def test_google_s_lines_are_refused_since_they_name_no_machine() -> None:
    with pytest.raises(BillError) as refusal:
        one("12", "416", ProviderName="Google Cloud", ChargeDescription="A3 Instance Core running in Americas")
    assert (refusal.value.code, refusal.value.row) == ("focus_of_google", 2)
