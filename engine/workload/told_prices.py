"""Prices that a text tells with the time they are for: "$294/month", "0.25$ per hour", "0.30 EUR per kWh"."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.base.of_texts import read_once
from knowledge.units import DAYS_PER_WEEK, HOURS_PER_DAY, HOURS_PER_MONTH, HOURS_PER_YEAR

_AMOUNT = r"(\d[\d,]*(?:\.\d+)?|\.\d+)"
_OF = r"(gpu|chip|card|node|instance|machine|[a-z]{1,3}\d{1,4}[a-z]*)"
_PER = (
    r"\s*(?:/|per|an?|each|every|for an?|for one|for each)\s*(?:1\s*)?" + _OF + r"?[\s-]*"
    r"(?:/\s*)?(hours?|hrs?|h|days?|weeks?|months?|mon|mo|years?|yr|m)(?![a-z]|\s*(?:tok|input|output|req))"
)
_SIGNS = r"(us\$|usd|\$|dollars?|bucks|€|eur|euros?|£|gbp|chf|sfr\.?|cents?|¢|yuan|rmb|cny|inr|₹|"
_SIGNS += r"rupees?|yen|jpy|krw|₩)"
_SIGN_FIRST = re.compile(_SIGNS + r"\s?" + _AMOUNT + r"\s*(?:usd|eur)?" + _PER, re.IGNORECASE)
_SIGN_LATER = re.compile(r"(?<![\w.,$€£])" + _AMOUNT + r"\s*" + _SIGNS + _PER, re.IGNORECASE)
_STILL = re.compile(  # a rate with cents and no sign, of which it is asked whether it holds: "still 32.77 an hour"
    r"\b(?:still|now|costs?|priced at)\s+" + r"(\d[\d,]*\.\d{2,})" + r"\s*(?:/|per|an?)\s*" + r"(hours?|hrs?|h)\b",
    re.I,
)
_KWH = re.compile(
    r"(?:(R\$|[$€£])\s?)?"
    + r"(?<![\w.,])"
    + _AMOUNT
    + r"\s*(usd|eur|euros?|gbp|chf|[$€£]|ct|cents?|¢)?\s*(?:/|per|an?|pro|par|por|die)\s*kwh",
    re.I,
)
_CURRENCIES = (
    (("e", "€"), "€"), (("chf", "sfr"), "CHF "), (("£", "gbp"), "£"), (("yuan", "rmb", "cny"), "CNY "),
    (("inr", "₹", "rupee"), "INR "), (("r$", "brl"), "R$"), (("yen", "jpy"), "JPY "), (("krw", "₩"), "KRW "),
)  # fmt: skip
_QUOTED = re.compile(r"quot|charg|billed|invoice|\bcosts?\b|\bpay(?:ing)?\b|\bprice", re.IGNORECASE)
_WISHED = re.compile(r"budget|afford|spend at most|limit|up to|salary", re.IGNORECASE)
_DECIMALS = re.compile(r"^(\d+),(\d{1,2})$")
_NEAR = 45  # characters before a price that say what it is
CENTS = 100.0
A_LETTER = 0.0  # hours of "/M": a month where the amount is a rent, else a million of something
LEAST_RENT = 20.0


class ToldPrice(NamedTuple):
    """`amount` of `sign` for `hours`, of one chip or not; `at`: where it stands; `quoted`: charged, not wished."""

    amount: float
    sign: str
    hours: float
    per_chip: bool
    at: int
    quoted: bool

    @property
    def hourly(self) -> float:
        """The same for one hour."""
        return self.amount / self.hours


class KwhPrice(NamedTuple):
    """What a kilowatt-hour costs; of cents nobody says which, and `sign` is empty."""

    amount: float
    sign: str


@read_once
def told_prices(text: str) -> tuple[ToldPrice, ...]:
    """In the order of the text, each once."""
    found = [_price(match, text, *match.group(1, 2, 3, 4)) for match in _SIGN_FIRST.finditer(text)]
    found += [_price(match, text, *match.group(2, 1, 3, 4)) for match in _SIGN_LATER.finditer(text)]
    found += [_price(match, text, "$", match[1], None, match[2]) for match in _STILL.finditer(text)]
    found = [one for one in found if one.hours != A_LETTER or one.amount >= LEAST_RENT]
    found = [one._replace(hours=float(HOURS_PER_MONTH)) if one.hours == A_LETTER else one for one in found]
    return tuple(sorted(found, key=lambda price: price.at))


def price_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where they stand."""
    return tuple(match.span() for kind in (_SIGN_FIRST, _SIGN_LATER, _STILL) for match in kind.finditer(text))


@read_once
def told_kwh(text: str) -> KwhPrice | None:
    """None where no price of a kilowatt-hour is told."""
    match = _KWH.search(text)
    if match is None:
        return None
    sign, amount, unit = match.groups()
    if (unit or "").casefold() in ("ct", "cent", "cents", "¢"):
        return KwhPrice(_number(amount) / CENTS, "")
    named = sign or unit
    return KwhPrice(_number(amount), _sign(named) if named else "")


def _price(match: re.Match[str], text: str, sign: str, amount: str, of: str | None, period: str) -> ToldPrice:
    before = text[max(0, match.start() - _NEAR) : match.start()]
    quoted = bool(_QUOTED.search(before)) and not _WISHED.search(before)
    chip = (of or "").casefold() in ("gpu", "chip", "card") or any(letter.isdigit() for letter in of or "")
    cents = sign.casefold().startswith(("cent", "¢"))
    return ToldPrice(
        _number(amount) / (CENTS if cents else 1.0), _sign(sign), _hours(period), chip, match.start(), quoted
    )


def _hours(period: str) -> float:
    plain = period.casefold()
    if plain == "m":
        return A_LETTER
    by_letter = {"h": 1.0, "d": HOURS_PER_DAY, "w": HOURS_PER_DAY * DAYS_PER_WEEK, "y": HOURS_PER_YEAR}
    return float(HOURS_PER_MONTH if plain.startswith("mo") else by_letter[plain[0]])


def _sign(word: str) -> str:
    """The sign before an amount: of each of these the one that its names begin with, else dollars."""
    plain = word.casefold()
    return next((sign for names, sign in _CURRENCIES if plain.startswith(names)), "$")


def _number(text: str) -> float:
    """A comma before one digit or two, and no point behind, begins the decimals: "0,30"."""
    return float(_DECIMALS.sub(r"\1.\2", text).replace(",", ""))
