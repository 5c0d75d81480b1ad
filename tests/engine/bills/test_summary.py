"""The sums of a bill, to the cent, from exports in their true columns."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from engine.bills.proposals import slots
from engine.bills.summary import BillSummary, ExchangeRateError, UseKey, summed
from knowledge.facts import BillKind, BillLine, BillWay
from knowledge.loading.load import load
from tests.knowledge.bills.exports import BILLS, CUR, CUR_COLUMNS, csv_of, cur_row, read

FACTS = load()
ZERO = Decimal(0)
CENT = Decimal("0.01")
KIND = "line_item_line_item_type"


def summary(name: str) -> BillSummary:
    return summed(read(BILLS[name][0]), FACTS, {})


def rates(found: BillSummary) -> dict[tuple[str, str, str], tuple[Decimal | None, Decimal | None]]:
    return {use.key[1:]: (use.hours, use.usd_per_hour) for use in found.uses}


@pytest.mark.parametrize("name", BILLS)
def test_a_bill_adds_up_to_the_cent_whatever_it_holds(name: str) -> None:
    found = summary(name)
    assert found.total_usd.quantize(CENT) == Decimal(BILLS[name][1])
    assert sum(found.of_kind.values()).quantize(CENT) == Decimal(BILLS[name][1])
    assert sum(use.usd for use in found.uses).quantize(CENT) == found.of_kind["machine"].quantize(CENT)


def test_aws_use_costs_what_its_plan_or_reservation_made_of_it() -> None:
    """48 h at 31.464 under the plan, half an hour at 55.04, 2 h of spot at 9.00, 10 h reserved at 12.50."""
    assert rates(summary("aws_cur")) == {
        ("p5.48xlarge", "us-east-1", "savings_plan"): (Decimal(48), Decimal("31.464")),
        ("p5.48xlarge", "us-east-1", "on_demand"): (Decimal("0.5"), Decimal("55.04")),
        ("p4d.24xlarge", "us-east-2", "spot"): (Decimal(2), Decimal(9)),
        ("p4d.24xlarge", "us-west-2", "reserved_3yr"): (Decimal(10), Decimal("12.5")),
        ("p6-b999.48xlarge", "us-east-1", "on_demand"): (Decimal(1), Decimal(150)),
    }


def test_what_lay_idle_of_a_commitment_is_a_share_of_what_was_paid_for_it() -> None:
    """409.728 of 1,920 of the plan; 25 of 150 of the reservation, 2 hours."""
    found = summary("aws_cur")
    shares = {idle.way: (idle.idle_usd, round(idle.share, 4)) for idle in found.idle}
    assert shares == {
        "savings_plan": (Decimal("409.728"), Decimal("0.2134")),
        "reserved_3yr": (Decimal(25), Decimal("0.1667")),
    }
    reserved = next(use for use in found.uses if use.key.way == "reserved_3yr")
    assert (reserved.idle_usd, reserved.idle_hours) == (25, 2)
    assert reserved.idle_share == Decimal(25) / 150


def test_what_was_not_used_is_one_sum_wherever_it_is_shown() -> None:
    """1.455 not used and 1.455 besides are 2.91: 1.46 and 1.45, not 1.46 in one line and 1.45 in the next."""
    bought = [("idle", "1.455", "savings_plan"), ("machine", "0", "savings_plan"), ("other", "1.455", "")]
    found = summed([BillLine(kind, Decimal(usd), "USD", "aws", way=way) for kind, usd, way in bought], FACTS, {})
    assert sum(found.shown_of_kind.values()) == Decimal("2.91")
    assert [one.idle_usd for one in found.shown_idle] == [found.shown_of_kind["idle"]]


def test_what_lay_idle_of_a_reservation_has_the_term_that_its_use_states() -> None:
    """The fee names no term: 25 of that reservation, and as much of another of which no line states it."""
    rows = [row | ({"pricing_lease_contract_length": ""} if row[KIND] == "RIFee" else {}) for row in CUR]
    (fee,) = (row for row in rows if row[KIND] == "RIFee")
    other = fee | {"reservation_reservation_a_r_n": "arn:aws:ec2:ri/2"}
    found = summed(read(csv_of(CUR_COLUMNS, [other, *rows])), FACTS, {})
    assert {idle.way: idle.idle_usd for idle in found.idle if idle.way != "savings_plan"} == {
        "reserved_3yr": Decimal(25),
        "reserved": Decimal(25),
    }
    assert found.lines == len(rows) + 1


def test_a_plan_that_also_covers_other_machines_is_idle_by_less() -> None:
    """480 more of m5 under the plan: 409.728 of 2,400 lies idle."""
    more = cur_row(type="SavingsPlanCoveredUsage", usage="BoxUsage:m5.large", machine="m5.large", plan_cost="480")
    found = summed(read(csv_of(CUR_COLUMNS, [*CUR, more])), FACTS, {})
    plan = next(idle for idle in found.idle if idle.way == "savings_plan")
    assert (plan.used_usd, round(plan.share, 4)) == (Decimal("1990.272"), Decimal("0.1707"))


def test_days_run_from_the_first_hour_to_the_last_and_runs_are_counted_once() -> None:
    """One run goes on over two days and one line more has another: two runs."""
    found = summary("aws_cur")
    assert (found.first, found.last, found.days, found.runs) == (date(2026, 10, 1), date(2026, 10, 2), 2, 2)
    assert round(found.runs_per_month, 2) == 30.42  # 2 runs in 48 of 730 hours


def test_azure_use_is_told_by_how_it_was_bought_and_software_adds_no_hours() -> None:
    """170.52 of machine and software for 24 h on demand; a term of 12 months; 8 of 32 hours unused."""
    found = summary("azure_cost")
    name = "Standard_NC40ads_H100_v5"
    assert rates(found) == {
        (name, "eastus", "on_demand"): (Decimal(24), Decimal("7.105")),
        (name, "eastus", "spot"): (Decimal(10), Decimal("2.79")),
        (name, "eastus", "reserved_1yr"): (Decimal(24), Decimal("4.4")),
        (name, "eastus", "savings_plan"): (Decimal(5), Decimal(5)),
    }
    assert [(idle.way, idle.share) for idle in found.idle] == [("reserved_1yr", Decimal("35.2") / Decimal("140.8"))]
    assert (found.first, found.last, found.runs) == (date(2026, 10, 3), date(2026, 10, 4), 2)


def test_google_s_parts_become_a_machine_and_its_fees_go_to_what_they_covered() -> None:
    """On demand 12 + 5 + 140 and 3 of 6 of disks in 2 h; covered: 115 of fees and the other 3; spot 30 in 1 h."""
    found = summary("gcp_export")
    assert rates(found) == {
        ("a3-highgpu-8g", "us-central1", "on_demand"): (Decimal(2), Decimal(80)),
        ("a3-highgpu-8g", "us-central1", "reserved_1yr"): (Decimal(2), Decimal(59)),
        ("a3-highgpu-8g", "us-central1", "spot"): (Decimal(1), Decimal(30)),
        ("ct6e-standard-4t", "us-central1", "on_demand"): (Decimal(1), Decimal("10.8")),  # 4 chip-hours
    }
    assert (found.shared_fees_usd, found.of_kind["fee"], found.of_kind["credit"]) == (115, 0, -7)
    on_demand = next(use for use in found.uses if use.key.way == "on_demand" and use.instance)
    assert (on_demand.idle_usd, on_demand.idle_hours) == (70, 1)  # eight chip-hours of a machine of eight


def test_focus_lines_of_two_clouds_keep_apart_and_corrections_take_back() -> None:
    """23 h after the hour taken back; 180,000 s are 50 h; a term of 36 months."""
    found = summary("focus")
    assert {use.key: (use.hours, use.usd_per_hour) for use in found.uses} == {
        UseKey("aws", "p5.48xlarge", "us-east-1", "on_demand"): (Decimal(23), Decimal("55.04")),
        UseKey("aws", "p5.48xlarge", "us-east-1", "savings_plan"): (Decimal(24), Decimal("31.464")),
        UseKey("aws", "p4d.24xlarge", "us-east-1", "spot"): (Decimal(2), Decimal("10.75")),
        UseKey("azure", "Standard_NC40ads_H100_v5", "eastus", "reserved_3yr"): (Decimal(50), Decimal("4.4")),
    }
    assert [(idle.way, idle.idle_usd) for idle in found.idle] == [("savings_plan", Decimal(100))]


def test_another_currency_is_never_taken_for_dollars() -> None:
    """100 EUR at 1.08 are 108; Google states 0.9 EUR a dollar, so 90 EUR are 100; what is said counts first."""
    euros = BillLine("machine", Decimal(100), "EUR", "aws", "p5.48xlarge", "us-east-1", "on_demand", Decimal(2))
    with pytest.raises(ExchangeRateError, match="EUR"):
        summed([euros], FACTS, {})
    said = summed([euros], FACTS, {"EUR": Decimal("1.08")})
    assert (said.total_usd, said.exchanges[0].by_bill) == (Decimal("108.00"), False)
    stated = euros._replace(amount=Decimal(90), per_usd=Decimal("0.9"))
    by_bill = summed([stated], FACTS, {})
    assert (by_bill.total_usd, by_bill.exchanges[0].by_bill) == (100, True)
    assert summed([stated], FACTS, {"EUR": Decimal(1)}).total_usd == 90


def test_hours_that_cost_nothing_have_no_price() -> None:
    free = BillLine("machine", Decimal(0), "USD", "aws", "p5.48xlarge", "us-east-1", "capacity_block", Decimal(24))
    (use,) = summed([free], FACTS, {}).uses
    assert (use.hours, use.usd_per_hour) == (24, None)


def day_line(
    start: str, *, machine: str = "p5.48xlarge", usd: str = "100", since: str = "", until: str = ""
) -> BillLine:
    hours = Decimal(15) if machine else ZERO
    kind: BillKind = "machine" if machine else "other"
    way: BillWay = "on_demand" if machine else ""
    return BillLine(
        kind, Decimal(usd), "USD", "aws", machine, "us-east-1", way, hours,
        start=start, end=start, since=since, until=until,
    )  # fmt: skip


def test_a_month_is_that_of_the_billing_period_and_not_of_the_days_with_use() -> None:
    """200 USD on two days of October are 200 x 730 / (31 x 24) = 196.24 a month, and not 3,041.67."""
    lines = [day_line(f"2026-10-0{day}", since="2026-10-01T00:00:00", until="2026-11-01T00:00:00") for day in (1, 2)]
    summary = summed(lines, FACTS, {})
    assert (summary.days, summary.first, summary.last) == (31, date(2026, 10, 1), date(2026, 10, 2))
    assert slots(summary, FACTS)["current_usd_per_month"] == "196.24"


def test_without_a_period_the_bill_is_of_all_its_lines() -> None:
    lines = [day_line("2026-10-01"), day_line("2026-10-10", machine="", usd="3")]
    assert summed(lines, FACTS, {}).days == 10


def test_a_period_that_is_not_over_ends_today() -> None:
    lines = [day_line("2026-11-03", since="2026-11-01", until="2026-12-01")]
    assert summed(lines, FACTS, {}, date(2026, 11, 10)).days == 10
    assert summed(lines, FACTS, {}, date(2027, 1, 1)).days == 30


def part(way: BillWay, usd: str, *, cores: str = "0", chips: str = "0") -> BillLine:
    return BillLine(
        "machine", Decimal(usd), "USD", "gcp", "a3-highgpu-8g", "us-central1", way, Decimal(cores), Decimal(chips),
        start="2026-10-02", end="2026-10-02",
    )  # fmt: skip


def test_hours_of_a_machine_are_counted_once() -> None:
    """24 h of one machine whose chips alone are committed: one row of 24 h at (240 + 480) / 24 = 30 USD/h."""
    summary = summed([part("on_demand", "240", cores="24"), part("reserved_1yr", "480", chips="192")], FACTS, {})
    assert [(use.key.way, use.hours, use.usd_per_hour) for use in summary.uses] == [("reserved_1yr", 24, 30)]


def test_cores_go_with_the_chips_of_two_machines() -> None:
    """48 h of cores at 240, chips of one machine committed: 120 USD of cores stand beside each."""
    lines = [
        part("on_demand", "240", cores="48"),
        part("on_demand", "960", chips="192"),
        part("reserved_1yr", "480", chips="192"),
    ]
    told = {use.key.way: (use.hours, use.usd) for use in summed(lines, FACTS, {}).uses}
    assert told == {"on_demand": (24, 1080), "reserved_1yr": (24, 600)}


def test_a_rate_of_hardly_any_time_is_not_rounded() -> None:
    line = BillLine("machine", Decimal("1e15"), "USD", "aws", "p5.48xlarge", "us-east-1", "on_demand")
    found = summed([line._replace(hours=Decimal("1e-30"))], FACTS, {})
    assert found.uses[0].usd_per_hour == Decimal("1e45")
