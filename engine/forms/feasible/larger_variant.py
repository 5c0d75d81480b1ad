"""A card that was made with more memory too, where nobody said which and the smaller one decides: both are told."""

from __future__ import annotations

from dataclasses import replace

from engine.answers.model import FactAnswer
from engine.forms.form import Asked
from engine.forms.parts.fit_reasons import FitOnOther, FitsPartly, Held, OnNamed, TooSmallThere
from engine.forms.registry import form_named
from engine.options.named import SAID_MEMORY
from knowledge.facts import Accelerator

FIT = "fit"
DECIDED = (TooSmallThere, FitsPartly)  # kinds of first lines that more memory may turn


def larger_variant(asked: Asked, stated: FactAnswer) -> FactAnswer | None:
    """The answer with what the larger variant holds in its first line; None where that is no different."""
    first, said = stated.headline, asked.profile
    if not isinstance(first, DECIDED) or not first.said or first.instance or first.other or said.chip_memory_gb:
        return None
    kin = _larger(asked, first)
    answered = form_named(FIT).answer
    if kin is None or answered is None:
        return None
    larger = said.model_copy(update={"chip_memory_gb": kin.hbm_gib.value})
    made = answered(replace(asked, reading=asked.reading.model_copy(update={"profile": larger})))
    there = made.headline if made is not None else None
    if not isinstance(there, OnNamed) or there.chip != kin.name or _fit(there) == _fit(first):
        return None
    fitting = tuple(one for one in there.every if _holds(there, one))
    other = FitOnOther(
        chip=kin.name,
        said=there.said,
        fitting=fitting,
        failing=tuple(one for one in there.every if one not in fitting),
    )
    below = tuple(one for one in stated.sentences if not (isinstance(one, FitOnOther) and one.chip == other.chip))
    return stated.model_copy(update={"headline": first.model_copy(update={"other": other}), "sentences": below})


def _larger(asked: Asked, first: OnNamed) -> Accelerator | None:
    """The variant of the same name with the most memory, where it has more than the one that was taken."""
    chips = asked.facts.accelerators.values()
    own = next((chip for chip in chips if chip.name == first.chip), None)
    name = SAID_MEMORY.sub("", first.chip)
    if own is None or name == first.chip:
        return None
    kin = [
        chip for chip in chips if SAID_MEMORY.sub("", chip.name) == name and chip.hbm_gib.value > own.hbm_gib.value
    ]
    return max(kin, key=lambda chip: chip.hbm_gib.value, default=None)


def _holds(there: OnNamed, one: Held) -> bool:
    return 0 < one.chips <= there.said


def _fit(there: OnNamed) -> frozenset[str]:
    return frozenset(one.way for one in there.every if _holds(there, one))
