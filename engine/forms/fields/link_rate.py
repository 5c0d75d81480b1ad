"""The link between machines that a text tells, in Gbit/s, and the seconds that one step takes."""

from __future__ import annotations

import re

_NUMBER = r"(?<![\w.])(\d+(?:[.,]\d+)?)\s*-?\s*"
_GIGABIT = re.compile(
    _NUMBER + r"(?:g(?:iga)?-?\s?bits?(?:\s*/\s*s(?:ec)?|ps)?|gb/s|gbps|gbe|gige|gb\s+(?:ethernet|network|nic|link)|"
    r"g\s+(?:ethernet|network|nic|link|lan|infiniband|switch))(?![a-z])",
    re.IGNORECASE,
)
_GIGABYTE = re.compile(_NUMBER + r"(?:GB/s|GBps|gigabytes?\s*(?:/|per)\s*s(?:ec(?:ond)?)?)(?![a-z])")
_MEGABIT = re.compile(_NUMBER + r"(?:mbits?(?:\s*/\s*s(?:ec)?|ps)?|mb/s|mbps)(?![a-z])", re.IGNORECASE)
_NAMED = (  # rates of links that go by a name, Gbit/s
    (re.compile(r"\bgigabit\b|\b1\s?gig\b", re.IGNORECASE), 1.0),
    (re.compile(r"\bHDR\b|\bHDR200\b"), 200.0),
    (re.compile(r"\bNDR\b|\bNDR400\b"), 400.0),
    (re.compile(r"\bEDR\b"), 100.0),
)
_UNIT = r"\s*(ms|milliseconds?|s|secs?|seconds?|sekunden?|secondes?|segundos?|秒)(?![a-z])"
_PER_STEP = (
    re.compile(_NUMBER + _UNIT + r"\s*(?:a|per|/|each|every|pro|par|por)\s*(?:training\s)?(?:step|it|iter|iteration"
               r"|batch|schritt|pas|étape|paso)\b", re.IGNORECASE),
    re.compile(r"\b(?:step|iteration|iter|batch|schritt|étape|paso)(?:\s+time)?\s*(?:takes?|is|of|=|:|was|dauert|dure|"
               r"tarda|at|about|around|~|\s)*" + _NUMBER + _UNIT, re.IGNORECASE),
)  # fmt: skip
_THOUSAND, _BITS = 1000.0, 8.0


def link_gbps(text: str) -> float | None:
    """The slowest link that is told; None where none is."""
    bytes_ = [_value(found[1]) * _BITS for found in _GIGABYTE.finditer(text)]
    at = {found.start() for found in _GIGABYTE.finditer(text)}
    bits = [_value(found[1]) for found in _GIGABIT.finditer(text) if found.start() not in at]
    small = [_value(found[1]) / _THOUSAND for found in _MEGABIT.finditer(text)]
    told = [rate for rate in (*bits, *small, *bytes_) if rate > 0]
    told = told or [rate for pattern, rate in _NAMED if pattern.search(text)]
    return min(told, default=None)


def step_seconds(text: str) -> float | None:
    """None where no time of one step is told."""
    for pattern in _PER_STEP:
        if found := pattern.search(text):
            return _value(found[1]) / (_THOUSAND if found[2].lower().startswith("m") else 1.0)
    return None


def _value(number: str) -> float:
    return float(number.replace(",", "."))
