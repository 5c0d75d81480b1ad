"""The first line of an answer about memory: yes, no or the count, for the way that was said or for each."""

from __future__ import annotations

from typing import Any, cast

from engine.base.reason import Reason
from engine.forms.parts.fit_reasons import (
    ChipsNeeded,
    FitsPartly,
    FitsShorter,
    FitsThere,
    Held,
    TooSmallThere,
)
from engine.forms.parts.hardware import is_remedy
from engine.forms.parts.ran_out import EIGHT_BITS, away_gib, causes_of, compiled_by, helps_of, premises_of, roomier
from engine.forms.parts.rows import STAGES, Row, Work, holds, most_at_once, most_requests, sold_here
from engine.memory.optimizers import optimizer_said
from engine.memory.outcomes import Cached, Copies, Instead
from engine.memory.placement import core_bytes, core_of, shares
from engine.memory.remedies import SHORTEST
from engine.memory.training_states import WEIGHT_BYTES, ZeroStage
from engine.memory.ways import SERVING, Way, in_all, parts
from engine.options.problem import Problem
from engine.options.too_small import core_name, memory_cite
from knowledge.units import BYTES_PER_GIB, gib

UNEVEN = 3  # cards: one and two divide nearly every number of heads
SEVERAL = 2  # cores that share one model
SIXTEEN, OTHER = "bf16", frozenset({"choice", "which_type", "which_hardware", "asks_machine"})  # a way; cues
WANTS_OTHER = frozenset({"wants_other", "same_elsewhere"})  # cues: what holds as much of a card that no cloud sells
FEWER = frozenset({"asks_machine", "wants_less", "for_less"})  # cues: a smaller or a cheaper machine
OPTIONS = 2  # machines told of instead
COPIED = frozenset({"no_room", "copied"})  # cues
RAN_OUT = frozenset({"no_room", "memory_error"})  # cues
MEMORY, NORMAL, TIGHT = "how_much_memory", "is_normal", "asks_tight"  # cues
SHARDED = frozenset({"fsdp", "zero-3", "zero-2", "zero-1"})
WHOLE: ZeroStage = 3  # the stage of ZeRO that shards everything
EACH_STAGE, FOUR_BITS = "each_stage", "qlora"  # the cue: it failed under all of them; a way
SOME, NODES = "some_of_them", "of_nodes"  # cues: several of a card, nobody says how many; several machines
MORE, LEAST, TOO_BIG = "asks_more", "premise_least", "asks_too_big"  # cues
MARGIN = 0.03  # a share of the usable memory; less is left hardly
ENGINE, LARGE_GIB = "engine_beside_gib", 70  # the constant; GiB of a card on which so much was measured
CLOSE = 0.12  # the same, below which it is no wonder that it ran out


def headline(problem: Problem, row: Row, there: tuple[Row, ...], *, is_said: bool, counts: bool) -> Reason:
    """The first line: how many chips where that was asked, else whether it fits on what was named."""
    others = [other for other in there if not (is_said and other is row)]
    values = _named(problem, row, others, asked=held_of(row) if is_said else None)
    said = problem.filled.reading.profile
    counted = said.accelerator_count or said.instance_count or said.current_count
    tried = values["ran_out"] and row.fits  # where they saw it fail, a count below that is no answer
    if not row.hardware.said or (counts and not counted and not row.hardware.mixed and not tried):
        cues = set() if counted else problem.filled.reading.cues
        return ChipsNeeded(**values, some=("nodes" if NODES in cues else "cards") if SOME in cues else "")
    asked = [row] if is_said else list(there)
    good = [other for other in asked if other.fits]
    ran_out = not RAN_OUT.isdisjoint(problem.filled.reading.cues)
    fails = not (row.fits or ran_out or any(one.change != EIGHT_BITS for one in values["helps"]))  # these come first
    if values["engine_gib"] and "copied" not in problem.filled.reading.cues:
        values["copies"] = None  # an engine splits it, and that is what is too tight
    tight = values["engine_gib"] or (row.fits and values["ran_out"] and values["close"])
    if fails or tight or _wants_other(problem, row) or _asks_other(problem, row, values["copies"]):
        values["instead"] = _instead(problem, row, values["copies"], is_said=is_said)
        values["cites"] = tuple(dict.fromkeys((*values["cites"], *(m.cite for m in values["instead"] if m.cite))))
    if len(good) == len(asked):
        return FitsThere(**values)
    if good:
        return FitsPartly(**values)
    shorter = _shorter(problem, row) if is_said else None
    return FitsShorter(**(values | shorter), way=row.work.way) if shorter else TooSmallThere(**values)


