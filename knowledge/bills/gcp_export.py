"""Google Cloud's detailed export to BigQuery, saved as JSON lines, Parquet, or CSV with one column a path.

Google bills the parts of a machine (cores, memory, chips, disks): every line that names a machine type is its cost.
Its hours are those of its cores over how many it has, or of its chips where no cores are billed. What a line was
credited for a commitment is kept beside it: the commitment's fee is a line of its own, which the summary shares out.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from knowledge.bills.cells import (
    Row,
    dated,
    has,
    hours,
    is_accelerated,
    mapping,
    objects,
    reserved,
    rows_of,
    run,
)
from knowledge.bills.rows import Rows
from knowledge.bills.rules import rules
from knowledge.types.bill import ZERO, BillContext, BillError, BillLine, BillWay

FORMAT = rules().named("gcp_export")
WORDS = FORMAT.words
NAMES = ("id", "name", "full_name")  # of a credit
(MACHINE,), (CORES,), (UNUSED,) = WORDS["machine_label"], WORDS["cores_label"], WORDS["unused_label"]


def lines(table: Rows, context: BillContext) -> Iterator[BillLine]:
    for row in rows_of(table, FORMAT):
        yield from (dated(line, row) for line in _lines(row, context))


def _lines(row: Row, context: BillContext) -> Iterator[BillLine]:
    """The line at what it cost after discounts, and one of its credits that are no discounts, if it has any."""
    cost, currency = row.amount("cost"), row["currency"] or "USD"
    per_usd = row.amount("per_usd") or None
    if per_usd is not None and per_usd < 0:
        raise BillError("no_number", row["per_usd"], row.number)
    kind = row["kind"].strip().lower()
    if kind in WORDS["taxes"] or kind in WORDS["credits"]:
        yield BillLine("tax" if kind in WORDS["taxes"] else "credit", cost, currency, "gcp", per_usd=per_usd)
        return
    covered, discounts, others, named = _credits(row)
    if others:
        yield BillLine("credit", others, currency, "gcp", per_usd=per_usd, rows=0)
    amount, sku = cost + covered + discounts, row["sku"]
    labels = mapping(row["system_labels"])
    machine = labels.get(MACHINE, "")
    if has(sku, WORDS["commitment"]):
        way = reserved("", sku, FORMAT)
        yield BillLine("fee", amount, currency, "gcp", way=way, per_usd=per_usd)
    elif not is_accelerated(machine, "gcp", context):
        yield BillLine("other", amount, currency, "gcp", covered=-covered, per_usd=per_usd)
    else:
        is_idle = labels.get(UNUSED) == "true"
        machine_hours, chip_hours = _hours(row, labels, machine)
        is_part = not machine_hours and not chip_hours and not has(sku, WORDS["memory"])
        is_whole = covered <= -(cost + discounts) * rules().committed_share and covered < 0
        way = _way(sku, named if is_whole else _model(row), is_part)
        yield BillLine(
            "idle" if is_idle else "machine", amount, currency, "gcp", machine, row["region"], way,
            machine_hours, chip_hours, -covered, per_usd,
            row.day("start"), row.day("end"), "" if is_idle else run(mapping(row["labels"]), context),
        )  # fmt: skip


def _credits(row: Row) -> tuple[Decimal, Decimal, Decimal, str]:
    """What a commitment covered, the other discounts of the price, the rest (promotions, free tiers), and how the
    commitment is named."""
    covered = discounts = others = ZERO
    named = ""
    for credit in objects(row["credits"]):
        amount = row.number_of(str(credit.get("amount") or 0).strip())
        kind = str(credit.get("type") or "")
        if kind in WORDS["covered"]:
            covered += amount
            named = named or " ".join(str(credit.get(name) or "") for name in NAMES)
        elif kind in WORDS["discounts"]:
            discounts += amount
        else:
            others += amount
    return covered, discounts, others, named


def _way(sku: str, commitment: str | None, is_part: bool) -> BillWay:
    """`commitment`: the name of the one that covers the whole line, by a credit or by its price; what one covers in
    part is a lower rate on demand.

    Disks beside a machine are covered by no commitment, so their lines do not tell how the machine was bought.
    """
    if has(sku, WORDS["spot"]):
        return "spot"
    if has(sku, WORDS["scheduled"]):
        return "scheduled"
    if commitment is not None:
        return reserved("", commitment, FORMAT)
    return "" if is_part else "on_demand"


def _model(row: Row) -> str | None:
    """The commitment at whose price the line is billed, where that is a model of consumption and no credit."""
    model = row["model"].strip()
    return model if model and model.lower() not in WORDS["default_model"] else None


def _hours(row: Row, labels: dict[str, str], machine: str) -> tuple[Decimal, Decimal]:
    """Hours of machines, and of chips; nothing for memory and disks."""
    is_core = has(row["sku"], WORDS["cores"])
    if not is_core and not has(row["sku"], WORDS["accelerators"]):
        return ZERO, ZERO
    if not any(row[name].strip() for name in ("quantity", "raw_quantity")):
        raise BillError("no_hours", machine, row.number)
    taken = hours(row.amount("quantity"), row["unit"]) if row["quantity"].strip() else None
    if taken is None:
        taken = hours(row.amount("raw_quantity"), row["raw_unit"]) or ZERO
    if not is_core:
        return ZERO, taken
    cores = labels.get(CORES, "")
    number = row.number_of(cores) if cores else ZERO
    return (taken / number, ZERO) if number > 0 else (ZERO, ZERO)
