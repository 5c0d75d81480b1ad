"""The FinOps Open Cost and Usage Specification, as AWS and Microsoft fill it in.

The specification names no machine type before 1.2: its sellers put it into columns of their own, or only into words.
What AWS bills beside a machine by its hours carries its type as well: the usage type tells, else the description.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from knowledge.bills.aws_usage import counts_hours, is_unused, is_usage_type, named
from knowledge.bills.cells import (
    Row,
    dated,
    has,
    hours,
    is_accelerated,
    machine_in,
    mapping,
    reserved,
    rows_of,
    run,
    used,
)
from knowledge.bills.rows import Rows
from knowledge.bills.rules import rules
from knowledge.types.base import Cloud
from knowledge.types.bill import ZERO, BillContext, BillError, BillLine, BillWay

FORMAT = rules().named("focus")
WORDS = FORMAT.words
CLOUDS: tuple[Cloud, ...] = ("aws", "azure", "gcp")
TYPE_KEYS = ("InstanceType", "x_InstanceType", "ServiceType", "x_ServiceType")
METER_KEYS = ("UsageType", "x_UsageType")  # of Microsoft's details


def lines(table: Rows, context: BillContext) -> Iterator[BillLine]:
    """
    Raises:
        BillError: Google's lines are of parts of machines, which FOCUS does not tie together.
    """
    for row in rows_of(table, FORMAT):
        yield dated(_line(row, context), row)


def _line(row: Row, context: BillContext) -> BillLine:
    amount, currency, kind = row.amount("cost"), row["currency"] or "USD", row["kind"].strip().lower()
    cloud = next((cloud for cloud in CLOUDS if has(row["provider"], WORDS[cloud])), None)
    if kind in WORDS["credits"]:
        return BillLine("credit", amount, currency, cloud)
    if kind in WORDS["taxes"]:
        return BillLine("tax", amount, currency, cloud)
    if cloud == "gcp":
        raise BillError("focus_of_google", row=row.number)
    way = _way(row)
    if kind in WORDS["fees"]:
        is_fee = bool(row["commitment"])
        return BillLine("fee" if is_fee else "other", amount, currency, cloud, way=way if is_fee else "")
    is_idle = _is_idle(row, cloud)
    machine = _machine(row, cloud, context) if cloud else ""
    taken = _hours(row, is_idle, machine) if machine else None
    if not machine or taken is None:
        is_committed = is_idle or bool(row["commitment"])
        return BillLine("idle" if is_idle else "other", amount, currency, cloud, way=way if is_committed else "")
    return BillLine(
        "idle" if is_idle else "machine", amount, currency, cloud, machine, row["region"], way, taken or ZERO,
        start=row.day("start"), end=row.day("end"), run="" if is_idle else run(row.tags("tags"), context),
    )  # fmt: skip


def _way(row: Row) -> BillWay:
    if row["commitment"]:
        said = row["commitment_type"] or row["commitment_kind"]
        if has(said, WORDS["plan"]):
            return "savings_plan"
        return reserved(row["term"], said, FORMAT) if has(said, WORDS["reserved"]) else "reserved"
    if has(row["description"], rules().capacity_block_words):
        return "capacity_block"
    return "spot" if has(row["pricing"], WORDS["spot"]) else "on_demand"


def _is_idle(row: Row, cloud: Cloud | None) -> bool:
    """Whether it was committed or reserved and not used: its status says so, or the usage that AWS bills for it."""
    statuses = (row[name].strip().lower() for name in ("commitment_status", "reservation_status"))
    if any(status in WORDS["unused"] for status in statuses):
        return True
    return cloud == "aws" and (is_unused(_usage(row)) or has(row["description"], WORDS["unused_said"]))


def _hours(row: Row, is_idle: bool, machine: str) -> Decimal | None:
    """The hours of a line that names a machine; None if it counts something else.

    Nothing is consumed of what lay idle: its hours are those priced. Software on a machine adds cost, no hours.
    """
    if _is_software(row):
        return ZERO
    if not is_idle:
        return used(row, "quantity", "unit", machine)
    consumed = hours(row.amount("quantity"), row["unit"])
    return consumed or hours(row.amount("priced_quantity"), row["priced_unit"]) or consumed


def _is_software(row: Row) -> bool:
    told = mapping(row["azure_details"])
    return any(told.get(key) in WORDS["software"] for key in METER_KEYS)


def _usage(row: Row) -> str:
    """AWS's usage type, which stands in the meter since 1.2; empty where the meter is in other words."""
    usage = row["usage_type"] or row["meter"]
    return usage if is_usage_type(usage) else ""


def _machine(row: Row, cloud: Cloud, context: BillContext) -> str:
    """The accelerated type whose hours the line is, or whose idle capacity."""
    if cloud == "aws" and not _counts_hours(row):
        return ""
    for name in ("details", "azure_details"):
        told = mapping(row[name])
        if machine := next((told[key] for key in TYPE_KEYS if told.get(key)), ""):
            return machine if is_accelerated(machine, cloud, context) else ""
    usage = named(_usage(row))
    return usage if is_accelerated(usage, cloud, context) else machine_in(row["description"], cloud, context)


def _counts_hours(row: Row) -> bool:
    """Whether a line of AWS is of a machine itself, and not of what is billed beside it by the same hours."""
    if usage := _usage(row):
        return counts_hours(usage)
    if has(row["meter"], WORDS["compute_meters"]):
        return True
    said = row["description"]
    if has(said, WORDS["hours_denied"]) and not has(said, WORDS["unused_said"]):
        return False
    return bool(row["details"]) or has(said, WORDS["hours_said"])
