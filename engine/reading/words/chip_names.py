"""A card's name as people type it: "RTX 4070 Ti Super", "rtx4070ti super", "4070 ti super", "4070"."""

from __future__ import annotations

import re
from collections.abc import Iterator

# A line of cards, a number and what distinguishes cards of one number.
_CARD = re.compile(r"(rtx|gtx|rx|gt|mx) ?(\d{3,4})((?: ?(?:ti|super|xtx|xt|gre))*)")
_NUMBERED = frozenset({"rtx", "gtx"})  # lines whose numbers people say alone
_DIGITS = 4  # of a number that is said alone: three are too often something else


def spellings(name: str) -> Iterator[str]:
    """`name`, in small letters, and the other ways to write it. What stands behind a number says the card by itself.

    Blanks between a number and letters make no difference to the reader, blanks between letters and a number do.
    """
    yield name
    found = _CARD.fullmatch(name)
    if found is None:
        return
    line, number, suffix = found[1], found[2], found[3].strip()
    yield f"{line}{number} {suffix}".strip()
    yield f"{line}{number}{suffix.replace(' ', '')}"
    yield f"{line} {number} {suffix}".strip()
    if line in _NUMBERED:
        yield f"geforce {number} {suffix}".strip()
    if suffix:
        yield f"{number} {suffix}"
        yield f"{number}{suffix.replace(' ', '')}"


def number_of(name: str) -> str | None:
    """The number by which a card alone is meant where other words say that it is one: "3090"."""
    found = _CARD.fullmatch(name)
    plain = found is not None and found[1] in _NUMBERED and len(found[2]) == _DIGITS and not found[3]
    return found[2] if found and plain else None
