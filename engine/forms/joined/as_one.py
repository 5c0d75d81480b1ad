"""Several small cards against one large card with as much memory: whether they are the same to a program.

The cards decide that it is asked: n of one kind that have together what one of the other kind has.
"""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.hardware import Hardware, meant
from engine.options.assumptions import fill
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from engine.workload.conditions import FAMILIES
from engine.workload.phases import phases_said
from knowledge.units import BYTES_PER_GIB

PAIR = 2
SAME = 0.15  # of the memory of the one, that the sum of the others may be off
ASKED = frozenset({"able", "fit", "support", "compare", "judge"})  # predicates, one of them asked
ELSE = frozenset({"dollars", "which", "carbon", "commit", "hours", "why", "used"})  # predicates, none of them


class AsOne(Reason, code="as_one"):
    """`count` of `small`, `each_gib` each, are no `large` of `large_gib`; what is usable of each, and of all."""

    small: str
    count: int
    each_gib: float
    each_usable: float
    all_usable: float
    large: str
    large_gib: float
    large_usable: float
    trains: bool


def as_one(asked: Asked) -> FactAnswer | None:
    """None unless exactly two kinds of card are named whose memory is the same in sum, and no size of a model is."""
    said, sought = asked.profile, frozenset(asked.reading.sought.predicates)
    named = [one for one in said.candidates if one not in FAMILIES]
    if len(named) != PAIR or said.parameters or not sought & ASKED or sought & ELSE:
        return None
    plain = asked.reading.model_copy(update={"profile": said.model_copy(update={"chip_memory_gb": None})})
    problem = Problem(fill(plain, asked.library), asked.library, asked.day, brief=True)
    kinds = sorted(meant(problem, alone=True), key=lambda kind: kind.chip_gib)
    counts = {one.id: one.chips for one in asked.reading.hardware}
    if len(kinds) != PAIR or sum(1 for count in counts.values() if (count or 1) > 1) != 1:
        return None
    small, large = kinds
    count = max(count or 1 for count in counts.values())
    if abs(count * small.chip_gib / large.chip_gib - 1) > SAME:
        return None
    usable = _usable(small)
    return FactAnswer(
        headline=AsOne(
            small=small.name,
            count=count,
            each_gib=small.chip_gib,
            each_usable=usable,
            all_usable=count * usable,
            large=large.name,
            large_gib=large.chip_gib,
            large_usable=_usable(large),
            trains="inference" not in phases_said(asked.reading),
            cites=tuple(memory_cite(kind.chip) for kind in kinds if kind.chip),
        )
    )


def _usable(kind: Hardware) -> float:
    return kind.core.usable * kind.core.per_chip / BYTES_PER_GIB
