"""Prices of a rented hour that a text tells, with both ends of a range: "$1.5-2.5 an hour", "$1.5/h to $3/h"."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.workload.told_prices import told_prices

_SIGN, _NUMBER = r"(us\$|usd|\$|€|eur|£|gbp)", r"(\d+(?:[.,]\d+)?)"
_HOUR = r"\s*(?:/|per\b|an?\b)\s*(gpu|chip|card)?[\s-]*(?:/\s*)?(?:hours?|hrs?|h)(?![a-z])"
_RANGE = re.compile(
    rf"{_SIGN}?\s?{_NUMBER}(?:{_HOUR})?\s*(?:-|–|to|and|or|up to)\s*{_SIGN}?\s?{_NUMBER}\s?{_SIGN}?{_HOUR}", re.I
)
_SIGNS = {"€": "€", "e": "€", "£": "£", "g": "£"}


class ToldRent(NamedTuple):
    """What an hour costs, of one chip where that is said."""

    amount: float
    sign: str
    per_chip: bool


def told_rents(text: str) -> tuple[ToldRent, ...]:
    """The least first, each amount once."""
    found = [ToldRent(one.amount, one.sign, one.per_chip) for one in told_prices(text) if one.hours == 1]
    for match in _RANGE.finditer(text):
        first, low, of_first, second, high, last, of_last = match.groups()
        sign = first or second or last
        if sign is None:
            continue
        mark, per_chip = _SIGNS.get(sign.casefold()[0], "$"), bool(of_first or of_last)
        found += [ToldRent(float(one.replace(",", ".")), mark, per_chip) for one in (low, high)]
    once = {(one.amount, one.sign): one for one in found}
    return tuple(sorted(once.values(), key=lambda one: one.amount))
