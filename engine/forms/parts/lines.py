"""What the first line about memory rests on: the sums, what a chip holds, and what would change it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.reason import Reason
from engine.forms.parts.fit_reasons import (
    FitAcross,
    FitAssumed,
    FitBeside,
    FitChanges,
    FitHost,
    FitLinked,
    FitNetwork,
    FitOffload,
    FitOnOther,
    FitQuoted,
    FitRanOut,
    FitRequests,
    FitSixteen,
    FitSplit,
    FitSum,
    FitUnpacked,
    RequestsOn,
)
from engine.forms.parts.hardware import quoted
from engine.forms.parts.headline import held_of, host_bytes, is_seen_to_fail, is_too_tight, optimizer_of
from engine.forms.parts.ran_out import costless, helps, ran_out_serving, software
from engine.forms.parts.rows import Row, Work, most_requests
from engine.memory.kv_cache import cache_bytes
from engine.memory.outcomes import FitChange
from engine.memory.placement import core_bytes
from engine.memory.ways import SERVING, in_all, parts
from engine.options.problem import Problem
from engine.options.too_small import core_name, memory_cite
from knowledge.facts import Accelerator
from knowledge.units import gib

ADAPTERS = ("lora", "qlora")


def lines(
    problem: Problem, row: Row, there: tuple[Row, ...], made: tuple[Row, ...], *, is_said: bool
) -> Iterator[Reason]:
    """What the first line rests on: the sums, what a chip holds, and what would change it."""
    hardware = row.hardware
    if row.fits and is_seen_to_fail(problem, row):
        yield ran_out_serving(row) if row.work.way in SERVING else _ran_out(row)
    yield from _quoted(problem, row)
    yield from _elsewhere(row, made)
    for work in summed(row.work, tuple(other.work for other in there), is_said=is_said):
        yield sum_of(work)
    yield from beside_of(row.work)
    yield from requests_of(tuple(other for other in there if not is_too_tight(other)))
    split = row if row.room else next((other for other in there if other.room), None)
    if split is not None and (split.fits or not hardware.mixed):
        yield _split(split)
    if hardware.said and not row.fits:
        told = {name for name, _, _ in costless(row.work)} if is_said or row.work.way not in SERVING else set()
        changes = tuple(
            FitChange(name, to)
            for name, to, terms in software(row.work)
            if name not in told and helps(row, name, terms)
        )
        if changes:
            yield FitChanges(way=row.work.way, changes=changes)
        optimizer = parts(row.work.profile, row.work.shape, row.work.constants, row.work.plan).optimizer
        if optimizer and not row.work.is_offloaded:
            yield FitOffload(host_gib=gib(optimizer))
    if row.room is None and not hardware.machines.spread and hardware.chip is not None:
        yield FitNetwork(chip=hardware.name, machine_chips=hardware.machines.counts[-1])
    if (linked := _linked(row)) is not None:
        yield linked
    if row.room is not None and row.room.machines > 1 and hardware.slow:
        yield FitAcross(machines=row.room.machines, gbps=row.work.constants.likely("scale_out_min_gbps"))
    if hardware.chip is not None and not hardware.chip.has_bf16:
        yield FitSixteen(chip=hardware.name, cites=(memory_cite(hardware.chip),))
    native = row.work.shape.native_precision
    served = any(other.work.way in SERVING for other in there)
    if native and hardware.chip is not None and served and not row.work.computes(hardware.chip, native):
        yield FitUnpacked(chip=hardware.name, precision=native, cites=(memory_cite(hardware.chip),))
    yield from _host(row)
    yield assumed_of(problem, tuple(other.work for other in there))


def requests_of(there: tuple[Row, ...]) -> Iterator[FitRequests]:
    """How much traffic there is room for, where nobody said."""
    cached = (row for row in there if row.work.plan.cache_value_bytes)  # without a cache a request takes no room
    rooms = tuple(_room_on(row, most) for row in cached if (most := most_requests(row)))
    tokens = next((row.work.plan.context for row in there if row.work.way in SERVING), None)
    if rooms and tokens:
        yield FitRequests(tokens=tokens, ways=rooms)


def _room_on(row: Row, most: int) -> RequestsOn:
    if row.hardware.said or row.room is None:
        return RequestsOn(row.work.way, most)
    card_gib = 0.0 if row.hardware.chip else row.hardware.chip_gib
    return RequestsOn(row.work.way, most, row.room.chips, row.hardware.name, card_gib)


def _quoted(problem: Problem, row: Row) -> Iterator[FitQuoted]:
    """What others were quoted to use, for the way of the first line."""
    for kind in quoted(problem):
        if row.work.runs_on(kind.chip):
            other = Row(row.work, kind, row.work.room(kind), row.work.rented(kind.types))
            yield FitQuoted(
                chip=kind.name,
                said=kind.said,
                fits=bool(other.fits),
                held=held_of(other),
                cites=(memory_cite(kind.chip),) if kind.chip else (),
            )


def _elsewhere(row: Row, made: tuple[Row, ...]) -> Iterator[FitOnOther]:
    """The other hardware that was meant, where what fits is not the same."""
    if not row.hardware.said:
        return
    mine = {one.work.way for one in made if one.hardware == row.hardware and one.fits}
    others = dict.fromkeys(one.hardware.name for one in made if one.hardware != row.hardware)
    for name in others:
        there = [one for one in made if one.hardware.name == name]
        if {one.work.way for one in there if one.fits} == mine:
            continue
        yield FitOnOther(
            chip=name,
            said=there[0].hardware.said,
            fitting=tuple(held_of(one) for one in there if one.fits),
            failing=tuple(held_of(one) for one in there if not one.fits),
            cites=(memory_cite(there[0].hardware.chip),) if there[0].hardware.chip else (),
        )


def _ran_out(row: Row) -> FitRanOut:
    """What takes more than the sum where it ran out of memory although it fits."""
    work, cores = row.work, row.hardware.said
    two = core_bytes(work.need(zero=2), 1, cores, 1, None)
    more = in_all(work.need(micro_batch=work.plan.micro_batch + 1)) - in_all(work.need())
    return FitRanOut(chips=cores, copied=gib(in_all(work.need())), optimizer_only=gib(two), each=gib(more))


def summed(work: Work, works: tuple[Work, ...], *, is_said: bool) -> tuple[Work, ...]:
    """The ways whose sum is shown: that which was said; else those of training, and serving once."""
    if is_said:
        return (work,)
    serving = tuple(one for one in works if one.way in SERVING)
    return (*serving[:1], *(one for one in works if one.way not in SERVING))


def sum_of(work: Work) -> FitSum:
    """The bytes of one way by what they are."""
    made = parts(work.profile, work.shape, work.constants, work.plan)
    serving = work.way in SERVING
    length = _tokens(work)
    states = made.weights + made.gradients + made.optimizer + made.frozen + (0.0 if made.adapters else made.engine)
    return FitSum(
        way=work.way,
        parameters=work.shape.parameters,
        bytes_each=states / work.shape.parameters,
        weights=gib(made.weights),
        gradients=gib(made.gradients),
        optimizer=gib(made.optimizer),
        adapters=gib(made.adapters),
        frozen=gib(made.frozen),
        engine=gib(made.engine),
        beside=work.beside,
        rank=work.profile.lora_rank,
        activations=gib(made.activations),
        logits=gib(made.logits),
        cache=gib(made.cache),
        total=gib(sum(made)),
        tokens=(work.plan.context or work.constants.likely("serving_context_tokens")) if serving else length,
        requests=work.plan.requests or work.constants.likely("serving_batch"),
        batch=work.plan.micro_batch,
        offloaded=gib(host_bytes(work)) if work.is_offloaded else 0.0,
        named=optimizer_of(work),
        in_samples=work.shape.sample is not None,
        cites=(work.shape.source,) if work.shape.source else (),
    )


def beside_of(work: Work) -> Iterator[FitBeside]:
    """What is counted beside the model that learns, and what is not."""
    each = cache_bytes(work.shape, _tokens(work)) if work.generates else 0.0
    models = "base" if work.way in ADAPTERS and work.is_reinforced else work.beside
    if models:
        yield FitBeside(models=models, generates=work.generates, tokens=_tokens(work), cache_gib=gib(each))


def _tokens(work: Work) -> float:
    """Of a sequence that it learns from."""
    return work.plan.sequence or work.profile.sequence_length or work.constants.likely("sequence_length")


def _linked(row: Row) -> FitLinked | None:
    """Where cards of no machine that is sold, joined by twos or not at all, share what is served."""
    chip, room = row.hardware.chip, row.room
    if chip is None or room is None or chip.domain_chips is None or row.work.way not in SERVING:
        return None
    linked, most = round(chip.domain_chips.value), max((one.count for one in row.hardware.types), default=0)
    if row.hardware.said or room.chips <= linked or room.chips <= most or chip.family != "gpu":
        return None
    return FitLinked(chip=chip.name, chips=room.chips, linked=linked, cites=(chip.domain_chips.source,))


def _split(row: Row) -> FitSplit:
    """What a chip holds: on those named where it fits there, else on the fewest."""
    hardware = row.hardware
    over = row.over(hardware.said) if row.fits else row.room
    if over is None:
        raise ValueError("only what fits is split")
    return FitSplit(
        way=row.work.way,
        chip=hardware.name,
        chips=over.chips,
        machines=over.machines,
        core_gib=gib(over.core_bytes),
        usable_gib=gib(hardware.core.usable),
        total_gib=gib(hardware.core.total),
        tensor_parallel=over.tensor_parallel,
        core=core_name(hardware.chip) if hardware.chip else "gpu",
        serving=row.work.way in SERVING,
        zero=row.work.plan.zero,
        cites=(memory_cite(hardware.chip),) if hardware.chip else (),
    )


def _host(row: Row) -> Iterator[Reason]:
    instance, short = row.hardware.type_said, row.host_short
    if instance and short:
        yield FitHost(
            instance=instance.id, host_gib=instance.host_ram_gib or 0.0, short_gib=short, cites=(instance.source,)
        )


def assumed_of(problem: Problem, works: tuple[Work, ...]) -> FitAssumed:
    """What was not said and moves the memory."""
    said, constants = problem.filled.reading.profile, problem.constants
    trains = any(work.way not in SERVING and work.shape.sample is None for work in works)
    serving = next((work for work in works if work.way in SERVING and problem.keeps_cache), None)
    long = any(work.plan.sequence for work in works if work.way not in SERVING)
    tokens, unheld = said.sequence_length, problem.filled.reading.unheld
    chips = _named_chips(problem)
    shared = bool(chips) and all(chip.shared_memory for chip in chips)
    return FitAssumed(
        parameters=problem.shape.parameters if said.parameters is None and said.model and not unheld else None,
        sequence=constants.likely("sequence_length") if trains and tokens is None and not long else None,
        context=serving.plan.context if serving and not (tokens or said.prompt_tokens) else None,
        requests=(serving.plan.requests or constants.likely("serving_batch")) if serving else None,
        rank=constants.likely("lora_rank") if _adapts(works) and said.lora_rank is None else None,
        usable=constants.likely("shared_usable_share" if shared else "usable_hbm_share"),
        neuron=constants.likely("neuron_usable_hbm_share") if any(chip.vendor == "aws" for chip in chips) else None,
        trains=trains,
        batch=None if any(work.said_batch for work in works) else 1.0,
    )


def _named_chips(problem: Problem) -> list[Accelerator]:
    said, facts = problem.filled.reading.profile, problem.library.facts
    of_types = {facts.instances[one].accelerator for one in said.instances if one in facts.instances}
    return [facts.accelerators[one] for one in {*said.candidates, *of_types} if one in facts.accelerators]


def _adapts(works: tuple[Work, ...]) -> bool:
    return any(work.way in ("lora", "qlora") for work in works)
