"""What the RAM of the machine does for a model that is served: alone, or beside a card that is too small."""

from __future__ import annotations

import re
from typing import Literal, cast

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.parts.hardware import Hardware
from engine.forms.parts.headline import model_of
from engine.forms.parts.rows import Row, Work
from engine.memory.kv_cache import Precision, weight_bits
from engine.memory.training_states import BITS_PER_BYTE
from engine.memory.ways import SERVING, Way, in_all
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from engine.workload.conditions import FAMILIES
from knowledge.units import BYTES_PER_GB, BYTES_PER_GIB, gib

WAYS: tuple[Way, ...] = ("int4", "int8", "bf16")  # the smallest first
CPU_ONLY, NAMES_CPU, SPEED = "cpu_only", "names_cpu", "token_speed"  # cues
KINDS = ("ram_server", "ram_ddr5", "ram_ddr4")  # cues, each also a constant: GB/s of such memory
PLAIN = "ram_desktop"  # the constant where nobody says which
FORMS = frozenset({"fit", "estimate", "choose", "explain", "ask_back", "decline", "support"})
ELSE = frozenset({  # cues of another question
    "training_words", "price_strong", "asks_cost", "carbon", "commit_strong", "vs", "compare", "memory_error",
})  # fmt: skip
TRAINED = frozenset({"pretraining", "fine_tuning"})
USABLE, OFFLOAD = "ram_usable_share", "offload"  # a constant, a library
_STATES = re.compile(
    r"\bzero[- ]?(?:[123]|offload|infinity)|deepspeed|fsdp|optimi[sz]er", re.IGNORECASE
)  # of training
Level = Literal["", "all", "some", "none"]


class RamHolds(Reason, code="ram_holds"):
    """A model served out of RAM: `ways` with their GiB, those that fit first; `ram` 0 where nobody said how much."""

    model: str
    parameters: float
    ram: float
    usable: float
    ways: tuple[tuple[str, float], ...]
    fits: tuple[str, ...]
    level: Level


class RamSpeed(Reason, code="ram_speed"):
    """Tokens a second of one request in the smallest precision: RAM of so many GB/s reads `gb` for each token."""

    precision: str
    gb: float
    gbps: Interval
    tokens: Interval
    active: bool  # only a part of the weights is read
    kind: str


class RamBeside(Reason, code="ram_beside"):
    """What a card does not hold, in RAM: GiB in all, on the cards and in RAM, and tokens a second; 0 GiB in RAM where
    both together are too small. `ram` 0 where nobody said how much; `in_cards`: the format they hold without it."""

    precision: str
    gib: float
    ram: float
    on_card: float
    in_ram: float
    tokens: Interval
    chip: str
    in_cards: str = ""


def by_ram(problem: Problem, form: str) -> FactAnswer | None:
    """Of a model served without a card; None where one is named, or something else is asked."""
    reading = problem.filled.reading
    said, cues = reading.profile, set(reading.cues)
    if _STATES.search(reading.text):
        return None
    if form not in FORMS or not cues.isdisjoint(ELSE) or said.task in TRAINED or said.method is not None:
        return None
    if not (said.ram_gb or CPU_ONLY in cues) or said.instances or said.current_instances or said.chip_memory_gb:
        return None
    if set(said.candidates) - FAMILIES or reading.ambiguous.get("parameters"):
        return None
    sized = said.parameters is not None or problem.shape.model is not None
    if not sized or problem.shape.sample is not None or problem.encodes:
        return None
    works = [Work(way, problem, 1.0) for way in WAYS]
    held = [(work.way, gib(in_all(work.need()))) for work in works]
    share, ram = problem.constants.likely(USABLE), said.ram_gb or 0.0
    fits = tuple(way for way, size in held if ram and size <= ram * share)
    first = RamHolds(
        model=model_of(problem),
        parameters=problem.shape.parameters,
        ram=ram,
        usable=ram * share,
        ways=tuple(held),
        fits=fits,
        level=("all" if len(fits) == len(held) else "some" if fits else "none") if ram else "",
        cites=(problem.shape.source,) if problem.shape.source else (),
    )
    told: list[Reason] = [first]
    if fits or not ram:
        told.insert(0 if SPEED in cues else 1, _speed(problem, said.precision, fits))
    return FactAnswer(headline=told[0], sentences=tuple(told[1:]), of_told=True)


def _speed(problem: Problem, said: str | None, fits: tuple[str, ...]) -> RamSpeed:
    way = said if said in fits else WAYS[0]
    kind, rate, cites = bandwidth(problem)
    bits = weight_bits(cast("Precision", way), problem.constants, problem.shape)
    gb = problem.shape.active_parameters * bits / BITS_PER_BYTE / BYTES_PER_GB
    return RamSpeed(
        precision=way,
        gb=gb,
        gbps=rate,
        tokens=rate.times(problem.constants.likely("alone_bandwidth_share") / gb),
        active=problem.shape.active_parameters < problem.shape.parameters,
        kind=kind,
        cites=cites,
    )


def bandwidth(problem: Problem) -> tuple[str, Interval, tuple[str, ...]]:
    """The kind of RAM that a text speaks of, its GB/s, and where these are from."""
    cues = problem.filled.reading.cues
    kind = next((kind for kind in KINDS if kind in cues), PLAIN)
    return kind, problem.constants.spread(kind), (problem.constants.entry(kind).source,)


def beside_cards(problem: Problem, made: tuple[Row, ...]) -> RamBeside | None:
    """Of a model that the cards named do not hold in 4 bits, with the RAM that was said; where it is to be offloaded,
    in the fewest bits that they do not hold. None where they do."""
    said = problem.filled.reading.profile
    offloads = OFFLOAD in said.libraries
    rows = {row.work.way: row for row in made if row.work.way in WAYS}
    ordered = [rows[way] for way in WAYS[: None if offloads else 1] if way in rows]
    row = next((row for row in ordered if row.fits is False), None)
    if not (said.ram_gb or offloads) or row is None or row.work.way not in SERVING or not row.hardware.usable_gib:
        return None
    constants, hardware = problem.constants, row.hardware
    whole = gib(in_all(row.work.need()))
    on_card = hardware.usable_gib * max(hardware.said, 1)
    rest = whole - on_card
    ram = said.ram_gb or 0.0
    rate = _card_gbps(hardware)
    _, gbps, cites = bandwidth(problem)
    share = constants.likely("alone_bandwidth_share")
    read = problem.shape.active_parameters / problem.shape.parameters
    seconds = [
        rest * read / (one * share) + (on_card * read / (rate * share) if rate else 0.0) for one in _ends(gbps)
    ]
    held = not ram or rest <= ram * constants.likely(USABLE)
    return RamBeside(
        precision=row.work.way,
        gib=whole,
        ram=ram,
        on_card=on_card,
        in_ram=rest if held else 0.0,
        tokens=Interval(*(BYTES_PER_GB / BYTES_PER_GIB / one for one in seconds)),
        chip=hardware.name,
        in_cards=next((one.work.way for one in reversed(ordered) if one.fits), ""),
        cites=(*cites, *((memory_cite(hardware.chip),) if hardware.chip else ())),
    )


def _ends(rate: Interval) -> tuple[float, float, float]:
    return rate.low, rate.likely, rate.high


def _card_gbps(hardware: Hardware) -> float:
    return hardware.chip.hbm_gbps.value if hardware.chip and hardware.chip.hbm_gbps else 0.0
