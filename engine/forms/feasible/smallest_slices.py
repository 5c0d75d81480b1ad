"""The smallest TPU slice of each generation that holds the work, where which one is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.hardware import Hardware, one_of
from engine.forms.parts.headline import model_of
from engine.forms.parts.lines import assumed_of, sum_of
from engine.forms.parts.rows import Work, quoted
from engine.forms.parts.tables import way_said
from engine.memory.ways import SERVING, Room, Way, in_all, ways
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from knowledge.facts import Accelerator, Instance
from knowledge.units import gib

ASKS, FAMILY = "asks_slice", "tpu"  # a cue; the family of chips
FREE = "slice_free_share"  # a constant


class Slice(NamedTuple):
    """The fewest chips of a generation, and the slice they are rented as, "" where none is sold; 0 USD: no price."""

    chip: str
    name: str
    chips: int
    taken: float  # GiB on each
    usable: float
    usd: float
    named: bool = False  # of a generation that was named
    tight: tuple[str, int, float] | None = None  # a smaller slice, its chips and GiB on each, that leaves little room


class SmallestSlices(Reason, code="smallest_slices"):
    """One way of one model; those that are sold first, by their price an hour."""

    way: Way
    model: str
    parameters: float
    needs_gib: float
    serves: bool
    sold: tuple[Slice, ...]
    other: tuple[Slice, ...]


def smallest_slices(asked: Asked, _stated: FactAnswer) -> FactAnswer | None:
    """None where no slice is asked for, or no size is known."""
    said = asked.profile
    if ASKS not in asked.reading.cues or not (said.parameters or said.variant) or asked.reading.unheld:
        return None
    problem = asked.problem
    trains = said.task not in (None, "inference") or said.method is not None
    found = ways(said.model_copy(update={"task": (said.task or "fine_tuning") if trains else "inference"}))
    work = Work(cast("Way | None", way_said(said)) or found[0], problem, 1.0)
    slices = list(_slices(work, problem))
    if not slices:
        return None
    named = {problem.facts.accelerators[one].name for one in said.candidates if one in problem.facts.accelerators}
    held = (one._replace(named=one.chip in named) for one in slices if one.name)  # those that are named come first
    sold = sorted(held, key=lambda one: (not one.named, not one.usd, one.usd))
    headline = SmallestSlices(
        way=work.way,
        model=model_of(problem),
        parameters=problem.shape.parameters,
        needs_gib=gib(in_all(work.need())),
        serves=work.way in SERVING,
        sold=tuple(sold),
        other=tuple(one for one in slices if not one.name),
        cites=tuple(dict.fromkeys(memory_cite(chip) for chip in _tpus(problem)))[:3],
    )
    return FactAnswer(headline=headline, sentences=(sum_of(work), assumed_of(problem, (work,))), whole=True)


def _tpus(problem: Problem) -> Iterator[Accelerator]:
    return (chip for chip in problem.facts.accelerators.values() if chip.family == FAMILY)


def _slices(work: Work, problem: Problem) -> Iterator[Slice]:
    """Of each generation the smallest slice that holds it, in serving with some room beside it."""
    for chip in _tpus(problem):
        kind = one_of(problem, chip)
        least = work.room(kind) if work.runs_on(chip) else None
        if least is None:
            continue
        room = _with_room(work, kind) or least
        instance, small = (_sold_as(kind, one) for one in (room, least))
        quote = quoted(problem, instance) if instance else None
        taken = gib(least.core_bytes * kind.core.per_chip)
        yield Slice(
            chip=chip.name,
            name=instance.id if instance else "",
            chips=room.chips,
            taken=gib(room.core_bytes * kind.core.per_chip),
            usable=kind.usable_gib,
            usd=quote.usd_per_hour.likely if quote else 0.0,
            tight=(small.id, least.chips, taken) if small and least.chips < room.chips else None,
        )


def _with_room(work: Work, kind: Hardware) -> Room | None:
    """The fewest chips that hold what is served and keep some memory free for requests and compiled programs."""
    if work.way not in SERVING:
        return None
    core = kind.core._replace(usable=kind.core.usable * (1 - work.constants.likely(FREE)))
    return work.room(kind._replace(core=core))


def _sold_as(kind: Hardware, room: Room) -> Instance | None:
    return next((one for one in kind.types if one.count == room.chips), None)
