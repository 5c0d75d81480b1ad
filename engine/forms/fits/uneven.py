"""Cards whose number does not divide the heads of a model: how engines split it over them all the same."""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.reason import Reason
from engine.forms.parts.rows import Row
from engine.memory.placement import shares
from engine.memory.ways import SERVING

LEAST = 3  # cards: one and two divide nearly every number of heads


class UnevenSplit(Reason, code="uneven_split"):
    """`said` cards as `stages` pipeline stages of `degree`-way tensor parallelism; `heads` 0: not known."""

    said: int
    heads: int
    kv_heads: int
    degree: int
    stages: int


def uneven(row: Row) -> Iterator[UnevenSplit]:
    """Nothing where one tensor-parallel group of all of them is possible, or one card of them is enough."""
    shape, said = row.work.problem.shape, row.hardware.said
    if row.work.way not in SERVING or said < LEAST or not row.fits or row.hardware.core.per_chip > 1:
        return
    if row.room is None or row.room.chips == 1 or shares(said, shape.heads, shape.kv_heads):
        return
    over = row.over(said)
    if over is None or over.chips < said:
        return  # the first line says so
    degree = max(one for one in range(1, said) if said % one == 0 and shares(one, shape.heads, shape.kv_heads))
    yield UnevenSplit(
        said=said, heads=shape.heads or 0, kv_heads=shape.kv_heads or 0, degree=degree, stages=said // degree
    )
