"""A model served in FP8 on cards without FP8 math: that limit of the hardware first, then whether there is room.

Weights of 8 bits are stored there and unpacked to 16, so the memory is that of FP8 and the speed is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.hardware import Hardware, apart, meant
from engine.forms.parts.headline import model_of
from engine.forms.parts.rows import Work
from engine.memory.ways import Way, in_all
from engine.options.too_small import memory_cite
from knowledge.facts import Generation
from knowledge.units import gib

FP8: Way = "fp8"
FEWER: Way = "int4"
SERVES = frozenset({None, "inference"})  # tasks
PLACED = frozenset({
    "fits_there", "fits_partly", "too_small_there", "composed", "faq_told", "support_differs", "supported",
})  # fmt: skip
VENDOR = "nvidia"
FORMATS = "vllm-quantization-hardware"  # the source
MOST = 3  # kinds of cards


class OnCards(NamedTuple):
    """So many of a card: GiB usable on all of them, how many it takes (0: no number of one machine), whether they
    hold it in FP8, and in 4 bits."""

    chip: str
    said: int
    usable: float
    takes: int
    fits: bool
    fewer: bool


class NoFp8Math(Reason, code="no_fp8_math"):
    """`needs` GiB in FP8 of the model; `cards`: those that were named, each of one memory."""

    model: str
    parameters: float
    needs: float
    cards: tuple[OnCards, ...]


def no_fp8_math(asked: Asked, stated: FactAnswer) -> FactAnswer | None:
    """None unless FP8 is named with a model of known size and nothing but such cards."""
    said, first, problem = asked.profile, stated.headline, asked.problem
    sized = said.parameters is not None or problem.shape.model is not None
    if said.precision != FP8 or said.task not in SERVES or said.method is not None or not sized:
        return None
    if first is None or first.code not in PLACED or asked.reading.unheld or problem.shape.sample is not None:
        return None
    kinds = list({round(kind.chip_gib): kind for kind in reversed(apart(meant(problem, alone=True)))}.values())[::-1]
    if not 0 < len(kinds) <= MOST or not all(_lacks(kind, asked.facts.generations) for kind in kinds):
        return None
    work = Work(FP8, problem, 1.0)
    told = NoFp8Math(
        model=model_of(problem),
        parameters=problem.shape.parameters,
        needs=gib(in_all(work.need())),
        cards=tuple(_on(kind, work, Work(FEWER, problem, 1.0)) for kind in kinds),
        cites=(FORMATS, *(memory_cite(kind.chip) for kind in kinds if kind.chip is not None)),
    )
    below = (first, *stated.sentences) if first.code not in ("composed", "faq_told") else stated.sentences
    return FactAnswer(headline=told, sentences=below, table=stated.table, whole=True)


def _lacks(kind: Hardware, generations: Mapping[str, Generation]) -> bool:
    """Of a generation of its maker with BF16 and no FP8, which the kernels were written for."""
    known = generations.get((kind.chip.generation or "") if kind.chip is not None else "")
    return known is not None and known.vendor == VENDOR and known.bf16 and not known.fp8


def _on(kind: Hardware, work: Work, fewer: Work) -> OnCards:
    said = kind.said or 1
    room, less = work.room(kind), fewer.room(kind)
    return OnCards(
        chip=kind.name,
        said=said,
        usable=kind.usable_gib * said,
        takes=room.chips if room is not None else 0,
        fits=room is not None and room.chips <= said,
        fewer=less is not None and less.chips <= said,
    )
