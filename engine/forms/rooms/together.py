"""Several models on the same cards at once: what each takes alone and their sum; of a family its largest size."""

from __future__ import annotations

from collections.abc import Sequence

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.fit_reasons import OnNamed
from engine.memory.training_states import BITS_PER_BYTE, WEIGHT_BYTES
from engine.options.problem import Problem
from knowledge.units import gib

TOGETHER = "sit_together"  # the cue
SEVERAL = 2
BITS = {"fp32": 32, "fp8": 8, "int8": 8, "fp4": 4, "int4": 4}  # of a weight; else 16


class Beside(Reason):
    """What one of them takes, GiB; `at_most`: it is the largest of its family, as no size was said."""

    model: str
    parameters: float
    gib: float
    at_most: bool


class TogetherThere(Reason, code="together_there"):
    """Whether they have room beside one another: GiB of each, of all, and usable."""

    each: tuple[Beside, ...]
    total_gib: float
    usable_gib: float
    chip: str
    said: int

    @property
    def fits(self) -> bool:
        return self.total_gib <= self.usable_gib


class BesideLine(Beside, code="beside_line"):
    """One of them by itself."""


def together(problem: Problem, told: Sequence[FactAnswer]) -> FactAnswer | None:
    """Above the answers to each of several models; None where they are not asked about at once, or one is not summed.

    A family that is named without a size, beside one model that is known, counts as its largest.
    """
    reading = problem.filled.reading
    if TOGETHER not in reading.cues or reading.profile.method is not None:
        return None
    bits = BITS.get(reading.profile.precision or "", 16)
    firsts = [made.headline for made in told if isinstance(made.headline, OnNamed)]
    if len(firsts) < len(told) or not firsts or len({first.chip for first in firsts}) > 1:
        return None
    each = [
        BesideLine(model=first.model or "", parameters=first.parameters, gib=_taken(first, bits), at_most=False)
        for first in firsts
    ]
    each += _families(problem, firsts)
    if len(each) < SEVERAL:
        return None
    first = firsts[0]
    headline = TogetherThere(
        each=tuple(each),
        total_gib=sum(one.gib for one in each),
        usable_gib=first.usable_gib * max(1, first.said),
        chip=first.chip,
        said=max(1, first.said),
        cites=first.cites,
    )
    return FactAnswer(headline=headline, sentences=tuple(firsts), whole=True)


def _taken(first: OnNamed, bits: int) -> float:
    """GiB of one copy on the cards that share it; of one that does not fit as it was said, its weights."""
    weights = gib(first.parameters * bits / BITS_PER_BYTE)
    return max(weights, first.asked.needs_gib if first.asked else first.core_gib * max(1, first.shared or first.said))


def _families(problem: Problem, firsts: Sequence[OnNamed]) -> list[BesideLine]:
    """Of families named beside the one model that is known: the largest size they come in, in 16 bits."""
    if len(firsts) >= SEVERAL:
        return []
    known = problem.facts.models.get(problem.filled.reading.profile.variant or "")
    names = [name for name in problem.filled.reading.ambiguous.get("model", ()) if known and name != known.family]
    families = [problem.facts.families[name] for name in names if name in problem.facts.families]
    sized = [(one.name, max(one.plausible_parameters)) for one in families if one.plausible_parameters]
    return [
        BesideLine(model=name, parameters=most, gib=gib(most * WEIGHT_BYTES), at_most=True) for name, most in sized
    ]
