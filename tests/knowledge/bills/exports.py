"""Small bills in the true columns of the four exports, with every trap that real ones hold; the sums are by hand."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence

from knowledge.bills.registry import bill
from knowledge.loading.load import load
from knowledge.types.bill import BillContext, BillLine

Cells = Mapping[str, object]
CONTEXT = BillContext({types.id: types.prefixes for types in load().accelerated.values()}, ("run_id", "job"))
CUR_COLUMNS = (
    "bill_payer_account_id", "identity_line_item_id", "line_item_availability_zone", "line_item_currency_code",
    "line_item_line_item_description", "line_item_line_item_type", "line_item_unblended_cost",
    "line_item_usage_amount", "line_item_usage_end_date", "line_item_usage_start_date", "line_item_usage_type",
    "pricing_lease_contract_length", "product", "product_instance_type", "product_region_code",
    "reservation_effective_cost", "reservation_reservation_a_r_n",
    "reservation_unused_amortized_upfront_fee_for_billing_period", "reservation_unused_quantity",
    "reservation_unused_recurring_fee", "resource_tags", "savings_plan_savings_plan_a_r_n",
    "savings_plan_savings_plan_effective_cost", "savings_plan_total_commitment_to_date",
    "savings_plan_used_commitment",
)  # fmt: skip
SHORT = {
    "type": "line_item_line_item_type", "usage": "line_item_usage_type", "cost": "line_item_unblended_cost",
    "amount": "line_item_usage_amount", "start": "line_item_usage_start_date", "end": "line_item_usage_end_date",
    "machine": "product_instance_type", "region": "product_region_code", "tags": "resource_tags",
    "currency": "line_item_currency_code", "plan_cost": "savings_plan_savings_plan_effective_cost",
    "committed": "savings_plan_total_commitment_to_date", "used": "savings_plan_used_commitment",
    "lease": "pricing_lease_contract_length", "reserved_cost": "reservation_effective_cost",
    "unused_fee": "reservation_unused_amortized_upfront_fee_for_billing_period",
    "unused_recurring": "reservation_unused_recurring_fee", "unused": "reservation_unused_quantity",
    "arn": "reservation_reservation_a_r_n", "words": "line_item_line_item_description",
}  # fmt: skip


def cur_row(**said: object) -> dict[str, object]:
    """A line of CUR 2.0; the names of its columns are long."""
    plain: dict[str, object] = {
        "line_item_currency_code": "USD",
        "line_item_usage_start_date": "2026-10-01T00:00:00Z",
    }
    plain["line_item_usage_end_date"] = "2026-10-02T00:00:00Z"
    return plain | {SHORT.get(name, name): value for name, value in said.items()}


P5 = {"usage": "BoxUsage:p5.48xlarge", "machine": "p5.48xlarge", "region": "us-east-1"}
SPOT = {"usage": "USE2-SpotUsage:p4d.24xlarge", "machine": "p4d.24xlarge", "region": "us-east-2"}
RESERVED = {"machine": "p4d.24xlarge", "region": "us-west-2", "lease": "3yr", "arn": "arn:aws:ec2:ri/1"}
TAGGED = {"tags": '{"user_run_id": "llama-17", "user_team": "a, \\"b\\""}'}
CUR = (
    cur_row(type="SavingsPlanCoveredUsage", cost="1320.96", amount="24", plan_cost="755.136", **P5, **TAGGED),
    cur_row(type="SavingsPlanCoveredUsage", cost="1320.96", amount="24", plan_cost="755.136", **P5, **TAGGED)
    | {"line_item_usage_start_date": "2026-10-02T00:00:00Z", "line_item_usage_end_date": "2026-10-03T00:00:00Z"},
    cur_row(type="SavingsPlanNegation", cost="-1320.96", amount="24", **P5),
    cur_row(type="SavingsPlanNegation", cost="-1320.96", amount="24", **P5),
    cur_row(
        type="SavingsPlanRecurringFee", usage="ComputeSP:1yrNoUpfront", cost="1920", committed="1920", used="1510.272"
    ),
    cur_row(type="Usage", cost="27.52", amount="0.5", **P5, tags='{"user_run_id": "eval-3"}'),
    cur_row(type="Usage", cost="11.25", amount="1.25", **SPOT),
    cur_row(type="Usage", cost="6.75", amount="0.75", **SPOT),
    cur_row(
        type="DiscountedUsage",
        usage="USW2-BoxUsage:p4d.24xlarge",
        cost="0",
        amount="10",
        reserved_cost="125",
        **RESERVED,
    ),
    cur_row(
        type="RIFee",
        usage="USW2-HeavyUsage:p4d.24xlarge",
        cost="300",
        amount="720",
        unused_fee="5",
        unused_recurring="20",
        unused="2",
        **RESERVED,
    ),
    cur_row(type="Fee", usage="", cost="5000", arn="arn:aws:ec2:ri/1", words="Sign up charge for\nsubscription"),
    cur_row(type="Usage", usage="EBSOptimized:p5.48xlarge", machine="p5.48xlarge", cost="0", amount="24"),
    cur_row(
        type="Usage",
        usage="BoxUsage:p6-b999.48xlarge",
        machine="p6-b999.48xlarge",
        region="us-east-1",
        cost="150",
        amount="1",
    ),
    cur_row(type="Usage", usage="TimedStorage-ByteHrs", cost="12.34", amount="500"),
    cur_row(type="Usage", usage="BoxUsage:m5.large", machine="m5.large", region="us-east-1", cost="0.00", amount="1"),
    cur_row(type="Tax", usage="", cost="100.10"),
    cur_row(type="Credit", cost="-50.00", **P5),
    cur_row(type="Refund", cost="-3.33", **P5),
)
CUR_TOTAL = "2324.63"  # 1510.272 + 409.728 + 27.52 + 18 + 125 + 25 + 150 + 12.34 + 100.10 - 50 - 3.33

NC = '{"UsageType":"ComputeHR","ServiceType":"Standard_NC40ads_H100_v5","VMName":"gpu-1","VCPUs":40}'
SOFTWARE = NC.replace("ComputeHR", "ComputeHR_SW")
AZURE_COLUMNS = (
    "SubscriptionId",
    "Date",
    "ProductName",
    "MeterCategory",
    "MeterName",
    "Quantity",
    "CostInBillingCurrency",
    "BillingCurrencyCode",
    "ResourceLocation",
    "UnitOfMeasure",
    "AdditionalInfo",
    "Tags",
    "ChargeType",
    "PricingModel",
    "ReservationName",
    "Term",
    "ProductOrderName",
)


def azure_row(cost: str, quantity: str = "0", **said: object) -> dict[str, object]:
    plain = {
        "Date": "10/03/2026",
        "MeterCategory": "Virtual Machines",
        "UnitOfMeasure": "1 Hour",
        "AdditionalInfo": NC,
    }
    plain |= {"BillingCurrencyCode": "USD", "ResourceLocation": "EastUS", "ChargeType": "Usage"}
    return plain | {"CostInBillingCurrency": cost, "Quantity": quantity, "PricingModel": "OnDemand"} | said


UNUSED = "Reserved VM Instance, Standard_NC40ads_H100_v5, US East, 1 Year"
AZURE = (
    azure_row("167.52", "24", Tags='"run_id": "a-1","team": "x"'),
    azure_row("27.9", "10", PricingModel="Spot", UnitOfMeasure="100 Hours", Tags='{"run_id": "a-2"}'),
    azure_row("105.6", "24", PricingModel="Reservation", Term="12", Date="2026-10-04"),
    azure_row(
        "35.2", "8", ChargeType="UnusedReservation", PricingModel="Reservation", AdditionalInfo="", ProductName=UNUSED
    ),
    azure_row("25", "5", PricingModel="SavingsPlan"),
    azure_row("3", "24", AdditionalInfo=SOFTWARE),
    azure_row("-10", ChargeType="Refund"),
    azure_row("9.99", "1", ChargeType="Purchase", AdditionalInfo=""),
    azure_row("1.01", "30", MeterCategory="Storage", AdditionalInfo="", UnitOfMeasure="1 GB/Month"),
)
AZURE_TOTAL = "365.22"

LABELS = [{"key": "run_id", "value": "tune-1"}, {"key": "team", "value": "x"}]
MACHINE = [
    {"key": "compute.googleapis.com/machine_spec", "value": "a3-highgpu-8g"},
    {"key": "compute.googleapis.com/cores", "value": "208"},
]


def google(
    sku: str, cost: float, hours: float = 0, credit: Mapping[str, float] | None = None, **said: object
) -> Cells:
    """A line of the detailed export as BigQuery writes it: whole numbers as text, nulls left out."""
    row: dict[str, object] = {
        "billing_account_id": "01-2-3",
        "service": {"id": "6F81-5844-456A", "description": "Compute Engine"},
        "sku": {"id": "X", "description": sku},
        "usage_start_time": "2026-10-01 00:00:00 UTC",
        "usage_end_time": "2026-10-01 02:00:00 UTC",
        "location": {"location": "us-central1", "region": "us-central1"},
        "cost": cost,
        "currency": "USD",
        "currency_conversion_rate": 1.0,
        "cost_type": "regular",
        "labels": LABELS,
        "system_labels": MACHINE,
        "invoice": {"month": "202610"},
        "usage": {
            "amount": hours * 3600,
            "unit": "seconds",
            "amount_in_pricing_units": hours,
            "pricing_unit": "hour",
        },
    }
    if credit:
        row["credits"] = [{"name": kind, "type": kind, "amount": amount} for kind, amount in credit.items()]
    return row | said


CORE, RAM = "A3 Instance Core running in Americas", "A3 Instance Ram running in Americas"
CHIPS, DISK = "Nvidia H100 80GB GPU running in Americas", "SSD backed Local Storage"
CUD = "COMMITTED_USAGE_DISCOUNT"
GOOGLE = (
    google(CORE, 12.0, 416),
    google(RAM, 5.0, 3744),
    google(CHIPS, 140.0, 16, {"PROMOTION": -7.0}),
    google(DISK, 3.0, 0),
    google(CORE, 12.0, 416, {CUD: -12.0}),
    google(RAM, 5.0, 3744, {CUD: -5.0}),
    google(CHIPS, 140.0, 16, {CUD: -140.0}),
    google(DISK, 3.0, 0),
    google("Commitment v1: Nvidia H100 80GB GPU in Americas for 1 Year", 100.0, 24, system_labels=[], labels=[]),
    google("Commitment v1: A3 Cpu in Americas for 1 Year", 15.0, 600, system_labels=[], labels=[]),
    google("Spot Preemptible A3 Instance Core running in Americas", 6.0, 208),
    google("Nvidia H100 80GB GPU attached to Spot Preemptible VMs running in Americas", 24.0, 8),
    google(
        CHIPS,
        70.0,
        8,
        system_labels=[*MACHINE, {"key": "compute.googleapis.com/is_unused_reservation", "value": "true"}],
    ),
    google("Tpu v6e in Americas", 10.8, 4, system_labels=[{"key": MACHINE[0]["key"], "value": "ct6e-standard-4t"}]),
    google("Network Egress", 1.25, 0, system_labels=[]),
    google("Tax", 9.99, 0, cost_type="tax", system_labels=[]),
)
GOOGLE_TOTAL = "393.04"  # 160 - 7 + 3 + 115 + 30 + 70 + 10.8 + 1.25 + 9.99: what CUDs covered is credited away

FOCUS_COLUMNS = (
    "BilledCost",
    "BillingCurrency",
    "ChargeCategory",
    "ChargeClass",
    "ChargeDescription",
    "ChargePeriodStart",
    "ChargePeriodEnd",
    "CommitmentDiscountCategory",
    "CommitmentDiscountId",
    "CommitmentDiscountStatus",
    "CommitmentDiscountType",
    "ConsumedQuantity",
    "ConsumedUnit",
    "EffectiveCost",
    "PricingCategory",
    "ProviderName",
    "RegionId",
    "SkuPriceDetails",
    "Tags",
    "x_UsageType",
    "x_SkuDetails",
    "x_SkuTerm",
)


def focus_row(cost: str, quantity: str = "0", **said: object) -> dict[str, object]:
    plain = {"BillingCurrency": "USD", "ChargeCategory": "Usage", "ConsumedUnit": "Hours", "ProviderName": "AWS"}
    plain |= {"ChargePeriodStart": "2026-10-01T00:00:00Z", "ChargePeriodEnd": "2026-10-02T00:00:00Z"}
    plain |= {"PricingCategory": "Standard", "RegionId": "us-east-1", "CommitmentDiscountId": "NULL"}
    return plain | {"EffectiveCost": cost, "BilledCost": cost, "ConsumedQuantity": quantity} | said


PLAN = {"CommitmentDiscountId": "arn:sp/1", "CommitmentDiscountCategory": "Spend", "PricingCategory": "Committed"}
TERM = {
    "CommitmentDiscountId": "r/1",
    "CommitmentDiscountCategory": "Usage",
    "PricingCategory": "Committed",
    "x_SkuTerm": "36",
}
P5_DETAILS = '{"InstanceType": "p5.48xlarge", "GpuCount": 8}'
FOCUS = (
    focus_row("1320.96", "24", x_UsageType="BoxUsage:p5.48xlarge", Tags='{"run_id": "f-1"}'),
    focus_row("-55.04", "-1", x_UsageType="BoxUsage:p5.48xlarge", ChargeClass="Correction"),
    focus_row("755.136", "24", SkuPriceDetails=P5_DETAILS, CommitmentDiscountStatus="Used", **PLAN, BilledCost="0"),
    focus_row("100", "0", CommitmentDiscountStatus="Unused", ConsumedUnit="", **PLAN, BilledCost="0"),
    focus_row("0", "1", ChargeCategory="Purchase", **PLAN, BilledCost="855.136"),
    focus_row(
        "21.5",
        "2",
        ChargeDescription="p4d.24xlarge Linux/UNIX Spot Instance-hour in US East",
        PricingCategory="Dynamic",
    ),
    focus_row(
        "220",
        "180000",
        ProviderName="Microsoft",
        RegionId="eastus",
        ConsumedUnit="Seconds",
        x_SkuDetails='{"ServiceType": "Standard_NC40ads_H100_v5"}',
        CommitmentDiscountStatus="Used",
        **TERM,
    ),
    focus_row("3.21", "9", ConsumedUnit="GB", ChargeDescription="$0.09 per GB - information transfer out"),
    focus_row("-20", ChargeCategory="Credit"),
    focus_row("7.77", ChargeCategory="Tax"),
)
FOCUS_TOTAL = "2353.54"  # 1265.92 + 755.136 + 100 + 0 + 21.5 + 220 + 3.21 - 20 + 7.77 = 2353.536


def csv_of(columns: Sequence[str], rows: Sequence[Cells]) -> bytes:
    """As the exports write it: a byte order mark, quotes where needed, line breaks inside cells."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns)
    writer.writeheader()
    writer.writerows([{name: row.get(name, "") for name in columns} for row in rows])
    return "\ufeff".encode() + text.getvalue().encode()


def json_lines(rows: Sequence[Cells]) -> bytes:
    return "".join(f"{json.dumps(row)}\n" for row in rows).encode()


def opened(body: bytes) -> io.BufferedReader:
    return io.BufferedReader(io.BytesIO(body))  # type: ignore[arg-type] # a BytesIO reads as a raw stream does


def read(body: bytes) -> list[BillLine]:
    return list(bill(opened(body), CONTEXT).lines)


BILLS = {
    "aws_cur": (csv_of(CUR_COLUMNS, CUR), CUR_TOTAL),
    "azure_cost": (csv_of(AZURE_COLUMNS, AZURE), AZURE_TOTAL),
    "gcp_export": (json_lines(GOOGLE), GOOGLE_TOTAL),
    "focus": (csv_of(FOCUS_COLUMNS, FOCUS), FOCUS_TOTAL),
}
