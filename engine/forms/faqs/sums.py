"""Small sums beside written answers: so many of one chip for another, minutes of a machine, kWh on two grids."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from engine.base.reason import Reason
from engine.forms.form import Asked, question_of
from engine.forms.remarks.smallest import Smallest, smallest
from engine.options.named import is_named, usual_forms
from engine.workload.conditions import FAMILIES
from knowledge.facts import Accelerator
from knowledge.units import MINUTES_PER_HOUR

PAIR = 2
SHORT_MINUTES = 10
TINY = 1e-9  # a quotient that is a whole number is not rounded up
PERCENT = 100.0
CFE = re.compile(r"cfe\s*%?\s*[:=]?\s*(\d+(?:\.\d+)?)\s*%|(\d+(?:\.\d+)?)\s*%\s*cfe", re.IGNORECASE)
GRID = re.compile(
    r"intensity\s*(?:of|is|:|=)?\s*(\d+(?:\.\d+)?)|(\d+(?:\.\d+)?)\s*g(?:co2e?q?)?\s*/\s*kwh", re.IGNORECASE
)


class Replaces(Reason, code="replaces"):
    """How many of `slow` stand in for `number` of `fast`: by 16-bit peak, and by memory."""

    fast: str
    slow: str
    number: int
    by_math: int
    by_memory: int
    times: float
    has_bf16: bool


class ShortJob(Smallest, code="short_job"):
    """What some minutes of the smallest sensible machine cost."""

    minutes: int
    usd: float


class OnGrid(NamedTuple):
    """Grams a kWh of one grid, and what is left of it beside hourly-matched clean energy."""

    grams: float
    cfe: float
    left: float


class OwnGrid(Reason, code="own_grid"):
    """The intensities that were told, in their order, and which is lower by either method (counted from 1)."""

    grids: tuple[OnGrid, ...]
    lower: int
    lower_left: int


def replaces(asked: Asked) -> Replaces | None:
    """None unless two chips are named."""
    known = asked.facts.accelerators.values()
    words = [word for word in asked.profile.candidates if word not in FAMILIES]
    found = [usual_forms([chip for chip in known if is_named(chip, {word})]) for word in words]
    chips = [max(forms, key=lambda chip: chip.hbm_gib.value) for forms in found if forms]
    if len(chips) != PAIR:
        return None
    fast, slow = sorted(chips, key=lambda chip: -chip.bf16_dense_tflops.value)
    number = max(1, _count_of(fast, asked))
    by_math = fast.bf16_dense_tflops.value / slow.bf16_dense_tflops.value
    return Replaces(
        fast=fast.name,
        slow=slow.name,
        number=number,
        by_math=math.ceil(number * by_math - TINY),
        by_memory=math.ceil(number * fast.hbm_gib.value / slow.hbm_gib.value - TINY),
        times=by_math,
        has_bf16=slow.has_bf16,
        cites=tuple(dict.fromkeys((fast.bf16_dense_tflops.source, slow.bf16_dense_tflops.source))),
    )


def _count_of(chip: Accelerator, asked: Asked) -> int:
    return next((one.chips for one in asked.reading.hardware if one.chips and is_named(chip, {one.id})), 1)


def short_job(asked: Asked) -> ShortJob | None:
    """None where no price is known."""
    found = smallest(question_of(asked), Smallest)
    if found is None:
        return None
    usd = found.usd_per_hour * SHORT_MINUTES / MINUTES_PER_HOUR
    return ShortJob(**found.model_dump(), minutes=SHORT_MINUTES, usd=usd)


def own_grid(text: str) -> OwnGrid | None:
    """None unless as many intensities as shares of clean energy are told, and two or more."""
    cfe = [float(one or other) for one, other in CFE.findall(text)]
    grams = [float(one or other) for one, other in GRID.findall(text)]
    if len(cfe) != len(grams) or len(grams) < PAIR:
        return None
    grids = tuple(OnGrid(gram, share, gram * (1 - share / PERCENT)) for gram, share in zip(grams, cfe, strict=True))
    order = range(len(grids))
    return OwnGrid(
        grids=grids,
        lower=min(order, key=lambda at: grids[at].grams) + 1,
        lower_left=min(order, key=lambda at: grids[at].left) + 1,
    )
