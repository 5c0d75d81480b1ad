"""The machines of least price that hold a model, where no chip was named.

Of so many that were said ("does Kimi run on one node?"), or of any, where it is asked which.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.headline import model_of
from engine.forms.parts.rows import Rented, Work, sold_here
from engine.forms.parts.tables import of_classes, way_said
from engine.memory.ways import SERVING
from engine.options.problem import Problem
from engine.workload.question import FormCues
from knowledge.facts import Instance

FEW = 4  # machines that a model is said to be put on; more are a fleet
TRAINS, SERVES, WHICH = "training_words", "serving_words", "which"  # cues; a predicate
OTHERS = frozenset({"which_type", "fit_least"})  # cues of what the line on memory tells by itself
ONE = "single_machine"  # the cue: one machine has to hold all of it
CARDS = "cards"  # the unit of "which GPU"
OF_OTHERS = ("asks_cost", "asks_time", "commit_strong", "carbon", "price_strong", "token_speed")  # cues
# Slots of a load, of which the number of machines follows.
RATES = frozenset({"requests_per_second", "tokens_per_day", "concurrent_users"})
LOADS = RATES | {"latency_ms", "cadence", "runs", "budget_usd", "deadline_days"}  # and of what has a limit


class HeldBy(NamedTuple):
    """One way, and the machines of least price that hold it: "" where none of so many do."""

    way: str
    instance: str
    machines: int
    chips: int
    chip: str
    usd_per_hour: float | None


class InMachines(Reason, code="in_machines"):
    """The first line: yes where any way is held by so many `machines` of one type; which they are, where 0."""

    parameters: float
    model: str | None
    machines: int
    held: tuple[HeldBy, ...]
    beyond: tuple[str, ...]  # ways that no machines of that number hold
    fewest: HeldBy | None  # of the way that takes the least, where none is held


def is_of_one_machine(seen: FormCues) -> bool:
    """ "Is there a single instance that trains a 70B?": of a size, and neither what it costs nor how long it is."""
    sized = seen.says("parameters") or seen.says("variant")
    return sized and seen.has(ONE) and not seen.hardware_named and not seen.has(*OF_OTHERS)


def in_machines(problem: Problem, works: tuple[Work, ...]) -> FactAnswer:
    """The chips of each size and way; first whether the number of machines that was said holds it, if one was."""
    told, said = of_classes(problem, works), problem.filled.reading.profile
    reading = problem.filled.reading
    count = said.instance_count or (1 if ONE in reading.cues else 0)
    cues, asks = reading.cues, WHICH in reading.sought.predicates and CARDS in reading.sought.units
    which = asks and OTHERS.isdisjoint(cues) and RATES.isdisjoint(said.stated())
    if said.accelerator_count or said.chip_memory_gb or said.current_instances:
        return told
    if not (0 < count <= FEW or (which and not count)):
        return told
    trains = TRAINS in cues and SERVES not in cues
    wanted = [work for work in works if work.way == way_said(said)]
    wanted = wanted or [work for work in works if (work.way in SERVING) != trains] or list(works)
    types = sold_here(problem)
    found = [(work, work.rented(_computing(work, types), count or None)) for work in wanted]
    held = [(work, rented) for work, rented in found if rented is not None]
    fewest = wanted[-1].rented(types) if not held else None
    if not held and fewest is None:
        return told
    named = [rented for _, rented in held] + ([fewest] if fewest is not None else [])
    first = InMachines(
        parameters=problem.shape.parameters,
        model=model_of(problem),
        machines=count,
        held=tuple(_told(work, rented, problem) for work, rented in held),
        beyond=tuple(work.way for work, one in found if one is None),
        fewest=_told(wanted[-1], fewest, problem) if fewest is not None else None,
        cites=tuple(dict.fromkeys(cite for one in named if one.quote for cite in one.quote.cites)),
    )
    return told.headed(first)


def _computing(work: Work, types: tuple[Instance, ...]) -> tuple[Instance, ...]:
    """Those whose chips compute in the format of the way; all, where none do."""
    return tuple(one for one in types if work.computes(work.problem.chip(one), work.way)) or types


def _told(work: Work, rented: Rented, problem: Problem) -> HeldBy:
    chips, chip = rented.machines * rented.instance.count, problem.chip(rented.instance).name
    return HeldBy(work.way, rented.instance.id, rented.machines, chips, chip, rented.usd_per_hour)


def needs_room(seen: FormCues) -> bool:
    """ "Which graphics card do I need for it?": of a model that is run, where no load, limit or dollars are told."""
    trains = seen.profile.task not in (None, "inference") or seen.has("training_words")
    told = not LOADS.isdisjoint(seen.profile.stated())
    return seen.has("needs_which") and not trains and not told and not seen.has("asks_time", "asks_cost")
