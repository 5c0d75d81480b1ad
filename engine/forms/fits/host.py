"""How much memory of the host a run takes whose states are offloaded there."""

from __future__ import annotations

from engine.forms.parts.fit_reasons import HostNeeded
from engine.forms.parts.headline import model_of
from engine.forms.parts.rows import Row
from engine.memory.ways import SERVING, parts
from engine.options.problem import Problem
from knowledge.units import gib

UNIFIED = "apple"  # the vendor of chips that share the memory of their host


def host_needed(problem: Problem, row: Row) -> HostNeeded | None:
    """Of full fine-tuning: the other ways keep next to nothing there. None in serving, and where it is one memory."""
    work, chip = row.work, row.hardware.chip
    if work.way in SERVING or (chip is not None and chip.vendor == UNIFIED):
        return None
    made = parts(work.profile, work.shape, work.constants, work.plan._replace(optimizer_bytes=work.optimizer_bytes))
    if not made.optimizer:
        return None
    over = row.over(row.hardware.said) if row.hardware.said and row.fits and work.is_offloaded else None
    return HostNeeded(
        parameters=work.shape.parameters,
        model=model_of(problem),
        optimizer=gib(made.optimizer),
        states=gib(made.optimizer + made.weights + made.gradients),
        weights=gib(made.weights),
        bytes_each=made.optimizer / work.shape.parameters,
        each=gib(over.core_bytes) if over else 0.0,
        usable=gib(row.hardware.core.usable),
        chip=row.hardware.name,
        said=row.hardware.said,
    )
