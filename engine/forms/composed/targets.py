"""The kinds of chips that a program is to run on, in the order of the text."""

from __future__ import annotations

from collections.abc import Sequence

from engine.answers.support import chips_asked
from engine.forms.composed.becomes import Target
from engine.forms.form import Asked
from engine.forms.reported.runs_on import makers
from engine.options.named import is_named
from engine.workload.equipment import of_role
from knowledge.facts import Accelerator

GENERIC, USUAL = "gpu", "nvidia-gpu"
NEURON = frozenset({"trainium", "inferentia"})  # named by one word


def targets(asked: Asked) -> tuple[Target, ...]:
    """One a chip, then the makers that are named beside them; neither "a GPU" nor what a move begins on is one."""
    reading, profile = asked.reading, asked.profile
    named = {*profile.candidates, *profile.instances, *profile.current_instances} - {GENERIC}
    named -= {one.id for one in of_role(reading, "out")}
    chips = _of(named, asked)
    if any(chip.software != USUAL for chip in chips):
        wanted = {one.id for one in of_role(reading, "asked", "remedy")}
        at_hand = {one.id for one in of_role(reading, "owned", "compared", "quoted", "yardstick")} - wanted
        left = _of(at_hand, asked)
        chips = tuple(chip for chip in chips if chip.software != USUAL or chip not in left)
    said_in = [one.id for one in reading.hardware]
    found = [Target(_names(chip), chip) for chip in sorted(chips, key=lambda chip: _place(chip, said_in))]
    known = {name for target in found for name in target.names}
    known |= NEURON if known & NEURON else set()
    others = (kind for kind in makers(asked) if known.isdisjoint(kind.names))
    return (*found, *(Target(kind.names) for kind in others))


def _of(named: set[str], asked: Asked) -> tuple[Accelerator, ...]:
    slots = ("candidates", "instances", "current_instances")
    said = {slot: tuple(name for name in getattr(asked.profile, slot) if name in named) for slot in slots}
    return chips_asked(asked.profile.model_copy(update=said), asked.facts) if named else ()


def _place(chip: Accelerator, said_in: Sequence[str]) -> int:
    """Where in the text it was named."""
    return next((at for at, name in enumerate(said_in) if is_named(chip, frozenset({name}))), len(said_in))


def _names(chip: Accelerator) -> tuple[str, ...]:
    return tuple(name for name in (chip.id, chip.generation, chip.software, chip.family) if name)
