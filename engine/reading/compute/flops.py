"""Amounts of computing of a run, in FLOP: "6e23 FLOPs", "4.2 x 10^22 FLOP", "300 zettaFLOPs", "3640 petaflop/s-days".

A rate ("989 TFLOP/s", "a 2 exaFLOPS cluster") is none, unless days or hours of it are told.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from knowledge.units import HOURS_PER_DAY, HOURS_PER_YEAR, SECONDS_PER_HOUR

LEAST, MOST = 1e15, 1e30  # FLOP of a run; below it nobody rents a machine
LEAST_BARE, LEAST_SURE = 1e18, 1e20  # smaller amounts are peaks of chips, and of clusters
_PREFIXES = {
    "k": 1e3, "kilo": 1e3, "m": 1e6, "mega": 1e6, "g": 1e9, "giga": 1e9, "t": 1e12, "tera": 1e12, "p": 1e15,
    "peta": 1e15, "e": 1e18, "exa": 1e18, "z": 1e21, "zetta": 1e21, "y": 1e24, "yotta": 1e24,
}  # fmt: skip
_WORDS = {
    "thousand": 1e3, "k": 1e3, "million": 1e6, "m": 1e6, "billion": 1e9, "bn": 1e9, "b": 1e9, "trillion": 1e12,
    "quadrillion": 1e15, "quintillion": 1e18, "sextillion": 1e21, "septillion": 1e24,
}  # fmt: skip
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_LONG = "kilo|mega|giga|tera|peta|exa|zetta|yotta"
_MANTISSA = r"(?<![\w.,$^*-])(?P<digits>\d[\d,]*(?:\.\d+)?)"
_POWER = r"(?:e\+?(?P<e>\d{1,2})|\s*(?:\*|x|×|·)\s*10\s*(?:\^|\*\*)?\s*\{?(?P<power>\d{1,2}|[⁰¹²³⁴⁵⁶⁷⁸⁹]+)\}?)"
_TEN = r"(?<![\w.,$^*-])10(?:\s*(?:\^|\*\*)\s*\{?(?P<ten>\d{1,2})\}?|(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹]+))"
_AMOUNT = rf"(?:{_TEN}|{_MANTISSA}{_POWER}?)"
_MANY = r"(?:[\s-]*(?P<many>" + "|".join(_WORDS) + r")(?![a-z]))?"
_UNIT = (
    r"[\s-]*(?:(?:total|training|floating[\s-]*point)\s+)?"
    rf"(?P<prefix>{_LONG}|[kmgtpezy])?[\s-]*(?:flops?|operations)"
)
_RATE = r"(?:\s*/\s*s(?:ec(?:ond)?)?|\s+per\s+second|ps(?![a-z]))?"
_SPAN = r"[\s·*x×-]*(?P<span>days?|d|hours?|hrs?|h|years?|天|小时)(?![a-z])"
_LASTING = re.compile(
    rf"{_AMOUNT}[\s-]*(?:(?P<prefix>{_LONG}|[kmgtpezy])[\s-]*(?:flops?|f)){_RATE}{_SPAN}",
    re.IGNORECASE,
)
_TOTAL = re.compile(rf"{_AMOUNT}{_MANY}{_UNIT}(?![a-z])(?P<rate>\s*/|\s+per\b|ps\b)?", re.IGNORECASE)
_HOURS = {"d": HOURS_PER_DAY, "天": HOURS_PER_DAY, "h": 1.0, "小": 1.0, "y": HOURS_PER_YEAR}


class ToldFlops(NamedTuple):
    """FLOP of a run, and the characters that tell it."""

    flops: float
    first: int
    last: int


def told_flops(text: str) -> tuple[ToldFlops, ...]:
    """In the order of the text."""
    lasting = [_lasting(one) for one in _LASTING.finditer(text)]
    taken = [range(one.first, one.last) for one in lasting]
    totals = [_total(one) for one in _TOTAL.finditer(text) if not any(one.start() in spread for spread in taken)]
    found = [one for one in (*lasting, *totals) if one is not None and LEAST <= one.flops <= MOST]
    return tuple(sorted(found, key=lambda one: one.first))


def _lasting(found: re.Match[str]) -> ToldFlops:
    """A rate x how long it lasts."""
    hours = _HOURS[found["span"][0].lower()]
    value = _amount(found) * _PREFIXES[found["prefix"].lower()] * hours * SECONDS_PER_HOUR
    return ToldFlops(value, found.start(), found.end())


def _total(found: re.Match[str]) -> ToldFlops | None:
    """None of a rate: of FLOP by the second, and of "exaFLOPS", unless no machine is as fast."""
    many, prefix = (found["many"] or "").lower(), (found["prefix"] or "").lower()
    value = _amount(found) * _WORDS.get(many, 1.0) * _PREFIXES.get(prefix, 1.0)
    is_rate = bool(found["rate"]) or (found[0].endswith("FLOPS") and prefix and value < LEAST_SURE)
    if is_rate or value < LEAST_BARE:
        return None
    return ToldFlops(value, found.start(), found.end())


def _amount(found: re.Match[str]) -> float:
    """The number alone: "10^24", "4.2 x 10^22", "6e23", "300"."""
    if ten := found["ten"] or found["raised"]:
        return float(10 ** int(ten.translate(_RAISED)))
    power = found["e"] or found["power"] or "0"
    return float(f"{found['digits'].replace(',', '')}e{power.translate(_RAISED)}")
