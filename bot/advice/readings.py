"""Texts as they were read: on its way to an answer a text is read several times, which takes as long each time."""

from __future__ import annotations

from collections import deque

from bot.advice.told_rate import without_slip
from engine.forms.price import PRICE
from engine.prices.areas import country
from engine.reading.asking.turn import turned, whole
from engine.reading.vocabulary import Vocabulary
from engine.workload.profile import Reading
from knowledge.facts import Facts

KEPT = 8  # the last ones


class Readings:
    """Reads with one vocabulary; a rate that no chip costs is not used. Safe for several threads."""

    def __init__(self, vocabulary: Vocabulary, facts: Facts) -> None:
        self._vocabulary, self._facts = vocabulary, facts
        self._kept: deque[tuple[str, Reading | None, Reading]] = deque(maxlen=KEPT)

    def of(self, text: str, before: Reading | None = None) -> Reading:
        """With `before` it is a follow-up to that."""
        for known, on, made in tuple(self._kept):
            if known == text and on == before:
                return made
        read = turned(before, text, self._vocabulary) if before else whole(text, self._vocabulary)
        made = in_country(without_slip(read, self._facts), self._facts)
        self._kept.append((text, before, made))
        return made


def in_country(reading: Reading, facts: Facts) -> Reading:
    """A country where a price is asked for is all of its regions; elsewhere it is the main one."""
    priced = PRICE.id == reading.form or PRICE.intent == reading.intent
    main, turn = reading.profile.region, reading.turn
    area = country(reading.words.get("region", ""), facts) if priced and main in facts.regions else None
    if area is None or main not in facts.areas[area].regions:
        return reading
    wide = {"region": area}
    told = turn.model_copy(update=wide) if turn is not None and turn.region == main else turn
    return reading.model_copy(update={"profile": reading.profile.model_copy(update=wide), "turn": told})
