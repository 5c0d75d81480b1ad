"""A machine of one's own against the one that others ran it on, card by card, where nothing else is known of it.

What fits one card at a batch per card fits any with as much memory; the sum counts only where the model is sharded.
"""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.hardware import Hardware, is_remedy, meant
from engine.memory.placement import core_of
from engine.options.named import is_named, usual_forms
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from engine.workload.conditions import FAMILIES
from engine.workload.equipment import of_role
from engine.workload.phases import phases_said
from knowledge.units import gib

# First lines that know neither the work nor its memory; written ones tell the rule alone.
OPEN = frozenset({"model_unnamed", "largest_there", "faq_told"})
OF_ROOM = frozenset({"fit", "able"})  # predicates, one of them asked
ELSE = frozenset(
    {"dollars", "hours", "carbon", "commit", "used", "slow", "rate", "meaning", "effect"}
)  # none of them
RAN_OUT = frozenset({"memory_error", "no_room"})  # cues
NEAR = 0.98  # of their memory is as much


class AsTheirs(Reason, code="as_theirs"):
    """GiB of a card of one's own and of theirs, how many of each (0: not said), and all that is usable of them.

    `enough`: one's own has as much or more; `steps`: over which gradients are accumulated for the same batch in all.
    """

    own: str
    own_gib: float
    own_said: int
    theirs: str
    theirs_gib: float
    theirs_said: int
    own_all: float
    theirs_all: float
    enough: bool
    steps: int
    trains: bool
    ran_out: bool


def as_theirs(stated: FactAnswer, asked: Asked) -> FactAnswer:
    """The answer below that line; as it is where no card of others is told of, or which of two it is."""
    if (
        stated.headline is None
        or stated.headline.code not in OPEN
        or asked.profile.parameters
        or asked.profile.variant
    ):
        return stated
    sought = frozenset(asked.reading.sought.predicates)
    if not sought & OF_ROOM or (sought & ELSE and RAN_OUT.isdisjoint(asked.reading.cues)):
        return stated
    problem = asked.problem
    named = set(asked.profile.candidates) - FAMILIES
    if not of_role(asked.reading, "asked", "remedy", "owned") or not named:
        return stated
    kinds = [kind for kind in meant(problem, alone=True) if not is_remedy(kind, asked.reading)]
    line = _line(problem, kinds[0]) if len(kinds) == 1 else None
    return stated.headed(line) if line else stated


def _line(problem: Problem, own: Hardware) -> AsTheirs | None:
    reading, facts = problem.filled.reading, problem.facts
    theirs = [one for one in of_role(reading, "quoted") if one.id not in FAMILIES]
    known = facts.accelerators.values()
    chips = [
        (chip, one.chips or 0)
        for one in theirs
        for chip in usual_forms([chip for chip in known if is_named(chip, {one.id})])
    ]
    if not chips or own.chip is None:
        return None
    chips.sort(key=lambda pair: pair[0].hbm_gib.value)
    enough = own.chip_gib >= NEAR * chips[-1][0].hbm_gib.value
    if not enough and own.chip_gib >= NEAR * chips[0][0].hbm_gib.value:
        return None  # it depends on which of them they had
    chip, count = chips[-1] if enough else chips[0]
    said = own.said
    core = core_of(chip, problem.constants)
    phases = phases_said(reading)
    return AsTheirs(
        own=own.name,
        own_gib=own.chip_gib,
        own_said=said,
        theirs=chip.name,
        theirs_gib=chip.hbm_gib.value,
        theirs_said=count,
        own_all=said * own.usable_gib,
        theirs_all=count * gib(core.chip_usable),
        enough=enough,
        steps=-(-count // said) if said and count > said else 1,
        trains="inference" not in phases or "training" in phases,
        ran_out=not RAN_OUT.isdisjoint(reading.cues),
        cites=(memory_cite(own.chip), memory_cite(chip)),
    )
