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


def all_weights(work: Work, kinds: tuple[Hardware, ...], problem: Problem) -> tuple[AllWeights, ...]:
    """Nothing where no size is held, or all weights were not asked for."""
    size = next((kind.billions for kind in work.kinds if kind.billions), 0.0)
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
            cites=tuple(dict.fromkeys((adam.source, *((memory_cite(card.chip),) if card.chip else ())))),
        ),
    )
