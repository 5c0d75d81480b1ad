"""Several models on one GPU: on slices of MIG, whose memory is their own, or side by side in all of it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from engine.answers.model import AnswerRow, AnswerTable, Cell, FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.hardware import Hardware, meant
from engine.forms.parts.headline import model_of
from engine.forms.parts.rows import Work
from engine.forms.per_unit.rates import Question
from engine.forms.served.shown import TRAFFIC, Part, Shown, shown_in
from engine.forms.served.told_serving import told_copies, told_slice
from engine.memory.kv_cache import weight_bits
from engine.memory.training_states import BITS_PER_BYTE
from engine.memory.ways import Way, in_all
from engine.options.assumptions import fill
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from engine.workload.said import said_also
from knowledge.facts import GpuSlice
from knowledge.units import BYTES_PER_GB, gib

MIG = "mig"  # the cue
MEMORY = 8  # slices of memory of a whole GPU
SIXTEEN: Way = "bf16"
FOUR: Way = "int4"
MOST = 1000.0  # requests at once that are counted
OTHERS = ("asks_cost", "price_strong", "better", "vs", "compare")  # cues of other questions


class Held(NamedTuple):
    """One precision: GiB of one copy with one request, and how many requests a slice or a share has room for."""

    way: Way
    gib: float
    fits: bool
    requests: float


class SlicesHold(Reason, code="slices_hold"):
    """Whether slices of a GPU hold so many copies: `ways` in which one does, and the rest with the slice each takes.

    `wanted`: copies, None where nobody said how many; `named`: the profile was named.
    """

    chip: str
    cards: int
    profile: str
    instances: int  # on all cards
    wanted: int | None
    named: bool
    usable: float
    model: str
    parameters: float
    fits: tuple[tuple[str, float, float], ...]  # precision, GiB, requests at once
    too_large: tuple[tuple[str, float, str, int], ...]  # precision, GiB, the smallest profile that holds it, how many
    enough: bool  # so many slices there are


class SliceShare(Reason, code="slice_share"):
    """What a slice has of the GPU, and the tokens a second that reading the weights allows one request on it."""

    profile: str
    compute: int
    memory: int
    gbps: float
    precision: str
    tokens_per_second: float


class SideBySide(Reason, code="side_by_side"):
    """Copies in all of the memory of so many cards, without slices."""

    chip: str
    cards: int
    copies: int
    model: str
    parameters: float
    usable: float  # of all cards
    fits: tuple[tuple[str, float, float], ...]  # precision, GiB of all copies, requests at once of each
    too_large: tuple[tuple[str, float], ...]
    most: tuple[tuple[str, int], ...]  # copies that fit, by precision


class NoSlices(Reason, code="no_slices"):
    """A chip of which no profile is held, and those of which some are."""

    chip: str
    others: tuple[str, ...]


class SliceAssumed(Reason, code="slice_assumed"):
    """Tokens a request, and the share of memory that is usable."""

    context: float
    share: float


def asks(shown: Shown) -> bool:
    """Whether slices, or several models on one card, are asked about to serve a model of known size."""
    if not shown.sized or shown.trains or shown.of_else or any(shown.said.says(slot) for slot in TRAFFIC):
        return False
    if shown.has(MIG) or told_slice(shown.text):
        return True
    copies, cards = told_copies(shown.text), shown.said.accelerator_count or 1
    named = bool(shown.said.candidates) and not shown.said.instances
    return copies is not None and copies > cards and named and not shown.has(*OTHERS)


def answer(question: Question) -> FactAnswer | None:
    """None where no chip is known."""
    shown = shown_in(question.reading)
    reading = question.reading.model_copy(update={"profile": said_also(question.said, {"task": "inference"})})
    problem = Problem(fill(reading, question.library), question.library, question.day, brief=True)
    slices = _slices(problem, shown)
    kind = _kind(problem, shown, slices)
    if kind is None or kind.chip is None:
        return None
    copies = told_copies(shown.text)
    own = [one for one in problem.facts.gpu_slices.values() if one.accelerator == kind.chip.id]
    sliced = shown.has(MIG) or told_slice(shown.text) is not None
    half: Way = "fp8" if kind.chip.fp8_dense_tflops else "int8"
    ways: tuple[Way, ...] = (SIXTEEN, half, FOUR)
    works = [Work(way, problem, 1.0) for way in ways]
    cards = question.said.accelerator_count or 1
    cites = (memory_cite(kind.chip),)
    assumed = SliceAssumed(context=works[0].plan.context or 0.0, share=kind.core.usable / kind.core.total)
    beside = _beside(kind, works, copies or 1, cards, problem, cites)
    if not sliced:
        return FactAnswer(headline=beside, sentences=(*_as_slices(kind, works, own, copies, cards, problem), assumed))
    if not own:
        known = dict.fromkeys(one.accelerator for one in problem.facts.gpu_slices.values())
        others = tuple(problem.facts.accelerators[chip].name for chip in known)
        none = NoSlices(chip=kind.name, others=others, cites=cites)
        return FactAnswer(headline=none, sentences=((beside, assumed) if copies else (assumed,)))
    told = tuple(_as_slices(kind, works, own, copies, cards, problem))
    more = (beside,) if copies and cards == 1 else ()
    return FactAnswer(headline=told[0], sentences=(*told[1:], *more, assumed), table=_table(kind, works, own))


def _slices(problem: Problem, shown: Shown) -> list[GpuSlice]:
    """The profiles of the name that was said, on every chip that has it."""
    named = told_slice(shown.text)
    return [one for one in problem.facts.gpu_slices.values() if named and one.profile == named.name]


def _kind(problem: Problem, shown: Shown, slices: list[GpuSlice]) -> Hardware | None:
    """The chip that was named: of its forms those with the profile, of these that with most memory; else any such."""
    with_it = {one.accelerator for one in slices}
    kinds = [kind for kind in meant(problem, alone=True) if kind.chip is not None]
    if not kinds and slices:
        said = said_also(shown.said, {"candidates": (slices[-1].accelerator,), "chip_memory_gb": None})
        reading = problem.filled.reading.model_copy(update={"profile": said, "hardware": ()})
        there = Problem(fill(reading, problem.library), problem.library, problem.day, brief=True)
        kinds = [kind for kind in meant(there, alone=True) if kind.chip is not None]
    fitting = [kind for kind in kinds if kind.chip and kind.chip.id in with_it]
    return max(fitting or kinds, key=lambda kind: kind.chip_gib, default=None)


def _held(work: Work, usable: float) -> Held:
    """Of one copy in so many bytes."""
    one, two = in_all(work.need()), in_all(work.need(requests=2.0))
    each = two - one
    room = math.floor((usable - one) / each + 1 + 1e-9) if each > 0 else MOST
    return Held(work.way, gib(one), one <= usable, float(max(0, min(room, MOST))))


def _usable(kind: Hardware, part: GpuSlice) -> float:
    """Bytes: its eighths of what is usable of the chip."""
    return kind.core.chip_usable * part.memory / MEMORY


def _chosen(own: list[GpuSlice], copies: int | None, cards: int, problem: Problem) -> tuple[GpuSlice, bool]:
    """The profile that was named, else the largest of which there are enough; whether there are."""
    named = told_slice(problem.filled.reading.text)
    mine = next((one for one in own if named and one.profile == named.name), None)
    if mine is not None:
        return mine, copies is None or mine.instances * cards >= copies
    enough = [one for one in own if one.instances * cards >= (copies or 1)]
    if copies is None:
        return min(own, key=lambda one: (one.memory, one.compute)), True
    if not enough:
        return max(own, key=lambda one: one.instances), False
    return max(enough, key=lambda one: (one.memory, one.compute)), True


def _as_slices(
    kind: Hardware, works: list[Work], own: list[GpuSlice], copies: int | None, cards: int, problem: Problem
) -> Iterator[Reason]:
    """Of the profile that serves so many; nothing where the chip has none."""
    if not own or kind.chip is None:
        return
    part, enough = _chosen(own, copies, cards, problem)
    if copies is None and not told_slice(problem.filled.reading.text):
        held = [one for one in own if any(_held(work, _usable(kind, one)).fits for work in works)]
        part = min(held, key=lambda one: (one.memory, one.compute), default=part)
    found = [_held(work, _usable(kind, part)) for work in works]
    yield SlicesHold(
        chip=kind.name,
        cards=cards,
        profile=part.profile,
        instances=part.instances * cards,
        wanted=copies,
        named=told_slice(problem.filled.reading.text) is not None,
        usable=gib(_usable(kind, part)),
        model=model_of(problem),
        parameters=problem.shape.parameters,
        fits=tuple((one.way, one.gib, one.requests) for one in found if one.fits),
        too_large=tuple(
            (one.way, one.gib, *_least(kind, work, own))
            for one, work in zip(found, works, strict=True)
            if not one.fits
        ),
        enough=enough,
        cites=(part.source, memory_cite(kind.chip)),
    )
    first = next((one for one in found if one.fits), None)
    if first is not None and kind.chip.hbm_gbps is not None:
        rate = kind.chip.hbm_gbps.value * part.memory / MEMORY
        bits = weight_bits(first.way, problem.constants, problem.shape)  # type: ignore[arg-type]  # a serving way
        read = problem.shape.active_parameters * bits / BITS_PER_BYTE
        yield SliceShare(
            profile=part.profile,
            compute=part.compute,
            memory=part.memory,
            gbps=rate,
            precision=first.way,
            tokens_per_second=rate * BYTES_PER_GB / read,
            cites=(part.source, kind.chip.hbm_gbps.source),
        )


def _least(kind: Hardware, work: Work, own: list[GpuSlice]) -> tuple[str, int]:
    """The smallest profile that holds a copy, and how many of it there are; "" where none does."""
    held = [one for one in own if _held(work, _usable(kind, one)).fits]
    part = min(held, key=lambda one: (one.memory, -one.instances), default=None)
    return (part.profile, part.instances) if part else ("", 0)


def _beside(
    kind: Hardware, works: list[Work], copies: int, cards: int, problem: Problem, cites: tuple[str, ...]
) -> SideBySide:
    """Copies that share the memory of cards, as many on each."""
    each = math.ceil(copies / cards)
    found = [_held(work, kind.core.chip_usable / each) for work in works]
    alone = [_held(work, kind.core.chip_usable) for work in works]
    return SideBySide(
        chip=kind.name,
        cards=cards,
        copies=copies,
        model=model_of(problem),
        parameters=problem.shape.parameters,
        usable=kind.usable_gib * cards,
        fits=tuple((one.way, one.gib * copies, one.requests) for one in found if one.fits),
        too_large=tuple((one.way, one.gib * copies) for one in found if not one.fits),
        most=tuple((one.way, cards * math.floor(kind.usable_gib / one.gib)) for one in alone),
        cites=cites,
    )


def _table(kind: Hardware, works: list[Work], own: list[GpuSlice]) -> AnswerTable:
    """Every profile of the chip, and the requests at once that it has room for in each precision."""
    columns = ("profile", "slices", "slice_gib", *(f"slice_{work.way}" for work in works))
    rows = []
    for part in own:
        held = [_held(work, _usable(kind, part)) for work in works]
        cells: tuple[Cell, ...] = (
            part.profile,
            part.instances,
            gib(_usable(kind, part)),
            *(_room(one) for one in held),
        )
        rows.append(AnswerRow(cells=cells, cites=(part.source,)))
    return AnswerTable(words="slices", columns=columns, rows=tuple(rows))


def _room(held: Held) -> float:
    """Requests at once; 0 where not one fits."""
    return held.requests if held.fits else 0.0


SLICES = Part(asks, answer)
