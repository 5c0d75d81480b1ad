"""Lines of CUR 2.0, one trap each; the sums are in tests/engine/bills."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

import pytest

from knowledge.types.bill import BillLine
from tests.knowledge.bills.exports import CUR_COLUMNS, P5, RESERVED, csv_of, cur_row, read

NET = (*CUR_COLUMNS, "line_item_net_unblended_cost", "savings_plan_net_savings_plan_effective_cost")


def one(columns: tuple[str, ...] = CUR_COLUMNS, **said: object) -> BillLine:
    (line,) = read(csv_of(columns, [cur_row(**said)]))
    return line


def test_fees_that_use_already_carries_count_nothing() -> None:
    paid = [
        one(type="SavingsPlanNegation", cost="-99", **P5),
        one(type="SavingsPlanUpfrontFee", usage="ComputeSP:3yrAllUpfront", cost="9000"),
        one(type="Fee", usage="", cost="5000", arn="arn:ri"),
    ]
    assert Counter((line.kind, line.amount) for line in paid) == {("fee", Decimal(0)): 3}


def test_with_net_columns_the_discount_is_in_the_line_and_not_counted_twice() -> None:
    used = one(NET, type="Usage", cost="100", line_item_net_unblended_cost="90", amount="2", **P5)
    assert (used.amount, used.hours) == (90, 2)
    discount = cur_row(type="EdpDiscount", cost="-10", **P5)
    filled = cur_row(type="Usage", cost="100", line_item_net_unblended_cost="90", amount="2", **P5)
    for rows in ([discount, filled, discount], [filled, discount], [discount, discount, filled]):
        found = read(csv_of(NET, rows))
        assert (sum(line.amount for line in found), sum(line.rows for line in found)) == (90, len(rows))
    without = one(type="EdpDiscount", cost="-10", amount="2", **P5)
    assert (without.kind, without.amount, without.hours, without.way) == ("machine", -10, 0, "on_demand")
    plan = one(NET, type="SavingsPlanCoveredUsage", plan_cost="50", amount="2", **P5)
    assert plan.amount == 50  # a blank net cell: there was no discount


def test_where_all_net_cells_are_blank_the_lines_of_discounts_count() -> None:
    """100 and 50 at 10% off, before and after the use they lower; two of them are alike but for their day."""
    used = [cur_row(type="Usage", cost=cost, amount="2", **P5) for cost in ("100", "50")]
    first = cur_row(type="EdpDiscount", cost="-10", amount="2", **P5)
    later = first | {"line_item_unblended_cost": "-5", "line_item_usage_end_date": "2026-10-09T00:00:00Z"}
    other = cur_row(type="PrivateRateDiscount", cost="-1", usage="TimedStorage-ByteHrs")
    for columns in (CUR_COLUMNS, NET):
        found = read(csv_of(columns, [first, *used, later, other]))
        machines = [line for line in found if line.machine]
        assert sum(line.amount for line in machines) == 135
        assert sum(line.hours for line in machines) == 4
        assert sum(line.amount for line in found) == 134
        assert (sum(line.rows for line in found), max(line.end for line in found)) == (5, "2026-10-09T00:00:00")


def test_what_was_paid_upfront_for_a_reservation_names_no_machine() -> None:
    fee = one(type="Fee", cost="111690", amount="1", **RESERVED | {"usage": "USW2-HeavyUsage:p4d.24xlarge"})
    assert (fee.kind, fee.amount, fee.machine) == ("fee", 0, "")


def test_reserved_capacity_that_nobody_used_is_idle() -> None:
    line = one(
        type="Usage",
        usage="UnusedBox:p5.48xlarge",
        machine="p5.48xlarge",
        region="us-east-1",
        cost="55.04",
        amount="1",
    )
    assert (line.kind, line.way, line.hours) == ("idle", "on_demand", 1)


def test_a_capacity_block_is_known_by_its_words_and_its_fee_has_no_hours() -> None:
    fee = one(
        type="Fee",
        usage="",
        cost="858",
        words="EC2 Capacity Block for trn2.48xlarge in us-east-2",
        region="us-east-2",
    )
    use = one(
        type="Usage",
        usage="USE2-BoxUsage:trn2.48xlarge",
        machine="trn2.48xlarge",
        region="us-east-2",
        cost="0",
        amount="24",
        product='{"marketoption": "CapacityBlock"}',
    )
    assert [(line.way, line.amount, line.hours, line.machine) for line in (fee, use)] == [
        ("capacity_block", 858, 0, "trn2.48xlarge"),
        ("capacity_block", 0, 24, "trn2.48xlarge"),
    ]


def test_a_zone_gives_the_region_where_the_product_has_none() -> None:
    line = one(
        type="Usage", usage="BoxUsage:p5.48xlarge", machine="", line_item_availability_zone="us-east-2b", amount="1"
    )
    assert (line.machine, line.region) == ("p5.48xlarge", "us-east-2")


def test_a_reservation_without_its_term_says_so() -> None:
    said = RESERVED | {"lease": "", "amount": "1"}
    assert one(type="DiscountedUsage", usage="BoxUsage:p4d.24xlarge", reserved_cost="5", **said).way == "reserved"


def test_the_older_report_has_the_same_words() -> None:
    head = "lineItem/LineItemType,lineItem/UnblendedCost,lineItem/UsageType,lineItem/UsageAmount,product/instanceType"
    body = f"{head}\nUsage,55.04,BoxUsage:p5.48xlarge,1,p5.48xlarge\n"
    (line,) = read(body.encode())
    assert (line.kind, line.amount, line.machine) == ("machine", Decimal("55.04"), "p5.48xlarge")


@pytest.mark.parametrize(
    "tag",
    ["resourceTags/user:run_id", "resourceTags/user:RunId", "resource_tags_user_run_id", "resourceTags/user:run-id"],
)
def test_the_older_report_has_a_column_for_each_tag(tag: str) -> None:
    head = "lineItem/LineItemType,lineItem/UnblendedCost,lineItem/UsageType,lineItem/UsageAmount,product/instanceType"
    rows = ("Usage,55.04,BoxUsage:p5.48xlarge,1,p5.48xlarge,i-7,llama-17", "Tax,1,,,,,")
    body = "\n".join((f"{head},resourceTags/aws:createdBy,{tag}", *rows, ""))
    assert [line.run for line in read(body.encode())] == ["llama-17", ""]
