"""AWS's Cost and Usage Report: CUR 2.0, and the report before it, whose columns have the same words.

CUR 2.0 has the columns of net costs for everybody. Where they are filled, discounts are in the lines they lower, and
their own lines count nothing; where all of them are blank, the lines of the discounts are all there is of them.

What a line really cost is its amortized cost, as AWS's user guide adds it up: use that a Savings Plan or a
reservation covers at its effective cost, the recurring fees with only what lay idle, what was paid upfront and the
negation of a Savings Plan with nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from knowledge.bills.aws_usage import counts_hours, is_spot, is_unused, named
from knowledge.bills.cells import Row, dated, has, is_accelerated, machine_in, rows_of, run
from knowledge.bills.rows import Rows
from knowledge.bills.rules import rules
from knowledge.types.bill import ZERO, BillContext, BillError, BillKind, BillLine, BillWay

FORMAT = rules().named("aws_cur")
WORDS = FORMAT.words
BLOCK = rules().capacity_block_words
PLAN_USE, PLAN_FEE, PLAN_FREE = "SavingsPlanCoveredUsage", "SavingsPlanRecurringFee", "SavingsPlanNegation"
PLAN_UPFRONT, RESERVED_USE, RESERVED_FEE = "SavingsPlanUpfrontFee", "DiscountedUsage", "RIFee"
NET = ("net_cost", "net_plan_cost", "net_reserved_cost", "net_unused_fee", "net_unused_recurring")
LEASES: dict[str, BillWay] = {"1yr": "reserved_1yr", "3yr": "reserved_3yr"}


def lines(table: Rows, context: BillContext) -> Iterator[BillLine]:
    has_net = any(name in table.columns for what in NET for name in FORMAT.columns[what])
    discounts: dict[BillLine, BillLine] = {}
    is_net = False
    for row in rows_of(table, FORMAT):
        line = dated(_line(row, context), row)
        is_discount = row["kind"] in WORDS["discounts"]
        is_net = is_net or (not is_discount and any(row[name].strip() for name in NET))
        if not has_net or not is_discount or row["net_cost"].strip():
            yield line
            continue
        yield line._replace(amount=ZERO)
        if is_net:
            discounts.clear()
        else:
            _hold(discounts, line)
    if not is_net:
        yield from discounts.values()


def _hold(discounts: dict[BillLine, BillLine], line: BillLine) -> None:
    """Adds a discount to those alike, so that their memory does not grow with the file."""
    like = line._replace(amount=ZERO, start="", end="", mark=0, is_marked=False)
    held = discounts.get(like, like._replace(start=line.start, end=line.end, rows=0))
    discounts[like] = held._replace(
        amount=held.amount + line.amount, start=min(held.start, line.start), end=max(held.end, line.end)
    )


def _line(row: Row, context: BillContext) -> BillLine:
    kind, usage = row["kind"], row["usage_type"]
    amount, currency = _amount(row, kind), row["currency"] or "USD"
    if kind in WORDS["taxes"]:
        return BillLine("tax", amount, currency, "aws")
    if kind in WORDS["credits"]:
        return BillLine("credit", amount, currency, "aws")
    if kind == PLAN_FEE:
        return BillLine("idle", amount, currency, "aws", way="savings_plan")
    if kind in (PLAN_FREE, PLAN_UPFRONT):
        return BillLine("fee", amount, currency, "aws", way="savings_plan")
    if _is_spread(row, kind):
        return BillLine("fee", amount, currency, "aws")
    is_block = _is_block(row)
    machine = _machine(row, usage, kind, context, is_block)
    what: BillKind
    way: BillWay
    if not machine:
        what = "idle" if kind == RESERVED_FEE else "fee" if kind == "Fee" and row["reserved_arn"] else "other"
        way = _way(row, kind, usage, is_block) if kind in (PLAN_USE, RESERVED_USE, RESERVED_FEE) else ""
        return BillLine(what, amount, currency, "aws", way=way, contract=row["reserved_arn"])
    counts = kind not in WORDS["discounts"] and kind not in ("Fee", RESERVED_FEE)
    if counts and not row["quantity"].strip():
        raise BillError("no_hours", machine, row.number)
    quantity = row.amount("quantity") if counts else ZERO
    is_idle = kind == RESERVED_FEE or is_unused(usage)
    what = "idle" if is_idle else "machine"
    return BillLine(
        what, amount, currency, "aws", machine, _region(row), _way(row, kind, usage, is_block),
        hours=row.amount("unused_hours") if kind == RESERVED_FEE else quantity,
        start=row.day("start"), end=row.day("end"), run="" if is_idle else run(row.tags("tags"), context),
        contract=row["reserved_arn"],
    )  # fmt: skip


def _amount(row: Row, kind: str) -> Decimal:
    """The amortized cost."""
    if kind == PLAN_USE:
        return row.amount("net_plan_cost", "plan_cost")
    if kind == PLAN_FEE:
        return row.amount("plan_committed") - row.amount("plan_used")
    if kind == RESERVED_USE:
        return row.amount("net_reserved_cost", "reserved_cost")
    if kind == RESERVED_FEE:
        return row.amount("net_unused_fee", "unused_fee") + row.amount("net_unused_recurring", "unused_recurring")
    if kind in (PLAN_FREE, PLAN_UPFRONT) or _is_spread(row, kind):
        return ZERO
    return row.amount("net_cost", "cost")


def _is_spread(row: Row, kind: str) -> bool:
    """Whether it is what was paid upfront for a reservation: its use carries that already."""
    return kind == "Fee" and bool(row["reserved_arn"]) and not _is_block(row)


def _machine(row: Row, usage: str, kind: str, context: BillContext, is_block: bool) -> str:
    """The accelerated type whose hours or discount the line is; nothing for disks and networks beside one."""
    if counts_hours(usage) or kind in WORDS["discounts"]:
        machine = row["machine"] or named(usage)
        return machine if is_accelerated(machine, "aws", context) else ""
    if is_block:
        text = " ".join((row["machine"], named(usage), row["description"]))
        return machine_in(text, "aws", context)
    return ""


def _way(row: Row, kind: str, usage: str, is_block: bool) -> BillWay:
    if kind == PLAN_USE or (kind in WORDS["discounts"] and row["plan_arn"]):
        return "savings_plan"
    if kind in (RESERVED_USE, RESERVED_FEE) or (kind in WORDS["discounts"] and row["reserved_arn"]):
        return LEASES.get(row["lease"].strip().lower().replace(" ", "").replace("year", "yr"), "reserved")
    if is_block:
        return "capacity_block"
    return "spot" if is_spot(usage) else "on_demand"


def _is_block(row: Row) -> bool:
    """Whether it belongs to a Capacity Block, by any of the cells that may say so."""
    product = row["product"]
    said = (row["usage_type"], row["market"], row["block"], row["description"])
    return has(" ".join(said), BLOCK) or (bool(product) and has(product, BLOCK))


def _region(row: Row) -> str:
    zone = row["zone"]
    return row["region"] or (zone[:-1] if zone[-1:].isalpha() else zone)
