"""Numbers as people type them: 123,456, 120k or 8B. A comma parts thousands; else nothing is guessed."""

from __future__ import annotations

import re

DIGITS = r"(?:[1-9][0-9]{0,2}(?:,[0-9]{3})+|0(?:,[0-9]{3})+(?=\.)|[0-9]+)"  # before the decimal point
_NUMBER = re.compile(rf"({DIGITS}|[0-9][0-9_]*)((?:\.[0-9]+)?(?:e[+-]?[0-9]+)?)\s*([kmbgt]?)", re.IGNORECASE)
_PLAIN = re.compile(DIGITS)
_DECIMAL_COMMA = re.compile(r"(?<![0-9.,])([0-9]{1,3}(?:\.[0-9]{3})+|[0-9]+),([0-9]+)(?![0-9.,])")
_POINTED = re.compile(r"(?<![0-9.,])[1-9][0-9]{0,2}(?:\.[0-9]{3}){2,}(?![0-9.,])")  # 1.234.567
_SCALES = {"": 1.0, "k": 1e3, "m": 1e6, "b": 1e9, "g": 1e9, "t": 1e12}


def typed_number(text: str) -> float | None:
    """A positive number; None if it is not one."""
    match = _NUMBER.fullmatch(text.strip())
    digits = match[1].replace(",", "").replace("_", "") if match else ""
    value = float(digits + match[2]) * _SCALES[match[3].lower()] if match else 0.0
    return value if 0 < value < float("inf") else None


def respelled(text: str) -> str | None:
    """With commas for thousands and a point for decimals, where it is written the other way: 0,88 as 0.88."""
    if (found := _DECIMAL_COMMA.search(text)) is not None and not _PLAIN.fullmatch(found[0]):
        return f"{text[: found.start()]}{found[1].replace('.', '')}.{found[2]}{text[found.end() :]}"
    if (found := _POINTED.search(text)) is not None:
        return text[: found.start()] + found[0].replace(".", "") + text[found.end() :]
    return None


def scaled(text: str) -> str:
    """With the unit behind the number written out; any other text as it is."""
    value = typed_number(text) if text[-1:].isalpha() else None
    return text if value is None else repr(value)
