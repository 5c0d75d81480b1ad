"""All weights or adapters alone, of a network that is no language model: what each takes on the card named."""

from __future__ import annotations

import math
from typing import Literal

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.domains.all_weights import all_weights
from engine.forms.domains.of_kind import cards_named, names_both
from engine.forms.domains.room import MANY, Level, room
from engine.forms.form import Asked
from engine.forms.kinds.kind import NOMINAL, Work, work_of
from engine.options.too_small import memory_cite
from knowledge.facts import DomainMemory
from knowledge.units import BILLION, BYTES_PER_GIB

CUE = "full_or_lora"
ROOM_FOR = frozenset({"fit", "able"})  # predicates
ADAM, LEAN = "full_training_bytes_per_parameter", "lean_training_bytes_per_parameter"  # constants
COSTS = frozenset({"asks_time", "asks_cost", "price_strong", "how_many"})  # cues of another question
ROOM = "states_share"  # the constant: a share of a card that states may take, so that a sample has room


class EitherWay(Reason, code="either_way"):
    """On one card: whether adapters have room by what is held of them (0: nothing is), and all weights by their bytes
    a parameter with Adam and with 8-bit states; `cards`: the least that share the former."""

    name: str
    chip: str
    card_gib: float
    lora: Level | Literal[""]
    lora_of: str
    lora_least: float
    billions: float
    adam_gib: float
    adam_bytes: float
    adam_fits: bool
    shared: bool  # sharded over the cards that were named
    cards: int
    said: int
    each_gib: float  # of Adam's states on each of the cards that were named, sharded
    lean_gib: float
    lean_bytes: float
    lean_fits: bool
    full_of: str
    full_least: float


def either_way(asked: Asked) -> FactAnswer | None:
    """None where not both are asked about, or no size or card is known."""
    work, kinds = work_of(asked.reading, asked.library), cards_named(asked)
    if not _is_asked(asked) or work is None or not work.billions or not kinds:
        return None
    entries = [entry for entry in work.kinds[0].memory if entry.phase == "training"]
    own = (entry for kind in work.kinds if kind.is_project for entry in kind.memory)
    lora = next((entry for entry in own if entry.adapters), None)
    full = next((entry for entry in entries if not entry.adapters and not entry.upto), None)
    full = full or _of_variant(work, asked)
    constants, card = asked.problem.constants, kinds[0]
    adam, lean, taken = constants.entry(ADAM), constants.entry(LEAN), constants.entry(ROOM).value
    adam_gib, lean_gib = (work.billions * BILLION * one.value.likely / BYTES_PER_GIB for one in (adam, lean))
    first = EitherWay(
        name=next((kind.name for kind in work.kinds if kind.billions or kind.sizes), work.name),
        chip=card.name,
        card_gib=card.chip_gib,
        lora=_level(card.chip_gib, lora) if lora else "",
        lora_of=lora.of if lora else "",
        lora_least=lora.least if lora else 0.0,
        billions=work.billions,
        adam_gib=adam_gib,
        adam_bytes=adam.value.likely,
        adam_fits=adam_gib <= card.chip_gib * taken.high,
        shared=1 < card.said <= MANY and adam_gib / card.said <= card.chip_gib * taken.low,
        cards=math.ceil(adam_gib / (card.chip_gib * NOMINAL)),
        said=card.said,
        each_gib=adam_gib / max(card.said, 1),
        lean_gib=lean_gib,
        lean_bytes=lean.value.likely,
        lean_fits=lean_gib <= card.chip_gib * taken.high and card.chip_gib >= (full.least if full else 0.0) * NOMINAL,
        full_of=full.of if full else "",
        full_least=full.least if full else 0.0,
        cites=tuple(
            dict.fromkeys(
                (
                    *((lora.source,) if lora else ()),
                    *((full.source,) if full else ()),
                    adam.source,
                    *((memory_cite(card.chip),) if card.chip else ()),
                )
            )
        ),
    )
    return FactAnswer(headline=first, of_kind=True)


def _is_asked(asked: Asked) -> bool:
    """As one or the other, or both by name where room is asked for."""
    room_asked = not ROOM_FOR.isdisjoint(asked.reading.sought.predicates)
    return CUE in asked.reading.cues or (names_both(asked) and room_asked)


def full_there(asked: Asked) -> FactAnswer | None:
    """Whether all weights are trained on the cards that are named, where that is all that is asked of them."""
    work, kinds = work_of(asked.reading, asked.library), cards_named(asked)
    if (
        work is None
        or not work.full
        or work.phase != "training"
        or not kinds
        or not COSTS.isdisjoint(asked.reading.cues)
    ):
        return None
    there = room(work, kinds[0], said=kinds[0].said, ran_out=False) if work.memory("training") else None
    first = there or all_weights(work, kinds, asked.problem)
    return FactAnswer(headline=first, of_kind=True) if first else None


def _of_variant(work: Work, asked: Asked) -> DomainMemory | None:
    """What is held of all weights of the same network under a name of its own."""
    within = (kind for kind in asked.facts.domains.values() if kind.within == work.kinds[0].id)
    entries = (entry for kind in within for entry in kind.memory if entry.phase == "training" and not entry.adapters)
    return next(entries, None)


def _level(card_gib: float, entry: DomainMemory) -> Level:
    if card_gib >= entry.comfortable * NOMINAL:
        return "enough"
    return "tight" if card_gib >= entry.least * NOMINAL else "below"
