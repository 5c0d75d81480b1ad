"""Several ways to shard that were named, each on the chips that were; the first line is of the best of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.base.reason import Reason
from engine.forms.parts.rows import STAGES, Row
from engine.memory.placement import core_bytes
from engine.memory.training_states import ZeroStage
from engine.memory.ways import SERVING
from knowledge.units import gib


class Stage(NamedTuple):
    """One way that was named: GiB on each chip, and whether it has so much."""

    name: str
    gib: float
    fits: bool


class NamedStages(Reason, code="named_stages"):
    """Each that was named, on `said` of a chip with so much usable."""

    way: str
    chip: str
    said: int
    usable_gib: float
    stages: tuple[Stage, ...]


def staged(row: Row) -> Iterator[NamedStages]:
    """Nothing where fewer than two were named, or no number of chips was."""
    work, hardware = row.work, row.hardware
    named = {name: STAGES[name] for name in work.libraries if name in STAGES}
    if work.way in SERVING or not hardware.said or len(set(named.values())) == 1 or not named:
        return
    usable = gib(hardware.core.usable)
    each = {stage: _each(row, stage) for stage in named.values()}
    stages = tuple(Stage(name, each[stage], each[stage] <= usable) for name, stage in named.items())
    yield NamedStages(
        way=work.way,
        chip=hardware.name,
        said=hardware.said * hardware.core.per_chip,
        usable_gib=usable,
        stages=stages,
    )


def _each(row: Row, stage: ZeroStage) -> float:
    """On each core; the stage that shards everything may split its layers over several, too."""
    over = row.over(row.hardware.said) if row.fits and stage == row.work.plan.zero else None
    cores = row.hardware.said * row.hardware.core.per_chip
    return gib(over.core_bytes if over else core_bytes(row.work.need(zero=stage), 1, cores, 1, None))
