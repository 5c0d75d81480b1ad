"""Whether a table of so many bytes is held by the machines that were named, and the smallest that hold it.

usable = chips x memory x the share that is left for tensors; training keeps the states of its optimizer beside it.
"""

from __future__ import annotations

import math
import re

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.hardware import Hardware, meant
from engine.memory.placement import core_of
from engine.options.too_small import memory_cite
from knowledge.facts import Instance
from knowledge.units import BYTES_PER_GB, gib

ASKED = frozenset({"fit", "able", "support", "which", "judge", "effect"})  # predicates
_SIZE = re.compile(
    r"(?<![\w.])(\d{1,4}(?:[.,]\d+)?)\s?(tb|tib|gb|gib)\s+(?:of\s+)?(?:\w+\s+){0,2}?"
    r"(?:embedding\w*|lookup|tables?|index|indices|vectors?|嵌入|表)",
    re.IGNORECASE,
)
_UNITS = {"tb": 1e12, "tib": 2.0**40, "gb": 1e9, "gib": 2.0**30}
MOST, GPU = 64, "gpu"  # machines


class TableHeld(Reason, code="table_held"):
    """Whether `gib` of table have room in `usable` of `paper` GiB; the smallest GPU machines that hold it beside."""

    gib: float
    machine: str
    machines: int
    chips: int
    chip: str
    paper: float
    usable: float
    holds: bool
    other: str
    others: int
    other_chips: int
    other_chip: str
    other_usable: float
    usd_per_hour: float  # of them; 0: no price is held


class TableRests(Reason, code="table_rests"):
    """What sharding rows costs, and what training adds."""


def table_held(asked: Asked) -> FactAnswer | None:
    """None where no size of a table is told, or no machine is named."""
    match = _SIZE.search(asked.reading.text)
    if match is None or ASKED.isdisjoint(asked.reading.sought.predicates):
        return None
    size = float(match[1].replace(",", ".")) * _UNITS[match[2].lower()]
    kind = next((one for one in meant(asked.problem, alone=True) if one.chip is not None), None)
    if kind is None or kind.chip is None or size < BYTES_PER_GB:
        return None
    chips = max(1, kind.said)
    usable = kind.core.chip_usable * chips
    found = _smallest(asked, size)
    if found is None:
        return None
    other, count, usd = found
    chip = asked.facts.accelerators[other.accelerator]
    room = core_of(chip, asked.problem.constants).chip_usable * other.count * count
    return FactAnswer(
        headline=TableHeld(
            gib=gib(size),
            machine=kind.type_said.id if kind.type_said else "",
            machines=_machines(kind, chips),
            chips=chips,
            chip=kind.name,
            paper=kind.chip_gib * chips,
            usable=gib(usable),
            holds=size <= usable,
            other=other.id,
            others=count,
            other_chips=other.count * count,
            other_chip=chip.name,
            other_usable=gib(room),
            usd_per_hour=usd,
            cites=(memory_cite(kind.chip), memory_cite(chip)),
        ),
        sentences=(TableRests(),),
    )


def _machines(kind: Hardware, chips: int) -> int:
    return math.ceil(chips / kind.type_said.count) if kind.type_said else 0


def _smallest(asked: Asked, size: float) -> tuple[Instance, int, float] | None:
    """The fewest GPUs that are sold, of those the cheapest an hour; the number of machines and dollars an hour."""
    problem = asked.problem
    found: list[tuple[int, float, str, Instance]] = []
    for one in problem.facts.instances.values():
        chip = problem.chip(one)
        if chip.family != GPU:
            continue
        quotes = [problem.prices.near(one, way) for way in ("on_demand", "capacity_block") if way in one.sold]
        known = [quote.usd_per_hour.likely for quote in quotes if quote is not None]
        count = math.ceil(size / (core_of(chip, problem.constants).chip_usable * one.count))
        if known and count <= MOST:
            found.append((count * one.count, count * min(known), one.id, one))
    best = min(found, default=None, key=lambda entry: entry[:3])
    return (best[3], best[0] // best[3].count, best[1]) if best else None
