"""With the optimizer in the memory of the host or without: which of the two holds, where that is the question."""

from __future__ import annotations

import re
from typing import cast

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.hardware import meant
from engine.forms.parts.headline import host_bytes, model_of
from engine.forms.parts.rows import Row, Work, rows
from engine.forms.parts.tables import way_said
from engine.memory.ways import SERVING, Way, in_all
from engine.options.assumptions import refill
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from engine.workload.profile import Reading
from knowledge.units import gib

ASKED = frozenset({"host_memory", "no_room", "asks_if"})  # cues, all of them
OFFLOAD = "offload"  # the word for keeping states in the memory of the host
EITHER = re.compile(
    r"(?:\bor\b|\boder\b|\bou\b|\bo\b|\bили\b|还是|または|또는)[^.?!\n]{0,60}(?:offload|off-load)"
    r"|(?:offload|off-load)[^.?!\n]{0,60}(?:nötig|necessary|needed|required|nécessaire|necesario|нужен|必要)"
    r"|(?:need|have to|muss|müssen|faut|hay que|нужно|需要)[^.?!\n]{0,30}(?:offload|off-load)",
    re.IGNORECASE,
)


class OffloadNeeded(Reason, code="offload_needed"):
    """Full training on `said` chips: GiB in all without offload, whether that holds, and the same with it.

    `core_gib`: on each chip with the optimizer away; `host_gib`: what then stays in the memory of the hosts, of which
    `ram_gib` was told (0: not told) of each of `machines`.
    """

    way: str
    model: str
    parameters: float
    chip: str
    said: int
    needs_gib: float
    usable_gib: float
    without: bool
    with_it: bool
    core_gib: float
    each_usable_gib: float
    host_gib: float
    ram_gib: float
    machines: int


def offloaded(problem: Problem) -> FactAnswer | None:
    """None where that is not asked, or no chips were counted."""
    reading = problem.filled.reading
    if EITHER.search(reading.text) is None and not _asks_ram(reading):
        return None
    both = [_row(problem, offload=False), _row(problem, offload=True)]
    plain, away = both
    if plain is None or away is None or not plain.hardware.said or plain.work.way in SERVING:
        return None
    hardware, over = plain.hardware, away.over(away.hardware.said) if away.fits else None
    first = OffloadNeeded(
        way=plain.work.way,
        model=model_of(plain.work.problem),
        parameters=plain.work.shape.parameters,
        chip=hardware.name,
        said=hardware.said,
        needs_gib=gib(in_all(plain.work.need())),
        usable_gib=hardware.usable_gib * hardware.said,
        without=bool(plain.fits),
        with_it=bool(away.fits),
        core_gib=gib(over.core_bytes) if over else 0.0,
        each_usable_gib=hardware.usable_gib,
        host_gib=gib(host_bytes(away.work)),
        ram_gib=reading.profile.ram_gb or 0.0,
        machines=reading.profile.instance_count or 1,
        cites=(memory_cite(hardware.chip),) if hardware.chip else (),
    )
    return FactAnswer(headline=first, whole=True)


def _asks_ram(reading: Reading) -> bool:
    """Whether the RAM that is free can be used, where the cards ran out and nothing was offloaded."""
    plain = OFFLOAD not in reading.profile.libraries and reading.profile.ram_gb is not None
    return plain and ASKED.issubset(reading.cues)


def _row(asked: Problem, *, offload: bool) -> Row | None:
    """The way that was said, on the first of the machines, with the optimizer kept on the cards or away from them."""
    said = asked.filled.reading.profile
    others = tuple(name for name in said.libraries if name != OFFLOAD)
    libraries = (*others, OFFLOAD) if offload else others
    reading = asked.filled.reading.model_copy(update={"profile": said.model_copy(update={"libraries": libraries})})
    filled = asked.filled.model_copy(update={"reading": reading})
    problem = Problem(refill(filled, asked.library, libraries=libraries), asked.library, asked.day, brief=True)
    way = cast("Way", way_said(said) or "full")
    made = rows((Work(way, problem, None),), meant(problem, alone=False)[:1])
    return made[0] if made else None
