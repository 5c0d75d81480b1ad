"""Merging an adapter into its model: the 16-bit weights once, wherever they are held; nothing is trained.

GB = parameters x 2 bytes. The RAM of the host holds them, or cards and RAM together by layers (device_map="auto").
"""

from __future__ import annotations

import math
import re

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.hardware import meant
from engine.forms.parts.headline import model_of
from engine.memory.training_states import WEIGHT_BYTES
from engine.options.problem import Problem
from knowledge.units import BYTES_PER_GB, BYTES_PER_GIB, gib

MERGES = "merges_adapter"  # the cue
USABLE = "ram_usable_share"  # the constant
_ELSE = re.compile(r"\b(?:re)?train|\btun(?:e|ing)\b|\bserv(?:e|ing)\b|\binference\b|\bvllm\b", re.IGNORECASE)


class MergeTakes(Reason, code="merge_takes"):
    """`weights` GB; `ram` GB as told (0: not told) with `free` of them; `cards` GB are usable of `said` chips."""

    model: str
    parameters: float
    weights: float
    weights_gib: float
    ram: float
    free: float
    chip: str
    card_gib: float  # of a card known by its memory alone
    said: int
    cards: float
    takes: int  # of the card
    in_ram: bool
    on_cards: bool
    together: bool


def merged(problem: Problem) -> FactAnswer | None:
    """None where no adapter is merged, or other work is asked about, too."""
    reading = problem.filled.reading
    said = reading.profile
    sized = said.parameters is not None or problem.shape.model is not None
    if MERGES not in reading.cues or _ELSE.search(reading.text) or not sized or reading.unheld:
        return None
    kind = next(iter(meant(problem, alone=True)), None)
    weights = problem.shape.parameters * WEIGHT_BYTES / BYTES_PER_GB
    ram = said.ram_gb or 0.0
    free = ram * problem.constants.likely(USABLE)
    count = (kind.said or 1) if kind is not None else 0
    cards = kind.usable_gib * count * BYTES_PER_GIB / BYTES_PER_GB if kind is not None else 0.0
    told = MergeTakes(
        model=model_of(problem),
        parameters=problem.shape.parameters,
        weights=weights,
        weights_gib=gib(problem.shape.parameters * WEIGHT_BYTES),
        ram=ram,
        free=free,
        chip=kind.name if kind is not None else "",
        card_gib=kind.chip_gib if kind is not None and kind.chip is None else 0.0,
        said=count,
        cards=cards,
        takes=math.ceil(weights * count / cards) if cards else 0,
        in_ram=ram > 0 and free >= weights,
        on_cards=cards >= weights,
        together=ram > 0 and cards > 0 and free + cards >= weights,
        cites=(problem.shape.source,) if problem.shape.source else (),
    )
    return FactAnswer(headline=told, whole=True)
