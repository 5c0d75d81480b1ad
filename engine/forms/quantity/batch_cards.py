"""The fewest cards whose micro-batches make up a global batch in one pass: each holds batch / cards sequences.

Data parallel, with every card a copy of all states, else sharded by ZeRO-3 or FSDP.
"""

from __future__ import annotations

import math

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.hardware import Hardware, meant
from engine.forms.parts.headline import model_of
from engine.forms.parts.rows import Work
from engine.memory.placement import core_bytes
from engine.memory.ways import SERVING, ways
from engine.options.too_small import memory_cite
from knowledge.units import gib

CARDS = frozenset({"cards", "machines", "nodes"})  # units
MOST = 1024  # cards
LEAST, RAN_OUT = 16, "no_room"  # sequences of a batch of all cards; the cue


class BatchCards(Reason, code="batch_cards"):
    """`chips` with `micro` sequences each; `sharded` of them where states are sharded, with `sharded_micro`.

    `taken_gib` of each; 0 chips: no number of them does it.
    """

    model: str
    parameters: float
    way: str
    chip: str
    batch: int
    tokens: float
    chips: int
    micro: int
    taken_gib: float
    usable_gib: float
    sharded: int
    sharded_micro: int


class BatchRests(Reason, code="batch_rests"):
    """What the sum rests on, and what it does not say."""


def batch_cards(asked: Asked) -> FactAnswer | None:
    """None where no number of cards is asked of a training run whose global batch and size were said."""
    said = asked.profile
    if CARDS.isdisjoint(asked.reading.sought.units) or not said.batch_size or not said.parameters:
        return None
    micro = said.batch_size < LEAST or RAN_OUT in asked.reading.cues  # what one card takes at once
    if micro or said.task == "inference" or asked.problem.shape.sample is not None:
        return None
    kinds = [kind for kind in meant(asked.problem, alone=True) if kind.chip is not None]
    if not kinds or any(kind.said > 1 for kind in kinds):
        return None
    way = next(one for one in ways(asked.problem.profile) if one not in SERVING)
    work = Work(way, asked.problem)
    lines = tuple(_line(asked, work, kind, said.batch_size) for kind in kinds)
    return FactAnswer(headline=lines[0], sentences=(*lines[1:], BatchRests()))


def _line(asked: Asked, work: Work, kind: Hardware, batch: int) -> BatchCards:
    whole, micro = _fewest(work, kind, batch, 0)
    sharded, other = _fewest(work, kind, batch, 3)
    taken = gib(core_bytes(work.need(micro_batch=float(micro), zero=0), 1, 1, 1, None)) if whole else 0.0
    return BatchCards(
        model=model_of(asked.problem),
        parameters=asked.problem.shape.parameters,
        way=work.way,
        chip=kind.name,
        batch=batch,
        tokens=work.profile.sequence_length or work.constants.likely("sequence_length"),
        chips=whole,
        micro=micro,
        taken_gib=taken,
        usable_gib=kind.usable_gib,
        sharded=sharded,
        sharded_micro=other,
        cites=(memory_cite(kind.chip),) if kind.chip else (),
    )


def _fewest(work: Work, kind: Hardware, batch: int, zero: int) -> tuple[int, int]:
    """Cards, and sequences of each; 0 where none do."""
    for cards in range(1, min(batch, MOST) + 1):
        micro = math.ceil(batch / cards)
        size = core_bytes(work.need(micro_batch=float(micro), zero=zero), 1, cards if zero else 1, 1, None)
        if size <= kind.core.usable:
            return cards, micro
    return 0, 0
