"""How large a model may be on what was named, where its size was not said."""

from __future__ import annotations

from engine.forms.parts.fit_reasons import Largest, LargestThere
from engine.forms.parts.hardware import Hardware, classes_of, meant
from engine.forms.parts.rows import Work
from engine.memory.kv_cache import served
from engine.memory.ways import SERVING, fewest, needed
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from engine.workload.flops import plain

COMMON = slice(0, 3, 2)  # of the classes, a small and a large one
SIZES = (1e7, 1e14)  # parameters, between which the largest model that fits is looked for
NEAR = 1.01  # how near it is found


def largest_there(problem: Problem, works: tuple[Work, ...], way: str | None) -> tuple[LargestThere, ...]:
    """How large a model may be on each kind of chip that was named, else on common ones; the way said first."""
    said = meant(problem, alone=True)
    kinds = said or tuple(classes_of(problem)[COMMON])
    ordered = sorted(works, key=lambda work: work.way != way)
    return tuple(
        LargestThere(
            chip=kind.name,
            card_gib=0.0 if kind.chip else kind.chip_gib,
            said=kind.said or 1,
            ways=tuple(Largest(work.way, largest(work, kind)) for work in ordered if work.runs_on(kind.chip)),
            is_first=at == 0 and "asks_size" not in problem.filled.reading.cues,
            cites=(memory_cite(kind.chip),) if kind.chip else (),
        )
        for at, kind in enumerate(kinds)
    )


def largest(work: Work, kind: Hardware) -> float:
    """The parameters of the largest plain decoder that the chips hold."""
    low, high = SIZES
    if not _is_held(work, kind, low):
        return 0.0
    while high / low > NEAR:
        middle = (low * high) ** 0.5
        low, high = (middle, high) if _is_held(work, kind, middle) else (low, middle)
    return float(f"{low:.2g}")


def _is_held(work: Work, kind: Hardware, parameters: float) -> bool:
    shape = plain(parameters)
    shape = served(shape, work.constants) if work.way in SERVING else shape
    wanted = needed(work.profile, work.way, shape, work.constants, work.plan)
    room = fewest(wanted, shape, kind.core, kind.machines)
    return room is not None and room.chips <= (kind.said or 1)
