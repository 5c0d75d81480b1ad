"""Cards are named and how many are enough for language models, with no model: what one and two of each hold."""

from __future__ import annotations

from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.fits.largest import largest
from engine.forms.form import Asked
from engine.forms.parts.hardware import Hardware, meant, one_of
from engine.forms.parts.rows import Work
from engine.memory.ways import Way
from engine.options.named import SAID_MEMORY
from engine.options.too_small import memory_cite
from engine.workload.conditions import FAMILIES
from knowledge.facts import Accelerator

OPEN = frozenset({"architecture", "candidates", "accelerator_count", "task", "method"})  # all that may be said
ENOUGH, COUNTS = "fit_word", frozenset({"how_many", "fit"})  # cues
UNKNOWN = "depends_on_work"  # a first line
MOST, GPU = 3, "gpu"  # cards in one answer; the family
SERVED: Way = "bf16"
TUNED: Way = "lora"
FEWEST: Way = "int4"


class CardHolds(NamedTuple):
    """The parameters of the largest plain decoder on one and on two of a card: served in 16 and 4 bits, LoRA."""

    chips: tuple[str, ...]  # of the same memory
    usable: float
    served: tuple[float, float]
    narrow: tuple[float, float]
    tuned: tuple[float, float]


class SizesHeld(Reason, code="sizes_held"):
    """What decides is not said; what each of the cards named holds meanwhile."""

    cards: tuple[CardHolds, ...]
    works: bool  # whether it is trained or served was said


class SizesHeldAsk(Reason, code="sizes_held_ask"):
    """What would settle it."""


def sizes_held(asked: Asked, stated: FactAnswer) -> FactAnswer | None:
    """None where a model, a size, a budget or a machine was said, or no number of cards is asked for."""
    said, cues = asked.profile, asked.reading.cues
    counted = ENOUGH in cues or set(cues) >= COUNTS
    named = [one for one in said.candidates if one not in FAMILIES]
    told = {slot for slot in said.stated() if slot not in OPEN}
    if not counted or told or asked.reading.unheld or said.architecture != "transformer" or not named:
        return None
    alone = len(named) == 1 and (stated.headline is None or stated.headline.code != UNKNOWN)
    chips = dict.fromkeys(_roomiest(asked, chip) for chip in _cards(asked))
    kinds = [one_of(asked.problem, chip) for chip in chips]
    if alone or not 0 < len(kinds) <= MOST or any(kind.chip is None or kind.chip.family != GPU for kind in kinds):
        return None
    alike: dict[float, list[Hardware]] = {}
    for kind in kinds:
        alike.setdefault(round(kind.usable_gib), []).append(kind)
    cards = tuple(_held(asked, same) for same in alike.values())
    cites = tuple(dict.fromkeys(memory_cite(kind.chip) for kind in kinds if kind.chip))
    headline = SizesHeld(cards=cards, works=bool(said.task or said.method), cites=cites)
    return FactAnswer(headline=headline, sentences=(SizesHeldAsk(),), whole=True)


def _cards(asked: Asked) -> tuple[Accelerator, ...]:
    return tuple(kind.chip for kind in meant(asked.problem, alone=True) if kind.chip is not None)


def _roomiest(asked: Asked, chip: Accelerator) -> Accelerator:
    """The variant of the same name with the most memory."""
    name = SAID_MEMORY.sub("", chip.name)
    kin = [one for one in asked.facts.accelerators.values() if SAID_MEMORY.sub("", one.name) == name]
    return max(kin, key=lambda one: one.hbm_gib.value)


def _held(asked: Asked, same: list[Hardware]) -> CardHolds:
    kind = same[0]

    def each(way: Way) -> tuple[float, float]:
        work = Work(way, asked.problem, 1.0)
        one, two = (largest(work, kind._replace(said=number)) for number in (1, 2))
        return one, two

    return CardHolds(tuple(one.name for one in same), kind.usable_gib, each(SERVED), each(FEWEST), each(TUNED))
