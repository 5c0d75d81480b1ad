"""What is worked out of a text, or of what was read of it, is worked out once: many forms look at the same ones."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

TEXTS = 32  # the last ones: a question is read with its parts, and with what it goes on from
READINGS = 8  # the same, of one function
Read = TypeVar("Read")
Made = TypeVar("Made")


def read_once(reads: Callable[[str], Made]) -> Callable[[str], Made]:
    """`reads(text)`, remembered for the last few texts; nobody changes what it gives."""
    return wraps(reads)(lru_cache(maxsize=TEXTS)(reads))


def made_once(works: Callable[[Read], Made]) -> Callable[[Read], Made]:
    """`works(reading)`, remembered for the last few readings: the same objects, as comparing them takes longer."""
    last: deque[tuple[Read, Made]] = deque(maxlen=READINGS)

    @wraps(works)
    def remembered(reading: Read) -> Made:
        for known, made in tuple(last):
            if known is reading:
                return made
        made = works(reading)
        last.append((reading, made))
        return made

    return remembered
