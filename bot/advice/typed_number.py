"""Numbers as people type them: 123,456, 120k or 8B."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"(\d[\d_,]*(?:\.\d+)?(?:e[+-]?\d+)?)\s*([kmbgt]?)", re.IGNORECASE)
_SCALES = {"": 1.0, "k": 1e3, "m": 1e6, "b": 1e9, "g": 1e9, "t": 1e12}


def typed_number(text: str) -> float | None:
    """A positive number; None if it is not one."""
    match = _NUMBER.fullmatch(text.strip())
    value = float(match[1].replace(",", "").replace("_", "")) * _SCALES[match[2].lower()] if match else 0.0
    return value if 0 < value < float("inf") else None


def scaled(text: str) -> str:
    """With the unit behind the number written out; any other text as it is."""
    value = typed_number(text) if text[-1:].isalpha() else None
    return text if value is None else repr(value)
