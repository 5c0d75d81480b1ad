"""What training all weights of a network of known size takes, where figures are held of adapters alone.

GiB = parameters x bytes a parameter (weights, gradients, optimizer states) / 2^30, before activations.
"""

from __future__ import annotations

import math

from engine.base.reason import Reason
from engine.forms.kinds.kind import BILLION, NOMINAL, Work
from engine.forms.parts.hardware import Hardware, classes_of
from engine.forms.parts.tables import LARGE
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from knowledge.units import BYTES_PER_GIB

SHARDING = frozenset({"deepspeed", "fsdp", "zero-2", "zero-3"})  # libraries
ROOM = 0.5  # a share of a card that states leave to activations
ADAM = "full_training_bytes_per_parameter"  # a constant


class AllWeights(Reason, code="all_weights"):
    """What all weights take in all with Adam in mixed precision, before activations, and how many cards share them.

    The cards are of the size that was named, of the large common one where `chip` is empty.
    """

    name: str
    billions: float
    bytes_each: float
    gib: float
    card_gib: float
    chip: str
    cards: int
    little: bool  # one card holds them and has little left


class SharedWeights(Reason, code="shared_weights"):
    """The same sharded over so many cards that were named: `each_gib` on each, before activations."""

    name: str
    billions: float
    bytes_each: float
    gib: float
    each_gib: float
    card_gib: float
    chip: str
    said: int


def shared_weights(work: Work, kinds: tuple[Hardware, ...], problem: Problem) -> tuple[SharedWeights, ...]:
    """Of all weights on several cards over which a program that was named shards them, where half of each is left."""
    said = problem.filled.reading.profile
    trains = work.phase == "training" and said.method not in ("lora", "qlora")
    size, card = _billions(work, problem), kinds[0] if kinds else None
    if not (trains and size and card and card.said > 1 and SHARDING & set(said.libraries)):
        return ()
    adam = problem.constants.entry(ADAM)
    gib = size * BILLION * adam.value.likely / BYTES_PER_GIB
    if gib / card.said > card.chip_gib * ROOM:
        return ()
    return (
        SharedWeights(
            name=work.name,
            billions=size,
            bytes_each=adam.value.likely,
            gib=gib,
            each_gib=gib / card.said,
            card_gib=card.chip_gib,
            chip=card.name if card.chip else "",
            said=card.said,
            cites=tuple(dict.fromkeys((adam.source, *((memory_cite(card.chip),) if card.chip else ())))),
        ),
    )


def _billions(work: Work, problem: Problem) -> float:
    """Parameters, as they were said of a family that comes in several sizes, else those of its largest."""
    said = problem.filled.reading.profile.parameters
    return said / BILLION if said else next((kind.billions for kind in work.kinds if kind.billions), 0.0)


def all_weights(work: Work, kinds: tuple[Hardware, ...], problem: Problem) -> tuple[AllWeights, ...]:
    """Nothing where no size is held, or all weights were not asked for."""
    size = _billions(work, problem)
    if not (work.full and size):
        return ()
    adam, card = problem.constants.entry(ADAM), kinds[0] if kinds else classes_of(problem)[LARGE]
    gib = size * BILLION * adam.value.likely / BYTES_PER_GIB
    return (
        AllWeights(
            name=work.name,
            billions=size,
            bytes_each=adam.value.likely,
            gib=gib,
            card_gib=card.chip_gib,
            chip=card.name if kinds else "",
            cards=math.ceil(gib / (card.chip_gib * NOMINAL)),
            little=gib > card.chip_gib * ROOM,
            cites=tuple(dict.fromkeys((adam.source, *((memory_cite(card.chip),) if card.chip else ())))),
        ),
    )
