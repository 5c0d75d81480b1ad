"""Lines of a cloud's bill, whatever export they come from."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Literal, NamedTuple

from knowledge.types.base import Cloud, Purchase

BillKind = Literal["machine", "idle", "fee", "credit", "tax", "other"]
BillWay = Purchase | Literal["", "reserved", "scheduled"]
ZERO = Decimal(0)


class BillLine(NamedTuple):
    """One line, with what it really cost: commitments spread over what they covered.

    `kind`: `machine` is the use of an accelerated machine; `idle` what was committed or reserved and not used; `fee`
    a payment for a commitment that the export does not spread; `credit` credits and refunds; `other` the rest. `way`
    is `reserved` for a reservation whose term the line does not state, `scheduled` for capacity by the calendar or
    with a flexible start, and empty where it has none. `hours` are those of a machine; `chip_hours` those of its
    chips, where only they are billed. `covered` is how much of the line a commitment paid for at list price, where
    its fee stands elsewhere. `per_usd` is the bill's own rate of exchange.
    `start` and `end` are of the use; `since` and `until` of the billing period, where the bill names it. `rows` is
    how many of the file it stands for, beside the lines before and after it; `mark` tells it from others of the same
    figures, for certain where it `is_marked`: where the row names its resource and its line. `contract` is the
    reservation that it was paid for, where the line names it.
    """

    kind: BillKind
    amount: Decimal
    currency: str
    cloud: Cloud | None = None
    machine: str = ""
    region: str = ""
    way: BillWay = ""
    hours: Decimal = ZERO
    chip_hours: Decimal = ZERO
    covered: Decimal = ZERO
    per_usd: Decimal | None = None
    start: str = ""
    end: str = ""
    run: str = ""
    since: str = ""
    until: str = ""
    rows: int = 1
    mark: int = 0
    is_marked: bool = False
    contract: str = ""


class BillContext(NamedTuple):
    """What the parsers of bills have to know: how accelerated types begin, by cloud, and the tags that name a run."""

    prefixes: Mapping[Cloud, tuple[str, ...]]
    run_tags: tuple[str, ...]


class BillError(Exception):
    """A bill cannot be read. `code` is worded in `templates/`; `found` is what stands there."""

    def __init__(self, code: str, found: str = "", row: int = 0) -> None:
        self.code, self.found, self.row = code, found, row
        super().__init__(f"{code}: {found}")
