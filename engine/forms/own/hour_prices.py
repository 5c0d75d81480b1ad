"""Prices of an hour as a text tells them, with the way of paying that stands beside each: "spot at 0,42 $/h".

A comma before the last digits of such a price is a decimal one: an hour of a machine is no thousand dollars.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

Way = Literal["spot", "on_demand", "term", ""]
_SIGN = r"(?:us\$|usd|\$|€|eur|£|gbp)"
_HOUR = (
    r"\s*(?:/|per|an?|pro|par|por|la|le|all'|je|l'|в|за)\s*(?:(?:gpu|card|chip|node|machine|instance)[\s-]*)?"
    r"(?:hours?|hrs?|h|std|stunde|heure|hora|ora|час)(?![a-z])"
)
_PRICE = re.compile(
    rf"({_SIGN})\s?(\d+(?:[.,]\d+)?){_HOUR}|(?<![\w.,$€£])(\d+(?:[.,]\d+)?)\s?({_SIGN}){_HOUR}", re.IGNORECASE
)
_WAYS: tuple[tuple[Way, re.Pattern[str]], ...] = (
    ("spot", re.compile(r"\bspot\b|pr[eä]emptible|interruptible|спот", re.IGNORECASE)),
    (
        "on_demand",
        re.compile(r"on[- ]?demand|list(?:en)?[- ]?(?:price|preis)|à\sla\sdemande|a\sdemanda", re.IGNORECASE),
    ),
    (
        "term",
        re.compile(
            r"commit\w*|reserv\w*|réserv\w*|savings[- ]plan|1[- ]?y(?:ea)?r|one[- ]year|einjähr\w*|1\sjahr"
            r"|(?:1|un)\san\b|1\saño|1\san[no]o|резерв\w*",
            re.IGNORECASE,
        ),
    ),
)
REACH = 90  # characters between a way and its price
_SIGNS = {"€": "€", "eur": "€", "£": "£", "gbp": "£"}
FAR, BEHIND = 24, 2  # and where the way stands behind it


class HourPrice(NamedTuple):
    """`amount` of `sign` an hour, paid in a `way`, "" where none stands beside it."""

    amount: float
    sign: str
    way: Way
    at: int


def hour_prices(text: str) -> list[HourPrice]:
    """In the order of the text."""
    prices, last = [], 0
    for match in _PRICE.finditer(text):
        sign = (match[1] or match[4]).lower()
        way, end = _way(text, last, match.start(), match.end())
        last = max(match.end(), end)
        amount = float((match[2] or match[3]).replace(",", "."))
        prices.append(HourPrice(amount, _SIGNS.get(sign, "$"), way, match.start()))
    return prices


def _way(text: str, last: int, at: int, end: int) -> tuple[Way, int]:
    """The last before the price, else the one right behind it; and where what was read ends."""
    before = text[max(last, at - REACH) : at]
    ahead = [(match.start(), way) for way, words in _WAYS for match in words.finditer(before)]
    if ahead:
        return max(ahead)[1], end
    for way, words in _WAYS:
        match = words.search(text, end, end + FAR)
        if match and match.start() - end <= BEHIND:
            return way, match.end()
    return "", end
