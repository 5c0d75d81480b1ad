"""The opening of a first line: what it says before its conditions, for where several answers stand together."""

from __future__ import annotations

import re

SENTENCE = re.compile(r"(?<=[\w)\]%][.!?])\s+(?=[A-Z])")
SHORT = 25  # characters of a sentence that needs the next one: "No."


def opening(line: str) -> str:
    """Its first sentence, with the second where that is a word or two."""
    parts = SENTENCE.split(line)
    return " ".join(parts[: 2 if len(parts[0]) < SHORT else 1])
