"""Weights are quantized while they are loaded, and memory runs out: the published ones have to fit first."""

from __future__ import annotations

import re
from typing import cast

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.headline import RAN_OUT, model_of
from engine.forms.parts.rows import Row, Work
from engine.forms.quantity.slots import serving
from engine.memory.ways import Way, in_all
from engine.options.too_small import memory_cite
from knowledge.units import gib

READY = re.compile(
    r"\b(?:awq|gptq|gguf|exl2|marlin|nvfp4|mxfp4|bitsandbytes|bnb|nf4|pre[- ]?quanti[sz]ed|compressed[- ]tensors)\b"
    r"|w\da\d+|-(?:int|fp)[48](?![- ]?bit)\b",
    re.IGNORECASE,
)  # of a checkpoint that is stored in few bits
EIGHT_BITS = (
    "int8",
    "fp8",
)  # made while they load; fewer bits mostly come as a checkpoint of their own
WIDE: Way = "bf16"  # what a model is published in unless its data say otherwise


class WideLoad(Reason, code="wide_load"):
    """GiB on each of those named in the format asked for and, while it is loaded, in the published one.

    `chips`: the fewest of the chip that hold the published weights; 0: no number of them.
    """

    way: Way
    wide: Way
    model: str
    parameters: float
    chip: str
    said: int
    taken_gib: float
    usable_gib: float
    needs_gib: float
    wide_gib: float
    wide_each_gib: float
    chips: int


def wide_load(asked: Asked, _stated: FactAnswer) -> FactAnswer | None:
    """None unless a format narrower than the published one was said, memory ran out, and only the narrower fits."""
    known = serving(asked) if not RAN_OUT.isdisjoint(asked.reading.cues) else None
    if known is None or len(known.hardware) != 1 or READY.search(asked.reading.text):
        return None
    kind, native = known.hardware[0], cast("Way", known.problem.shape.native_precision or WIDE)
    way = asked.profile.precision
    if not kind.said or kind.chip is None or way not in EIGHT_BITS or way == native:
        return None
    narrow, wide = (Work(one, known.problem, 1.0) for one in (cast("Way", way), native))
    there, full = (Row(work, kind, work.room(kind), None) for work in (narrow, wide))
    over = there.over(kind.said) if there.fits else None
    if over is None or full.fits:
        return None
    needs = gib(in_all(wide.need()))
    headline = WideLoad(
        way=narrow.way,
        wide=native,
        model=model_of(known.problem),
        parameters=known.problem.shape.parameters,
        chip=kind.name,
        said=kind.said,
        taken_gib=gib(over.core_bytes * kind.core.per_chip),
        usable_gib=kind.usable_gib,
        needs_gib=gib(in_all(narrow.need())),
        wide_gib=needs,
        wide_each_gib=needs / kind.said,
        chips=full.room.chips if full.room else 0,
        cites=(memory_cite(kind.chip),),
    )
    return FactAnswer(headline=headline, whole=True, of_told=True)