def _named(problem: Problem, row: Row, others: list[Row], asked: Held | None) -> dict[str, Any]:
    hardware, source = row.hardware, row.work.shape.source
    chip, named = hardware.chip, hardware.type_said
    rests = premises_of(next((one for one in (row, *others) if one.fits), row))
    usable = gib(row.work.core(hardware).chip_usable)
    taken = rests.each_gib if rests and row.fits else _taken(row)
    each = _each(row, usable)
    said = problem.filled.reading.profile
    stated = said.sequence_length
    several = float(said.concurrent_users or 0) if stated or said.prompt_tokens else 0.0
    return {
        "parameters": problem.shape.parameters,
        "model": model_of(problem),
        "chip": hardware.name,
        "said": hardware.said,
        "instance": named.id if named else "",
        "machines": -(-hardware.said // named.count) if named else 0,
        "card_gib": 0.0 if chip else hardware.chip_gib,
        "usable_gib": usable,
        "usable_all_gib": gib(row.work.core(hardware).chip_usable) * max(1, hardware.said),
        "core_gib": taken,
        "mixed": hardware.mixed,
        "asks_more": MORE in problem.filled.reading.cues,
        "asks_no": TOO_BIG in problem.filled.reading.cues,
        "asks_least": LEAST in problem.filled.reading.cues,
        "host_short": row.host_short or next((other.host_short for other in others if other.host_short), 0.0),
        "compiles_on": compiled_by(problem, row),
        "causes": causes_of(row) if is_seen_to_fail(problem, row) else (),
        "copies": _copies(problem, row),
        "cached": _cached(problem, row, [row, *(other for other in others if other is not row)]),
        "by_number": _by_number(problem, row),
        "barely": taken > usable * (1 - MARGIN),
        "engine_gib": (beside := _engine_gib(row, taken)),
        "enough": _enough(row, beside),
        "weights_gib": _weights_gib(row),
        "in_fp16": said.precision == "fp16" or (chip is not None and not chip.has_bf16),
        "no_bf16": said.precision == "bf16" and chip is not None and not chip.has_bf16,
        "native": row.work.is_native and asked is not None,
        "each_gib": each,
        "unsharded": row.work.plan.zero,
        "unsharded_gib": _on_each(row, row.work.plan.zero),
        "sharded_gib": whole if (whole := _on_each(row, WHOLE)) <= gib(row.work.core(hardware).usable) else 0.0,
        "whole_gib": gib(row.work.need().cache) if each and row.work.shape.kv_heads == 1 else 0.0,
        "host_gib": gib(host_bytes(row.work)) if row.work.is_offloaded else 0.0,
        "shared": _shared(row),
        "stages": stages_of(row),
        "tokens": row.work.plan.context,
        "tight": taken > gib(hardware.core.safe * hardware.core.per_chip),
        "roomy": _roomy(row),
        "roomier": roomier(row),
        "micro_batch": row.work.plan.micro_batch if row.work.way not in SERVING else 1.0,
        "asks_memory": MEMORY in problem.filled.reading.cues and row.hardware.said > 1,
        "generates_gib": gib(row.work.shape.parameters * WEIGHT_BYTES) if row.work.generates else 0.0,
        "asks_tokens": _asks_and_writes(row),
        "close": taken > usable * (1 - CLOSE),
        "ran_out": is_seen_to_fail(problem, row),
        "normal": NORMAL in problem.filled.reading.cues and TIGHT not in problem.filled.reading.cues,
        "left_gib": max(0.0, usable - taken) if TIGHT in problem.filled.reading.cues else 0.0,
        "stated": stated or (row.work.plan.context if several > 1 else None),
        "premises": rests,
        "optimizer": optimizer_of(row.work),
        "helps": helps_of(row if asked is not None else next((one for one in (row, *others) if not one.fits), row)),
        "at_once": several if several > 1 else 0.0,
        "room_for": most_at_once(row) if several > 1 and hardware.said and row.work.way in SERVING else None,
        "away_gib": away_gib(row) if asked is not None else 0.0,
        "asked": asked,
        "every": (*((asked,) if asked else ()), *(held_of(other) for other in others)),
        "fitting": tuple(held_of(other) for other in others if other.fits),
        "failing": tuple(held_of(other) for other in others if not other.fits),
        "cites": (*((memory_cite(chip),) if chip else ()), *((source,) if source else ())),
    }


def _wants_other(problem: Problem, row: Row) -> bool:
    """Whether what a cloud has in place of a card that it does not sell is asked for."""
    here = any(problem.is_here(one) for one in row.hardware.types)
    return not here and not WANTS_OTHER.isdisjoint(problem.filled.reading.cues)


def _asks_other(problem: Problem, row: Row, copies: Copies | None) -> bool:
    """Whether another machine is asked for where each process failed with a copy of its own in training."""
    copied = copies is not None and copies.fails and row.work.way not in SERVING
    return copied and not OTHER.isdisjoint(problem.filled.reading.cues)


def _instead(problem: Problem, row: Row, copies: Copies | None, *, is_said: bool) -> tuple[Instead, ...]:
    """The cheapest machines that hold it by themselves, of two chips; of copies that failed, with one on each of as
    many chips. Where no precision was said, in the one the model is published in.
    """
    native, work, hardware = problem.shape.native_precision, row.work, row.hardware
    if hardware.chip is not None and hardware.chip.family != "gpu":
        return ()  # what takes its place would be a port
    if not is_said and work.way in SERVING and native in SERVING:
        work = Work(cast("Way", native), problem, 1.0)
    same = hardware.chip.name if hardware.chip is not None else ""
    types = [one for one in sold_here(problem) if problem.chip(one).name != same or one.count > hardware.said]
    if work.way == SIXTEEN:
        types = [one for one in types if problem.chip(one).has_bf16]
    types = [one for one in types if work.computes(problem.chip(one), work.way)] or types
    if copies is not None and copies.fails:
        cores = {one.id: core_of(problem.chip(one), problem.constants) for one in types}
        fewer = not FEWER.isdisjoint(problem.filled.reading.cues)  # then one process on one card does
        types = [one for one in types if fewer or one.count >= hardware.said]
        types = [one for one in types if gib(cores[one.id].chip_usable) >= copies.copied_gib]
    told: list[Instead] = []
    while len(told) < OPTIONS and (found := work.rented(tuple(types), 1)) is not None and found.quote is not None:
        chip = problem.chip(found.instance)
        told.append(
            Instead(
                way=work.way, instance=found.instance.id, chips=found.instance.count, chip=chip.name,
                usd_per_hour=found.usd_per_hour or 0.0, purchase=found.quote.purchase,
                cite=next(iter(found.quote.cites), ""),
            )
        )  # fmt: skip
        types = [one for one in types if problem.chip(one).name != chip.name]
    return tuple(told)


def _engine_gib(row: Row, taken: float) -> float:
    """What a serving engine takes of a GPU beside weights and cache, where no more is left; else 0."""
    hardware = row.hardware
    gpu = hardware.chip is not None and hardware.chip.family == "gpu"
    if not gpu or not row.fits or row.work.way not in SERVING:
        return 0.0
    measured = row.work.constants.spread(ENGINE)  # little on a small card, of those that share a model more
    beside = measured.likely if hardware.chip_gib >= LARGE_GIB else measured.low
    return beside if taken + max(beside, hardware.usable_gib * MARGIN) > hardware.usable_gib else 0.0


def is_too_tight(row: Row) -> bool:
    """Whether it is served on what was named only if an engine takes nothing beside it."""
    return bool(_engine_gib(row, _taken(row)))


def _weights_gib(row: Row) -> float:
    """The weights of what is served, where they alone leave hardly any room on what was named; else 0."""
    work, hardware = row.work, row.hardware
    if work.way not in SERVING or not hardware.said:
        return 0.0
    weights = parts(work.profile, work.shape, work.constants, work.plan).weights
    return gib(weights) if weights > work.core(hardware).chip_usable * hardware.said * (1 - CLOSE) else 0.0


def _enough(row: Row, beside: float) -> int:
    """The fewest chips that leave room for an engine, where those that were named do not; 0: none are known to."""
    core = row.hardware.core
    less = core._replace(usable=min(core.usable - beside * BYTES_PER_GIB, core.usable * (1 - MARGIN)))
    room = row.work.room(row.hardware._replace(core=less)) if beside else None
    return room.chips if room is not None and room.chips > row.hardware.said else 0


def optimizer_of(work: Work) -> str:
    """The optimizer that was named, where the work has one other than Adam in FP32; else ""."""
    return "" if work.way in SERVING else optimizer_said(work.problem.filled.reading.cues)


def is_seen_to_fail(problem: Problem, row: Row) -> bool:
    """Whether memory ran out, and not on another machine than this one."""
    reading = problem.filled.reading
    stages = {STAGES[name] for name in reading.profile.libraries if name in STAGES}
    if len(stages) > 1 and EACH_STAGE not in reading.cues:
        return False  # it failed under another stage of ZeRO than the one that is judged
    return "no_room" in reading.cues and not is_remedy(row.hardware, reading)


def _roomy(row: Row) -> int:
    """The fewest chips that keep some of their memory free, where the fewest that hold the way do not; else 0."""
    if row.room is None or row.work.shape.sample is not None:
        return 0
    if row.work.way in SERVING and row.room.chips > 1:
        return 0  # of many cards there is room for a request more
    core = row.hardware.least or row.hardware.core
    hardware = row.hardware._replace(core=core._replace(usable=core.usable * (1 - CLOSE)), least=None)
    room = row.work.room(hardware)
    return room.chips if room is not None and room.chips > row.room.chips else 0


def stages_of(row: Row) -> tuple[int, int] | None:
    """Tensor-parallel cards and pipeline stages of a served copy on cards whose number does not divide its heads.

    None where one group of all of them is possible, one card is enough, or fewer of them share a copy.
    """
    shape, said = row.work.problem.shape, row.hardware.said
    if row.work.way not in SERVING or said < UNEVEN or not row.fits or row.hardware.core.per_chip > 1:
        return None
    if row.room is None or row.room.chips == 1 or shares(said, shape.heads, shape.kv_heads):
        return None
    over = row.over(said)
    if over is None or over.chips < said:
        return None
    degree = max(one for one in range(1, said) if said % one == 0 and shares(one, shape.heads, shape.kv_heads))
    return degree, said // degree


def _asks_and_writes(row: Row) -> tuple[float, float] | None:
    """Tokens of a prompt (0: not said) and of an answer that training learns from, where that was said."""
    said = row.work.problem.filled.reading.profile
    told = row.work.is_reinforced and row.work.way not in SERVING and said.answer_tokens
    return (said.prompt_tokens or 0.0, said.answer_tokens or 0.0) if told else None


def _copies(problem: Problem, row: Row) -> Copies | None:
    """Of what fits there where the asker saw it fail, or said that every process has a copy of its own."""
    hardware, over = row.hardware, row.over(row.hardware.said) if row.fits else None
    cores = hardware.said * hardware.core.per_chip
    reading = problem.filled.reading
    sharded = bool(SHARDED.intersection(reading.profile.libraries)) or "splits" in reading.cues
    if row.work.way == FOUR_BITS and EACH_STAGE in reading.cues:
        sharded = False  # ZeRO shards no weights of 4 bits unless they are stored for it
    if over is None or cores < SEVERAL or COPIED.isdisjoint(reading.cues) or sharded:
        return None
    core = core_name(hardware.chip) if hardware.chip else "gpu"
    return Copies(
        row.work.way, gib(over.core_bytes), gib(in_all(row.work.need())), gib(row.work.core(hardware).usable), core
    )


def _by_number(problem: Problem, row: Row) -> tuple[tuple[int, bool], ...]:
    """Of "2, 4 or 8 L40S" each number, and whether so many hold the way of the first line."""
    hardware = row.hardware
    listed = [one for one in problem.filled.reading.hardware if one.chips == hardware.said and one.others]
    reading = problem.filled.reading
    apart = sorted({round(float(count)) for count in reading.ambiguous.get("accelerator_count", ())})
    unnamed = not any(one.chips for one in reading.hardware)
    if unnamed and hardware.said in apart and row.room is not None:
        return tuple((number, row.room.chips <= number) for number in apart)
    if not listed or row.room is None:
        return ()
    return tuple((number, row.room.chips <= number) for number in (*listed[0].others, hardware.said))


def _cached(problem: Problem, row: Row, there: list[Row]) -> Cached | None:
    """Of the way of the first line, or of the first that serves."""
    said = problem.filled.reading.profile
    served = next((one for one in (row, *there) if one.work.way in SERVING), None)
    if served is None or not (said.sequence_length or said.prompt_tokens):
        return None
    plan, work = served.work.plan, served.work
    made = parts(work.profile, work.shape, work.constants, plan)
    if not made.cache or not plan.context:
        return None
    requests = plan.requests or work.constants.likely("serving_batch")
    rooms = tuple((one.work.way, most) for one in there if (most := most_requests(one)))
    return Cached(plan.context, gib(made.cache) / requests, rooms)


def host_bytes(work: Work) -> float:
    """Optimizer states that stay with the host."""
    return parts(
        work.profile, work.shape, work.constants, work.plan._replace(optimizer_bytes=work.optimizer_bytes)
    ).optimizer


def _on_each(row: Row, stage: ZeroStage) -> float:
    """GiB on each of the chips said at a stage of ZeRO, where the one that was said fits on no number of them."""
    if row.work.plan.zero >= WHOLE or row.room is not None or not row.hardware.said or row.work.way in SERVING:
        return 0.0
    return gib(core_bytes(row.work.need(zero=stage), 1, row.hardware.said, 1, None))


def _shared(row: Row) -> int:
    """The chips of those said that hold one served copy, where they are of one machine."""
    over = row.over(row.hardware.said) if row.fits and row.work.way in SERVING else None
    return over.chips if over and over.machines == 1 else row.hardware.said


def _each(row: Row, usable: float) -> float | None:
    """GiB that each of the chips said would hold, where their sum would be enough and it does not fit."""
    said, need, shape = row.hardware.said, row.work.need(), row.work.shape
    if row.fits is not False or gib(in_all(need)) > usable * said or not need.serving:
        return None
    counts = [count for count in row.work.counts(row.hardware) if count <= said] or [1]
    whole = max(1, said // row.hardware.machines.counts[-1])
    size = core_bytes(need, max(counts), max(counts), whole, shape.kv_heads)
    return gib(size) if gib(size) > usable else None


def _taken(row: Row) -> float:
    """GiB on each chip of those named, else of the fewest that hold it."""
    over = row.over(row.hardware.said) if row.fits else row.room
    return gib(over.core_bytes * row.hardware.core.per_chip) if over else 0.0


def model_of(problem: Problem) -> str:
    """The published model that was said by name."""
    reading = problem.filled.reading
    said = reading.profile.model and not reading.unheld
    return problem.facts.models[problem.shape.model].name if said and problem.shape.model else ""


def held_of(row: Row) -> Held:
    larger = row.larger
    rented = larger or row.rented
    chips = larger.machines * larger.instance.count if larger else 0
    return Held(
        way=row.work.way,
        needs_gib=gib(in_all(row.work.need())),
        chips=row.room.chips if row.room else chips,
        machines=rented.machines if rented else row.room.machines if row.room else 0,
        instance=rented.instance.id if rented else "",
        requests=most_requests(row) if row.fits else 0,
        larger=larger is not None,
        most=0 if row.room or larger or row.hardware.machines.spread else row.hardware.machines.counts[-1],
    )


def _shorter(problem: Problem, row: Row) -> dict[str, Any] | None:
    """The most tokens of a sequence at which it is trained there, where those were assumed; None if none helps."""
    work, said = row.work, problem.filled.reading.profile
    if work.shape.sample is not None or work.way in SERVING or said.sequence_length is not None:
        return None
    assumed = length = work.constants.likely("sequence_length")
    while (length := length / 2) >= SHORTEST:
        if holds(row, sequence=length):
            return {"tokens": length, "assumed": assumed}
    return None
