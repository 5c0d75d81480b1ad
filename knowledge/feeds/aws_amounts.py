"""Amounts and places as AWS writes them."""

from __future__ import annotations

import re
from decimal import Decimal

from knowledge.units import HOURS_PER_YEAR

FINEST = Decimal("0.000001")  # of a dollar; accelerators are quoted in no finer steps
AMOUNT = re.compile(r"\d{1,12}(?:\.\d{1,18})?", re.ASCII)
PLACE = re.compile(r"([a-z]{2,5}(?:-[a-z]+)+-\d{1,2})([a-z]?)((?:-[a-z0-9]+)*)", re.ASCII)
RENMINBI = re.compile(r"cn-")


def usd(written: object) -> Decimal | None:
    """A plain number of dollars, zero among them; None for what is none: signs, exponents, words."""
    text = str(written).strip()
    return tidy(Decimal(text)) if AMOUNT.fullmatch(text) else None


def tidy(amount: Decimal) -> Decimal:
    """Rounded to a millionth of a dollar, without trailing zeros."""
    rounded = amount.quantize(FINEST).normalize()
    return rounded if rounded.as_tuple().exponent in range(-6, 1) else rounded.quantize(Decimal(1))


def over_the_term(hourly: Decimal, fee: Decimal, years: int) -> Decimal:
    """USD an hour, with what is paid upfront spread over every hour of the term."""
    return tidy(hourly + fee / (HOURS_PER_YEAR * years))


def place(written: str) -> tuple[str, str] | None:
    """Region, and the zone if the place is one: `us-west-2-lax-1` is a Local Zone, `us-east-2a` a zone by name.

    None for what is neither a region nor in one.
    """
    found = PLACE.fullmatch(written)
    if found is None:
        return None
    region, letter, local = found.groups()
    return region, written if letter or local else ""


def is_renminbi(region: str) -> bool:
    """AWS's China regions are a partition of their own, priced in CNY even where no currency is said."""
    return RENMINBI.match(region) is not None
