"""Amounts and places as AWS writes them."""

from __future__ import annotations

import re
from decimal import Decimal

from knowledge.units import HOURS_PER_YEAR

FINEST = Decimal("0.000001")  # of a dollar; accelerators are quoted in no finer steps
AMOUNT = re.compile(r"\d{1,12}(?:\.\d{1,18})?", re.ASCII)
PLACE = re.compile(r"([a-z]{2,5}(?:-[a-z]+)+-\d{1,2})([a-z]?)((?:-[a-z0-9]+)*)", re.ASCII)
ZONE_ID = re.compile(r"([a-z]{2})(g?)(ne|nw|se|sw|n|e|s|w|c)(\d)(?:-[a-z0-9]+)?-az\d+", re.ASCII)
SIDES = {"n": "north", "e": "east", "s": "south", "w": "west", "c": "central"}


def usd(written: object) -> Decimal | None:
    """A plain number of dollars, zero among them; None for what is none: signs, exponents, words."""
    text = str(written).strip()
    return tidy(Decimal(text)) if AMOUNT.fullmatch(text) else None


def tidy(amount: Decimal) -> Decimal:
    """Rounded to a millionth of a dollar, without trailing zeros."""
    rounded = amount.quantize(FINEST).normalize()
    return rounded.quantize(Decimal(1)) if rounded == rounded.to_integral_value() else rounded


def over_the_term(hourly: Decimal, fee: Decimal, years: int) -> Decimal:
    """USD an hour, with what is paid upfront spread over every hour of the term."""
    return tidy(hourly + fee / (HOURS_PER_YEAR * years))


def place(written: str) -> tuple[str, str] | None:
    """Region, and the zone if the place is one: `us-west-2-lax-1` is a Local Zone, `us-east-2a` a zone by its name
    (which differs by account), `use1-az4` a zone by its id (which does not). None for anything else."""
    if found := PLACE.fullmatch(written):
        region, letter, local = found.groups()
        return region, written if letter or local else ""
    if found := ZONE_ID.fullmatch(written):
        land, is_gov, sides, number = found.groups()
        side = "".join(SIDES[each] for each in sides)
        return "-".join((land, *(["gov"] if is_gov else []), side, number)), written
    return None


def is_china(region: str) -> bool:
    """A partition of its own, priced in CNY even where no currency is said."""
    return region.startswith("cn-")
