"""Lines of Azure's cost details, one trap each; the sums are in tests/engine/bills."""

from __future__ import annotations

from knowledge.types.bill import BillLine
from tests.knowledge.bills.exports import AZURE_COLUMNS, NC, UNUSED, azure_row, csv_of, read

MCA = (
    "date",
    "meterCategory",
    "quantity",
    "costInBillingCurrency",
    "costInUsd",
    "billingCurrency",
    "resourceLocation",
    "unitOfMeasure",
    "additionalInfo",
    "chargeType",
    "pricingModel",
    "term",
)


def one(cost: str, quantity: str = "0", **said: object) -> BillLine:
    (line,) = read(csv_of(AZURE_COLUMNS, [azure_row(cost, quantity, **said)]))
    return line


def test_dollars_count_before_the_currency_billed() -> None:
    cells = {
        "date": "2026-10-03",
        "meterCategory": "Virtual Machines",
        "quantity": "2",
        "costInUsd": "13.96",
        "costInBillingCurrency": "12.9",
        "billingCurrency": "EUR",
        "resourceLocation": "westeurope",
        "unitOfMeasure": "1 Hour",
        "additionalInfo": NC,
        "chargeType": "Usage",
        "pricingModel": "OnDemand",
    }
    (line,) = read(csv_of(MCA, [cells]))
    assert (str(line.amount), line.currency, line.region, line.hours) == ("13.96", "USD", "westeurope", 2)
    (line,) = read(csv_of(MCA, [cells | {"costInUsd": ""}]))
    assert (str(line.amount), line.currency) == ("12.9", "EUR")


def test_an_unused_reservation_names_its_machine_in_words() -> None:
    line = one("35.2", "8", ChargeType="UnusedReservation", PricingModel="", AdditionalInfo="", ProductName=UNUSED)
    assert (line.kind, line.machine, line.way, line.hours) == ("idle", "Standard_NC40ads_H100_v5", "reserved_1yr", 8)


def test_what_was_paid_for_a_reservation_is_a_fee_and_its_use_then_costs_nothing() -> None:
    """An actual-cost export: the hours are there, their price is in the month of the payment."""
    fee = one("9000", "1", ChargeType="Purchase", PricingModel="Reservation", AdditionalInfo="", Term="12")
    use = one("0", "24", PricingModel="Reservation", Term="12")
    assert [(line.kind, line.amount, line.way) for line in (fee, use)] == [
        ("fee", 9000, "reserved_1yr"),
        ("machine", 0, "reserved_1yr"),
    ]


def test_a_machine_without_accelerators_is_something_else() -> None:
    assert one("1", "24", AdditionalInfo='{"ServiceType":"Standard_D4s_v5","UsageType":"ComputeHR"}').kind == "other"
