"""How many of each other kind it takes, where several were named and a number was asked: "v5e or v6e slice?"."""

from __future__ import annotations

from engine.base.reason import Reason
from engine.forms.parts.fit_reasons import ChipsNeeded
from engine.forms.parts.hardware import Hardware
from engine.forms.parts.headline import headline
from engine.forms.parts.rows import Row
from engine.options.named import SAID_MEMORY
from engine.options.problem import Problem
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Reading

SOME = "some_of_them"  # the cue


def other_kinds(first: Reason, problem: Problem, row: Row, made: tuple[Row, ...]) -> tuple[Reason, ...]:
    """A line for each of the others; nothing where the first line counts none."""
    if not isinstance(first, ChipsNeeded):
        return ()
    kinds = dict.fromkeys(one.hardware for one in made if one.hardware != row.hardware)
    told: list[Reason] = []
    for kind in kinds:
        there = tuple(one for one in made if one.hardware == kind)
        lead = next((one for one in there if one.work.way == row.work.way), there[0])
        told.append(headline(problem, lead, there, is_said=lead.work.way == row.work.way, counts=True))
    return tuple(told)


def is_of_some(reading: Reading) -> bool:
    """Whether several of a card that is named are spoken of, and nobody says how many: "over several V100s"."""
    said = reading.profile
    counted = said.accelerator_count or said.instance_count or said.current_count or said.instances
    return SOME in reading.cues and not counted and bool(set(said.candidates) - FAMILIES)


def largest_first(kinds: tuple[Hardware, ...], *, counts: bool) -> tuple[Hardware, ...]:
    """Of cards of one name ("A100") that with the most memory first, where chips are counted and no number said."""
    names = {SAID_MEMORY.sub("", kind.name) for kind in kinds[:2]}
    if not counts or len(kinds) < 2 or len(names) > 1 or any(kind.said or kind.type_said for kind in kinds):
        return kinds
    return tuple(sorted(kinds, key=lambda kind: -kind.core.total))
