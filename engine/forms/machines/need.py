"""How much memory the work takes for which a machine is looked for, as far as the text says what it is."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.forms.kinds.kind import NOMINAL, PHASES, work_of
from engine.forms.parts.rows import Work
from engine.forms.parts.tables import way_said
from engine.forms.per_unit.rates import Question
from engine.memory.ways import SERVING, Way, in_all
from engine.options.problem import Problem
from engine.workload.samples import in_samples, serves_samples
from knowledge.facts import Accelerator, Instance
from knowledge.units import gib

Basis = Literal["model", "kind", "chip", "machine", "said", "none"]
SMALL = 1e9  # parameters; a family that was named without a size is of that where its usual one is smaller
USABLE = "usable_hbm_share"  # the constant
TRAINS, SERVES = "training_words", "serving_words"  # cues
SAME = "same_memory"  # the cue: as much memory as what was named
LESS = frozenset({"for_less", "only_by_eight", "wants_less"})  # cues of who wants a smaller one than was named


class NeedOf(NamedTuple):
    """`gib` that a machine must have, 0 where nothing says it; what it is of, and the way where that is a sum."""

    gib: float
    basis: Basis
    name: str = ""
    way: str = ""
    cites: tuple[str, ...] = ()


def to_train(asked: Question) -> bool:
    """Whether machines are looked for that train."""
    return asked.said.task in ("fine_tuning", "pretraining") or TRAINS in asked.reading.cues


def need_of(asked: Question, lost: Accelerator | None, machine: Instance | None = None) -> NeedOf:
    """By the size that was said, the kind of work, a model of a known size, else the chip that is not to be had.

    All of the memory of the `machine` where as much of it is asked for.
    """
    usable = asked.library.constants.likely(USABLE)
    if lost is not None and machine is not None and SAME in asked.reading.cues:
        return NeedOf(
            lost.hbm_gib.value * machine.count * usable, "machine", machine.id, cites=(lost.hbm_gib.source,)
        )
    if asked.said.chip_memory_gb:
        return NeedOf(asked.said.chip_memory_gb * NOMINAL * usable, "said", f"{asked.said.chip_memory_gb:g} GB")
    sized = _of_model(asked)
    if sized is not None and asked.said.parameters:
        return sized
    work = work_of(asked.reading, asked.library)
    phases = PHASES if TRAINS in asked.reading.cues else PHASES[::-1]
    entries = [one for phase in phases if work and work.phase in (phase, None) for one in work.memory(phase)]
    if work is not None and entries and not work.is_of_many:
        return NeedOf(entries[0].comfortable * NOMINAL, "kind", work.name, entries[0].phase, (entries[0].source,))
    if sized is not None:
        return sized
    if lost is not None and LESS.isdisjoint(asked.reading.cues):
        return NeedOf(lost.hbm_gib.value * usable, "chip", lost.name, cites=(lost.hbm_gib.source,))
    return NeedOf(0.0, "none")


def _of_model(asked: Question) -> NeedOf | None:
    """Serving in 16 bits, or the training that was said, adapters where none was; None of a model without a size."""
    said, facts = asked.said, asked.library.facts
    problem = Problem(asked.filled, asked.library, asked.day, brief=True)
    small = said.model is not None and problem.shape.parameters <= SMALL
    if (said.parameters is None and not small) or asked.reading.unheld:
        return None
    trains = said.task in ("fine_tuning", "pretraining") or (said.task is None and TRAINS in asked.reading.cues)
    way: Way = ("full" if small else "lora") if trains else "bf16"
    told = way_said(said)
    if told is not None and (told in SERVING) != trains:
        way = told  # type: ignore[assignment]  # the ways that are said are ways
    if serves_samples(problem.profile, facts) or (trains and in_samples(problem.profile, facts) and told is None):
        way = "full" if trains else "bf16"
    work = Work(way, problem, 1.0)
    model = facts.models.get(problem.shape.model or "")
    size = problem.shape.parameters
    named = model.name if model and said.model else f"a {size / SMALL:.3g}B" if size >= SMALL else "such a model"
    return NeedOf(gib(in_all(work.need())) / problem.constants.likely(USABLE), "model", named, way)
