"""Every card that was named is answered in the first paragraph."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.domains.room import Room
from engine.forms.smallest.each_card import EachCard


def test_the_other_cards_stand_behind_the_first(advisor: Advisor) -> None:
    facts = advisor.ask("Is an RTX 3060 12GB or a T4 or an L4 enough for SDXL LoRA?").facts
    assert isinstance(facts.headline, Room)
    told = {line.chip: line.level for line in facts.beside_first if isinstance(line, EachCard)}
    assert told == {"NVIDIA L4": "enough", "NVIDIA RTX 3060 12 GB": "tight"}  # 12 GB at least, 16 to be comfortable


def test_one_card_alone_has_nothing_beside_it(advisor: Advisor) -> None:
    assert not advisor.ask("Is an L4 enough for SDXL LoRA?").facts.beside_first
