"""Texts as they were read: on its way to an answer a text is read several times, which takes as long each time."""

from __future__ import annotations

from collections import deque

from engine.reading.asking.turn import turned, whole
from engine.reading.vocabulary import Vocabulary
from engine.workload.profile import Reading

KEPT = 8  # the last ones


class Readings:
    """Reads with one vocabulary. Safe for several threads."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._kept: deque[tuple[str, Reading | None, Reading]] = deque(maxlen=KEPT)

    def of(self, text: str, before: Reading | None = None) -> Reading:
        """With `before` it is a follow-up to that."""
        for known, on, made in tuple(self._kept):
            if known == text and on == before:
                return made
        made = turned(before, text, self._vocabulary) if before else whole(text, self._vocabulary)
        self._kept.append((text, before, made))
        return made
