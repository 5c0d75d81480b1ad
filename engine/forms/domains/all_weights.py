"""What training all weights of a network of known size takes, where figures are held of adapters alone.

GiB = parameters x bytes a parameter (weights, gradients, optimizer states) / 2^30, before activations.
"""

from __future__ import annotations

import math

from engine.base.reason import Reason
from engine.forms.kinds.kind import BILLION, NOMINAL, Work
from engine.forms.parts.hardware import Hardware
from engine.library import Library
from engine.options.too_small import memory_cite

ADAM = "full_training_bytes_per_parameter"  # a constant
GIB = 2**30
CARD_GIB = 80.0


class AllWeights(Reason, code="all_weights"):
    """What all weights take in all with Adam in mixed precision, before activations, and how many cards share them.

    The cards are of the size that was named, of 80 GB where `chip` is empty.
    """

    name: str
    billions: float
    bytes_each: float
    gib: float
    card_gib: float
    chip: str
    cards: int


def all_weights(work: Work, kinds: tuple[Hardware, ...], library: Library) -> tuple[AllWeights, ...]:
    """Nothing where no size is held, or all weights were not asked for."""
    size = next((kind.billions for kind in work.kinds if kind.billions), 0.0)
    if not (work.full and size):
        return ()
    adam = library.constants.entry(ADAM)
    gib, card = size * BILLION * adam.value.likely / GIB, kinds[0].chip_gib if kinds else CARD_GIB
    cites = (adam.source, *((memory_cite(kinds[0].chip),) if kinds and kinds[0].chip else ()))
    return (
        AllWeights(
            name=work.name,
            billions=size,
            bytes_each=adam.value.likely,
            gib=gib,
            card_gib=card,
            chip=kinds[0].name if kinds else "",
            cards=math.ceil(gib / (card * NOMINAL)),
            cites=tuple(dict.fromkeys(cites)),
        ),
    )
