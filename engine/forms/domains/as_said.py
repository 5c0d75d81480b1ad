"""What is known of a kind of work in the very setting a text says: one size of several, a length, a precision."""

from __future__ import annotations

import re

from engine.base.reason import Reason
from engine.forms.domains.room import Level
from engine.forms.kinds.kind import NOMINAL, Work
from engine.forms.parts.hardware import Hardware
from engine.options.too_small import memory_cite
from knowledge.facts import DomainAnswer


class AsSaid(Reason, code="domain_as_said"):
    """What is written about that setting; `least`: GB that one card needs, 0 where one does not do. The card that
    was named and whether it has them, None where none or several were, or several settings."""

    text: str
    least: float
    chip: str | None
    card_gib: float | None
    level: Level | None


def as_said(work: Work, text: str, kinds: tuple[Hardware, ...]) -> tuple[AsSaid, ...]:
    """Those that say the most of what the text says, of the nearest kind that has any."""
    for kind in work.kinds:
        found = [entry for entry in kind.answers if work.phase in (entry.phase, None) and _is_met(entry, work, text)]
        if found:
            most = max(_closeness(entry) for entry in found)
            told = [entry for entry in found if _closeness(entry) == most]
            card = kinds[0] if len(kinds) == 1 and len(told) == 1 and told[0].least else None
            return tuple(_told(entry, card) for entry in told)
    return ()


def _told(entry: DomainAnswer, card: Hardware | None) -> AsSaid:
    return AsSaid(
        text=entry.says,
        least=entry.least,
        chip=card.name if card else None,
        card_gib=card.chip_gib if card else None,
        level=_level(card.chip_gib, entry.least) if card else None,
        cites=(entry.source, *((memory_cite(card.chip),) if card and card.chip else ())),
    )


def _level(card_gib: float, least: float) -> Level:
    if card_gib < least * NOMINAL:
        return "below"
    return "tight" if card_gib <= least else "enough"


def _is_met(entry: DomainAnswer, work: Work, text: str) -> bool:
    return (work.full or not entry.full) and all(_says(words, text) for words in entry.when)


def _closeness(entry: DomainAnswer) -> int:
    return len(entry.when) + entry.full


def _says(words: tuple[str, ...], text: str) -> bool:
    """Whether one of them stands in the text by itself; a unit may stand right behind its number: "100kb"."""
    pattern = "|".join(re.escape(word) for word in words)
    return re.search(rf"(?<![a-z])(?:{pattern})(?![a-z0-9])", text, re.IGNORECASE) is not None
