"""What a terminal may be sent of other people's text: no character that moves, colors, rings or turns anything."""

from __future__ import annotations

import re

KEPT = "\n\t"
# C0 and C1 controls and DEL, line and paragraph separators, marks that reverse the order of what follows
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """The text with a space for each control character; line breaks and tabs stay."""
    return _UNSAFE.sub(" ", text)
