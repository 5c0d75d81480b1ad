"""A figure as a feed writes it -> USD, nothing, or the reason why it is not a price."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from knowledge.feeds.formats.rules import Rules

NUMBER = re.compile(r"[+-]?(?:[0-9]{1,15}(?:\.[0-9]{0,30})?|\.[0-9]{1,30})(?:[eE][+-]?[0-9]{1,2})?", re.ASCII)


class Amount(NamedTuple):
    """`usd` is above zero or None. `reason`, the code of a RejectedRow, says why it is None; "" for a blank cell."""

    usd: Decimal | None
    reason: str = ""


NOTHING = Amount(None)


def amount(cell: object, rules: Rules, chips: float | None = None) -> Amount:
    """What one cell or JSON value says. `chips`: how many accelerators the price is for; None if unknown."""
    if cell is None:
        return NOTHING
    text = str(cell).strip()
    if text.lower() in rules.blanks:
        return NOTHING
    if NUMBER.fullmatch(text) is None:
        return Amount(None, "unreadable")
    return within(Decimal(text), rules, chips)


def within(usd: Decimal, rules: Rules, chips: float | None = None) -> Amount:
    """The same for a figure that was computed."""
    if usd == 0:
        return Amount(None, "zero")
    if usd < 0:
        return Amount(None, "negative")
    low, high = possible(rules, chips)
    if usd < low:
        return Amount(None, "too_low")
    if usd > high:
        return Amount(None, "too_high")
    return Amount(usd)


def possible(rules: Rules, chips: float | None = None) -> tuple[Decimal, Decimal]:
    """The lowest and the highest USD per hour that can be a price, both above zero."""
    bounds = rules.bounds
    if not chips:
        return bounds.usd_per_machine_hour_low, bounds.usd_per_machine_hour_high
    share = Decimal(str(chips))
    return bounds.usd_per_chip_hour_low * share, bounds.usd_per_chip_hour_high * share


def nearly_equal(usd: Decimal, other: Decimal) -> bool:
    """Equal up to a difference in the fifth digit, as rounding makes."""
    return abs(usd - other) <= Decimal("1e-5") * max(usd, other) + Decimal("1e-6")


@lru_cache(maxsize=1024)
def count(cell: str) -> float | None:
    """The number of accelerators in a cell; None if it is not a plausible number."""
    text = cell.strip()
    if NUMBER.fullmatch(text) is None:
        return None
    number = float(text)
    return number if 0 < number < 1e6 else None
