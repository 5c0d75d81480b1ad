"""Amounts as AWS writes them."""

from __future__ import annotations

import re
from decimal import Decimal

from knowledge.units import HOURS_PER_YEAR

FINEST = Decimal("0.000001")  # of a dollar; no accelerator is quoted in finer steps
AMOUNT = re.compile(r"\d{1,12}(?:\.\d{1,18})?", re.ASCII)


def usd(written: object) -> Decimal | None:
    """A plain number of dollars, zero included; None for anything with signs, exponents or words."""
    text = str(written).strip()
    return rounded(Decimal(text)) if AMOUNT.fullmatch(text) else None


def rounded(amount: Decimal) -> Decimal:
    """Rounded to a millionth of a dollar, without trailing zeros."""
    rounded = amount.quantize(FINEST).normalize()
    return rounded.quantize(Decimal(1)) if rounded == rounded.to_integral_value() else rounded


def over_the_term(hourly: Decimal, fee: Decimal, years: int) -> Decimal:
    """USD per hour, with the upfront fee spread over every hour of the term."""
    return rounded(hourly + fee / (HOURS_PER_YEAR * years))


def is_china(region: str) -> bool:
    """A separate partition, priced in CNY even if no currency is given."""
    return region.startswith("cn-")
