"""Azure's cost and usage details of EA and MCA, actual or amortized: the same columns, spelled two ways."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from knowledge.bills.cells import (
    Row,
    dated,
    has,
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
from knowledge.types.bill import ZERO, BillContext, BillLine, BillWay

FORMAT = rules().named("azure_cost")
WORDS = FORMAT.words
DOLLARS = "USD"


def lines(table: Rows, context: BillContext) -> Iterator[BillLine]:
    return (dated(_line(row, context), row) for row in rows_of(table, FORMAT))


def _line(row: Row, context: BillContext) -> BillLine:
    amount, currency = _amount(row)
    kind = row["kind"].strip().lower()
    if kind in WORDS["credits"]:
        return BillLine("credit", amount, currency, "azure")
    if kind in WORDS["taxes"]:
        return BillLine("tax", amount, currency, "azure")
    way = _way(row, kind)
    if kind in WORDS["fees"]:
        is_fee = way not in ("on_demand", "spot")
        return BillLine("fee" if is_fee else "other", amount, currency, "azure", way=way if is_fee else "")
    info = mapping(row["info"])
    is_idle = kind in WORDS["unused"]
    machine = info.get("ServiceType", "")
    if is_idle:
        machine = machine or machine_in(f"{row['product']} {row['order']}", "azure", context)
    if not is_accelerated(machine, "azure", context):
        is_committed = is_idle or way not in ("on_demand", "spot")
        return BillLine("idle" if is_idle else "other", amount, currency, "azure", way=way if is_committed else "")
    counts = is_idle or info.get("UsageType", WORDS["hours_in"][0]) in WORDS["hours_in"]
    taken = used(row, "quantity", "unit", machine) if counts else ZERO
    when = row.day("start")[:10]
    return BillLine(
        "idle" if is_idle else "machine", amount, currency, "azure", machine, _region(row), way, taken or ZERO,
        start=when, end=when, run="" if is_idle else run(mapping(row["tags"]), context),
    )  # fmt: skip


def _amount(row: Row) -> tuple[Decimal, str]:
    """MCA files state US dollars beside the currency billed."""
    return (row.amount("usd"), DOLLARS) if row["usd"].strip() else (row.amount("cost"), row["currency"] or DOLLARS)


def _way(row: Row, kind: str) -> BillWay:
    """What was unused says so in its kind; some files leave the pricing model of it blank."""
    said = f"{row['model']} {kind}".lower()
    if has(said, WORDS["spot"]):
        return "spot"
    if has(said, WORDS["plan"]):
        return "savings_plan"
    if has(said, WORDS["reserved"]):
        return reserved(row["term"], f"{row['product']} {row['order']}", FORMAT)
    return "on_demand"


def _region(row: Row) -> str:
    return "".join(row["region"].split()).lower()
