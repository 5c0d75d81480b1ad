"""What is known to run on the chips that are named, where nothing is held of the program that is asked about.

Of chips with a CUDA capability, what depends on it; of others their framework, and code with kernels of its own, as
that is what mostly stands in the way.
"""

from __future__ import annotations

from engine.answers.support import chips_asked, row_of
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.support import LEVELS, supports
from engine.workload.conditions import FAMILIES
from knowledge.facts import Accelerator, Facts, Feature

CUDA = "nvidia-gpu"  # the software of chips that have such a capability
DECIDES = ("pytorch", "custom_kernels")  # features of any program
SHOWN = 2  # lines
WHOLE = 3  # chips named with their own line each, at most
STATES = frozenset({"library", "framework"})  # kinds of features that need a capability


class CapabilityOf(Reason, code="capability_of"):
    """The CUDA capability of a chip, and the programs that run there: `yes`, `partly` with what of them, and `no`."""

    chip: str
    capability: str
    yes: tuple[str, ...]
    partly: tuple[tuple[str, str], ...]
    no: tuple[str, ...]


def runs_there(asked: Asked) -> tuple[Reason, ...]:
    """None where no chip is named."""
    named = {*asked.profile.candidates, *asked.profile.instances} - FAMILIES
    chips = chips_asked(asked.profile, asked.facts) if named else ()
    of_cuda = {chip.generation: chip for chip in chips if chip.software == CUDA and chip.generation}
    if of_cuda:
        return tuple(_capability(chip, asked.facts) for chip in list(of_cuda.values())[:WHOLE])
    lines = (line for name in DECIDES for line in supports(asked.facts.features[name], chips, asked.facts))
    return tuple(lines)[: SHOWN * WHOLE] if chips else ()


def _capability(chip: Accelerator, facts: Facts) -> CapabilityOf:
    """By the features of which some generation has a row of its own: those depend on it."""
    lines = {name for name, line in facts.generations.items() if line.vendor == chip.vendor}
    depends = {row.feature for row in facts.support if row.software in lines}
    rows = [
        (feature, row)
        for feature in facts.features.values()
        if feature.id in depends and feature.kind in STATES and (row := row_of(feature, chip, facts))
    ]
    levels = [(feature, LEVELS[row.level], row.evidence) for feature, row in rows]
    generation = facts.generations[chip.generation or ""]
    return CapabilityOf(
        chip=chip.name,
        capability=generation.capability,
        yes=_names([feature for feature, level, _ in levels if level in ("yes", "beta")]),
        partly=tuple((feature.name, evidence) for feature, level, evidence in levels if level == "partly"),
        no=_names([feature for feature, level, _ in levels if level == "no"]),
        cites=tuple(dict.fromkeys(row.source for _, row in rows))[:SHOWN],
    )


def _names(features: list[Feature]) -> tuple[str, ...]:
    return tuple(feature.name for feature in features)
