"""Amounts and places as AWS writes them."""

from __future__ import annotations

import re
from decimal import Decimal

from knowledge.units import HOURS_PER_YEAR

FINEST = Decimal("0.000001")  # of a dollar; no accelerator is quoted in finer steps
AMOUNT = re.compile(r"\d{1,12}(?:\.\d{1,18})?", re.ASCII)
PLACE = re.compile(r"([a-z]{2,5}(?:-[a-z]+)+-\d{1,2})([a-z]?)((?:-[a-z0-9]+)*)", re.ASCII)
ZONE_ID = re.compile(r"([a-z]{2})(g?)(ne|nw|se|sw|n|e|s|w|c)(\d)(?:-[a-z0-9]+)?-az\d+", re.ASCII)
SIDES = {"n": "north", "e": "east", "s": "south", "w": "west", "c": "central"}


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


def place(written: str) -> tuple[str, str] | None:
    """The region, and the zone if it names one; None for anything else.

    `us-west-2-lax-1` is a Local Zone, `us-east-2a` the name of a zone (which differs between accounts), and
    `use1-az4` the id of a zone (which does not).
    """
    if match := PLACE.fullmatch(written):
        region, letter, local = match.groups()
        return region, written if letter or local else ""
    if match := ZONE_ID.fullmatch(written):
        land, is_gov, sides, number = match.groups()
        side = "".join(SIDES[letter] for letter in sides)
        return "-".join((land, *(["gov"] if is_gov else []), side, number)), written
    return None


def is_china(region: str) -> bool:
    """A separate partition, priced in CNY even if no currency is given."""
    return region.startswith("cn-")
