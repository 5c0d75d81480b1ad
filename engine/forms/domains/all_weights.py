"""What training all weights of a network of known size takes, where only adapters or smaller ones are held.

GiB = parameters x bytes a parameter (weights, gradients, optimizer states) / 2^30, before activations. Sharded over n
cards each holds 1/n of it; a card keeps room for activations where that is no more than half of it.
"""

from __future__ import annotations

import math
from typing import Any

from engine.base.reason import Reason
from engine.forms.kinds.kind import ADAPTERS, NOMINAL, Work
from engine.forms.parts.hardware import Hardware, classes_of
from engine.forms.parts.tables import LARGE
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from knowledge.units import BILLION, BYTES_PER_GIB

TAKEN = "states_share"  # the constant: of a card; low leaves ample room to activations, likely little
MANY = 1024  # cards nobody counts up to: such a number is of something else
ADAM = "full_training_bytes_per_parameter"  # a constant
COUNTS = "how_many"  # the cue
RAN_OUT = frozenset({"no_room", "memory_error"})  # cues


class AllWeights(Reason, code="all_weights"):
    """What all weights take in all with Adam in mixed precision, before activations, and how many cards share them.

    The cards are of the size that was named, of the large common one where `chip` is empty. `cards`: the least that
    hold the states, `roomy`: that leave half of each to activations; `counts`: such a number is asked for.
    """

    name: str
    billions: float
    bytes_each: float
    gib: float
    card_gib: float
    chip: str
    cards: int
    roomy: int
    little: bool  # one card holds them and has little left
    counts: bool


class SharedWeights(Reason, code="shared_weights"):
    """The same sharded over so many cards that were named: `each_gib` on each, before activations; `cards`: the
    least that hold it; `roomy`: that leave half of each to activations; `level`: with half of each left, with less,
    or not at all; `ran_out`: the asker says that it did."""

    name: str
    billions: float
    bytes_each: float
    gib: float
    each_gib: float
    card_gib: float
    chip: str
    said: int
    cards: int
    roomy: int
    ran_out: bool
    level: str  # room, tight, below


def _name(work: Work, problem: Problem) -> str:
    """That of the version, where a kind of work goes by no name."""
    model = problem.facts.models.get(problem.filled.reading.profile.variant or "")
    return model.name if model and not work.kinds[0].is_project else work.name


def all_weights(work: Work, kinds: tuple[Hardware, ...], problem: Problem) -> AllWeights | SharedWeights | None:
    """None where no size is held, or neither all weights were asked for nor figures of that size are known."""
    reading = problem.filled.reading
    outsized = work.phase == "training" and reading.profile.method not in ADAPTERS and not work.memory("training")
    if not (work.full or outsized) or not work.billions:
        return None
    adam, card = problem.constants.entry(ADAM), kinds[0] if kinds else classes_of(problem)[LARGE]
    gib = work.billions * BILLION * adam.value.likely / BYTES_PER_GIB
    cards, taken = math.ceil(gib / (card.chip_gib * NOMINAL)), problem.constants.entry(TAKEN).value
    told: dict[str, Any] = {
        "name": _name(work, problem),
        "billions": work.billions,
        "bytes_each": adam.value.likely,
        "gib": gib,
        "card_gib": card.chip_gib,
        "chip": card.name if kinds else "",
        "cards": cards,
        "cites": tuple(dict.fromkeys((adam.source, *((memory_cite(card.chip),) if card.chip else ())))),
    }
    roomy = math.ceil(gib / (card.chip_gib * taken.low))
    if kinds and 1 < card.said <= MANY:
        each = gib / card.said
        level = "room" if each <= card.chip_gib * taken.low else "tight" if card.said >= cards else "below"
        out = not RAN_OUT.isdisjoint(reading.cues)
        return SharedWeights(**told, said=card.said, each_gib=each, level=level, roomy=roomy, ran_out=out)
    return AllWeights(**told, roomy=roomy, little=gib > card.chip_gib * taken.likely, counts=COUNTS in reading.cues)
