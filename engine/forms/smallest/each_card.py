"""Every card that was named, answered in the first paragraph, where the first line tells of one of them alone."""

from __future__ import annotations

from typing import Literal

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.domains.room import Room
from engine.forms.fits.taken import TakenBest, TakenFits, TakenOn, TakenTooMuch

MOST = 3  # cards beside the first


class EachCard(Reason, code="each_card"):
    """Another card that was named, and whether it has room."""

    chip: str
    card_gib: float
    said: int
    level: Literal["enough", "tight", "below"]


def with_each_card(stated: FactAnswer) -> FactAnswer:
    """The answer with the other cards behind its first line, where they stand below it; as it is, where none does."""
    first = stated.headline
    if not isinstance(first, Room | TakenOn) or stated.beside_first:
        return stated
    others = [line for line in stated.sentences if isinstance(line, Room | TakenOn)]
    names = {first.chip}
    told: list[EachCard] = []
    for line in others:
        if line.chip not in names and len(told) < MOST and not isinstance(first, TakenBest):
            names.add(line.chip)
            told.append(_short(line))
    return stated.model_copy(update={"beside_first": tuple(told)}) if told else stated


def _short(line: Room | TakenOn) -> EachCard:
    return EachCard(chip=line.chip, card_gib=line.card_gib, said=line.said, level=_level(line), cites=line.cites)


def _level(line: Room | TakenOn) -> Literal["enough", "tight", "below"]:
    if isinstance(line, Room):
        return line.level
    if isinstance(line, TakenFits):
        return "tight" if line.tight else "enough"
    return "below" if isinstance(line, TakenTooMuch) or line.taken_gb > line.card_gib else "enough"
