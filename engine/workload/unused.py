"""Amounts that a text states and the answer does not use: they belong beside the figures, not at the end."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.workload.profile import Reading

SHOWN = 3
LONGEST = 40  # characters of one
_AMOUNT = re.compile(
    r"(?<![A-Za-z\d.])(?<![A-Za-z]-)(?:\d[\d.,]*\s?[^\W\d_%]+|\d[\d.,]*\s?%|\d{3,})|[$€£]\s?\d"
)  # a number with its unit, or a large one
_ADDRESS = re.compile(r"https?:|\b\d+\.\d+\.\d+\b|\d{4}-\d\d-\d\d|#\d")  # links, versions, dates, issue numbers


class Amount(NamedTuple):
    """An amount in the words of the text, and whether an answer without it may be to another question."""

    words: str
    decides: bool


def unused_amounts(reading: Reading) -> tuple[Amount, ...]:
    """The first stretches that were not understood and hold an amount, cut short; those that decide first."""
    found = (stretch for stretch in reading.unread if _AMOUNT.search(stretch) and not _ADDRESS.search(stretch))
    told = dict.fromkeys(Amount(_around(stretch), stretch in reading.deciding) for stretch in found)
    return tuple(sorted(told, key=lambda one: not one.decides)[:SHOWN])


def _around(stretch: str) -> str:
    """The amount with the words next to it."""
    if len(stretch) <= LONGEST:
        return stretch
    amount = _AMOUNT.search(stretch)
    start = max(0, (amount.start() if amount else 0) - LONGEST // 2)
    cut = stretch[start : start + LONGEST]
    return cut.partition(" ")[2] or cut if start else cut.rpartition(" ")[0] or cut
