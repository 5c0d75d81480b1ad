"""How many times as fast something is, as a text says: "1.2-1.5x", "1.3 times as fast", "30% faster"."""

from __future__ import annotations

import re

_NUMBER = r"(\d{1,2}(?:\.\d+)?)"
_RANGE = rf"(?<![\w.,]){_NUMBER}\s?(?:x|times)?\s?(?:-|–|~|to)\s?{_NUMBER}\s?(?:x\b|times\b|×)"
_ONE = rf"(?<![\w.,]){_NUMBER}\s?(?:x|times|×)"
_SPEED = (
    r"(?:\s(?:as|the|more|in))*[\s-](?:fast|faster|quick|quicker|speed|speedup|speed-up|throughput|performance)\b"
)
_SHARE = r"(?<![\w.,])(\d{1,3})\s?(?:%|percent)(?:\s(?:more|better|higher))*\s(?:faster|quicker|speed|throughput)\b"
_TOLD = re.compile(rf"{_RANGE}|{_ONE}{_SPEED}", re.IGNORECASE)
_SHARES = re.compile(_SHARE, re.IGNORECASE)
_LARGEST = 20.0


def speed_up_told(text: str) -> tuple[float, float] | None:
    """The least and the most times, the same where one number was said; None where none was."""
    if match := _TOLD.search(text):
        found = sorted(float(one) for one in match.groups() if one)
    elif match := _SHARES.search(text):
        found = [1 + float(match[1]) / 100]
    else:
        return None
    return (found[0], found[-1]) if found[0] > 1 and found[-1] <= _LARGEST else None


def without_speed_up(stretches: tuple[str, ...], text: str) -> tuple[str, ...]:
    """Of stretches of a text those that are no part of its speed-up."""
    match = _TOLD.search(text) or _SHARES.search(text)
    words = match[0].casefold() if match else ""
    return tuple(one for one in stretches if one.casefold() not in words and words not in one.casefold())
