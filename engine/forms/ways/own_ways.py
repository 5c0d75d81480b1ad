"""The way to buy that a part of a text names: of each machine its own, where they are bought in different ways."""

from __future__ import annotations

import re
from collections.abc import Sequence

from knowledge.facts import Purchase

_TERM = r"[\s-]*(?:y(?:ea)?rs?|y)\b(?![\s-]*(?:ago|old))"
MENTIONS: dict[Purchase, re.Pattern[str]] = {
    "on_demand": re.compile(
        r"\bon[\s-]?demand\b|\bod\b|\bpay[\s-]as[\s-](?:you|we)[\s-]go\b|\bpayg\b", re.IGNORECASE
    ),
    "spot": re.compile(r"\bspot\b|\bpreemptible\b", re.IGNORECASE),
    "capacity_block": re.compile(r"\bcapacity[\s-]blocks?\b", re.IGNORECASE),
}
_TERMS: dict[Purchase, re.Pattern[str]] = {
    "reserved_1yr": re.compile(rf"\b(?:1|one){_TERM}", re.IGNORECASE),
    "reserved_3yr": re.compile(rf"\b(?:3|three){_TERM}", re.IGNORECASE),
}


def own_ways(parts: Sequence[str], named: Sequence[Purchase]) -> tuple[Purchase, ...] | None:
    """Of each part the one of the ways that are `named` which it tells; None where one tells none or several."""
    patterns = {way: one for way, one in (MENTIONS | _TERMS).items() if way in named}
    each = [[way for way, one in patterns.items() if one.search(part)] for part in parts]
    return tuple(ways[0] for ways in each) if all(len(ways) == 1 for ways in each) else None
