"""Does it fit, and how many chips does it take: yes or no and the count first, then the sum of its memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.answers.model import AnswerRow, AnswerTable, Cell, FactAnswer
from engine.base.reason import Reason
from engine.forms.estimate_reasons import WhichSize
from engine.forms.fit_reasons import (
    ChipsNeeded,
    FitAssumed,
    FitChange,
    FitChanges,
    FitHost,
    FitNetwork,
    FitOffload,
    FitsPartly,
    FitSplit,
    FitsShorter,
    FitsThere,
    FitSum,
    FitUnsold,
    Held,
    MemoryNeeded,
    TooSmallThere,
)
from engine.forms.fit_rows import (
    Hardware,
    Rented,
    Row,
    Work,
    classes_of,
    holds,
    largest_there,
    meant,
    rows,
    software,
    sold_here,
)
from engine.forms.form import Asked, Form
from engine.memory.remedies import SHORTEST
from engine.memory.ways import SERVING, Way, in_all, parts, ways
from engine.options.assumptions import fill
from engine.options.problem import Problem
from engine.options.too_small import core_name, memory_cite
from engine.workload.profile import Profile
from engine.workload.question import FormCues
from engine.workload.samples import in_samples
from knowledge.units import gib

OTHERS = frozenset({"price_lookup", "carbon", "commitment", "compare", "off_topic"})  # intents of their own
LARGE = -2  # of the classes, the one that most people count in
COLUMNS = ("on", "way", "needs", "usable", "chips", "machines", "rate", "fits")


def is_asked(seen: FormCues) -> bool:
    """Whether it asks what holds a model, or how much memory it takes; which machine to use is advice."""
    if seen.has("which_hardware") and not (seen.has("fit_least") and seen.has("fit_strong")):
        return False
    if seen.has("asks_time", "asks_cost") and not seen.has("fit_word"):
        return False
    if not (seen.says("parameters") or seen.says("model")):
        return _is_of_memory(seen)
    return seen.has("fit_strong") or (
        seen.has("fit") and (seen.asks or (seen.hardware_named > 0 and not seen.says("current_instances")))
    )


def _is_of_memory(seen: FormCues) -> bool:
    """Of a model whose size was not said: memory or a number of chips is asked for, of work that was spoken of."""
    if (
        seen.intent in OTHERS
        or seen.has("asks_time")
        or not seen.has("fit_strong")
        or not (seen.has("fit_word") or seen.has("how_many"))
    ):
        return False
    works = seen.has("training_words", "no_room") or seen.says("task") or seen.says("method")
    return works and (seen.hardware_named > 0 or seen.says("chip_memory_gb") or seen.has("fit_word"))


def answer(asked: Asked) -> FactAnswer | None:
    """Of a model whose size was not said: how large one may be there."""
    said = asked.reading.profile
    problem = Problem(fill(asked.reading, asked.library), asked.library, asked.day, brief=True, recorded=False)
    cues = asked.reading.cues
    trains = "training_words" in cues and "serving_words" not in cues  # whatever task is assumed
    is_trained = in_samples(problem.profile, asked.facts) or trains
    works = tuple(Work(way, problem) for way in _ways(said, is_trained))
    if said.parameters is None and (said.model is None or asked.reading.unheld):
        first, *others = largest_there(problem, works, _way_said(said))
        sentences = (*others, assumed_of(problem, works))
        return FactAnswer(headline=first, sentences=sentences, questions=(WhichSize(),), confidence="low")
    counts = "how_many" in asked.reading.cues
    made = rows(works, meant(problem, alone=not counts))
    if not made:
        return _of_classes(problem, works)
    way = _way_said(said)
    row = next((row for row in made if row.work.way == way), made[0])
    there = tuple(other for other in made if other.hardware == row.hardware)
    return FactAnswer(
        headline=_headline(problem, row, there, is_said=row.work.way == way, counts=counts),
        sentences=tuple(_lines(problem, row, there, is_said=row.work.way == way)),
        table=_table(made, way),
    )


def _ways(said: Profile, is_trained: bool) -> tuple[Way, ...]:
    """Those of the task; of a task nobody said, serving first, unless the model answers with no tokens."""
    if is_trained and said.task is None:
        return ways(said.model_copy(update={"task": "fine_tuning"}))
    if said.task is not None or said.method is not None:
        return ways(said.model_copy(update={"task": said.task or "fine_tuning"}))
    serving = ways(said.model_copy(update={"task": "inference"}))
    return serving if said.precision else (*serving, *ways(said.model_copy(update={"task": "fine_tuning"})))


def _way_said(said: Profile) -> str | None:
    """The one way that was said; None where an answer is of all of them."""
    if said.task == "pretraining":
        return "pretraining"
    if said.method is not None and said.task != "inference":
        return said.method
    return said.precision if said.task != "fine_tuning" and said.precision in SERVING else None


def _headline(problem: Problem, row: Row, there: tuple[Row, ...], *, is_said: bool, counts: bool) -> Reason:
    """The first line: how many chips where that was asked, else whether it fits on what was named."""
    others = [other for other in there if not (is_said and other is row)]
    values = _named(problem, row, others, asked=_held(row) if is_said else None)
    said = problem.filled.reading.profile
    counted = said.accelerator_count or said.instance_count or said.current_count
    if not row.hardware.said or (counts and not counted):
        return ChipsNeeded(**values)
    asked = [row] if is_said else list(there)
    good = [other for other in asked if other.fits]
    if len(good) == len(asked):
        return FitsThere(**values)
    if good:
        return FitsPartly(**values)
    shorter = _shorter(problem, row) if is_said or row.work.way in SERVING else None
    return FitsShorter(**values, **shorter, way=row.work.way) if shorter else TooSmallThere(**values)


def _named(problem: Problem, row: Row, others: list[Row], asked: Held | None) -> dict[str, Any]:
    hardware, source = row.hardware, row.work.shape.source
    chip, named = hardware.chip, hardware.type_said
    usable, taken = gib(hardware.core.usable * hardware.core.per_chip), _taken(row)
    return {
        "parameters": problem.shape.parameters,
        "model": _model(problem),
        "chip": hardware.name,
        "said": hardware.said,
        "instance": named.id if named else "",
        "machines": -(-hardware.said // named.count) if named else 0,
        "card_gib": 0.0 if chip else hardware.chip_gib,
        "usable_gib": usable,
        "usable_all_gib": usable * max(1, hardware.said),
        "core_gib": taken,
        "tight": taken > gib(hardware.core.safe * hardware.core.per_chip),
        "asked": asked,
        "every": (*((asked,) if asked else ()), *(_held(other) for other in others)),
        "fitting": tuple(_held(other) for other in others if other.fits),
        "failing": tuple(_held(other) for other in others if not other.fits),
        "cites": (*((memory_cite(chip),) if chip else ()), *((source,) if source else ())),
    }


def _taken(row: Row) -> float:
    """GiB on each chip of those named, else of the fewest that hold it."""
    over = row.over(row.hardware.said) if row.fits else row.room
    return gib(over.core_bytes * row.hardware.core.per_chip) if over else 0.0


def _model(problem: Problem) -> str:
    """The published model that was said by name."""
    reading = problem.filled.reading
    said = reading.profile.model and not reading.unheld
    return problem.facts.models[problem.shape.model].name if said and problem.shape.model else ""


def _held(row: Row) -> Held:
    rented = row.rented
    return Held(
        way=row.work.way,
        needs_gib=gib(in_all(row.work.need())),
        chips=row.room.chips if row.room else 0,
        machines=rented.machines if rented else row.room.machines if row.room else 0,
        instance=rented.instance.id if rented else "",
    )


def _shorter(problem: Problem, row: Row) -> dict[str, Any] | None:
    """The most tokens at which it fits where those were assumed, or one request at a time; None if neither helps."""
    work, said = row.work, problem.filled.reading.profile
    if work.shape.sample is not None:
        return None
    if work.way in SERVING:
        alone = work.plan.requests is None and holds(row, requests=1.0)
        return {"tokens": None, "assumed": work.constants.likely("serving_batch")} if alone else None
    if said.sequence_length is not None:
        return None
    assumed = length = work.constants.likely("sequence_length")
    while (length := length / 2) >= SHORTEST:
        if holds(row, sequence=length):
            return {"tokens": length, "assumed": assumed}
    return None


def _lines(problem: Problem, row: Row, there: tuple[Row, ...], *, is_said: bool) -> Iterator[Reason]:
    """What the first line rests on: the sums, what a chip holds, and what would change it."""
    hardware = row.hardware
    for work in _summed(row.work, tuple(other.work for other in there), is_said=is_said):
        yield sum_of(work)
    split = row if row.room else next((other for other in there if other.room), None)
    if split is not None:
        yield _split(split)
    if hardware.said and not row.fits:
        changes = tuple(FitChange(name, to) for name, to, terms in software(row.work) if holds(row, **terms))
        if changes:
            yield FitChanges(way=row.work.way, changes=changes)
        optimizer = parts(row.work.profile, row.work.shape, row.work.constants, row.work.plan).optimizer
        if optimizer:
            yield FitOffload(host_gib=gib(optimizer))
    if row.room is None and not hardware.machines.spread and hardware.chip is not None:
        yield FitNetwork(chip=hardware.name, machine_chips=hardware.machines.counts[-1])
    yield from _host(row)
    if hardware.chip is not None and not hardware.types:
        yield FitUnsold(chip=hardware.name)
    yield assumed_of(problem, tuple(other.work for other in there))


def _summed(work: Work, works: tuple[Work, ...], *, is_said: bool) -> tuple[Work, ...]:
    """The ways whose sum is shown: that which was said; else those of training, and serving once."""
    if is_said:
        return (work,)
    serving = tuple(one for one in works if one.way in SERVING)
    return (*serving[:1], *(one for one in works if one.way not in SERVING))


def sum_of(work: Work) -> FitSum:
    """The bytes of one way by what they are."""
    made = parts(work.profile, work.shape, work.constants, work.plan)
    serving = work.way in SERVING
    length = work.profile.sequence_length or work.constants.likely("sequence_length")
    states = made.weights + made.gradients + made.optimizer + made.frozen
    return FitSum(
        way=work.way,
        parameters=work.shape.parameters,
        bytes_each=states / work.shape.parameters,
        weights=gib(made.weights),
        gradients=gib(made.gradients),
        optimizer=gib(made.optimizer),
        adapters=gib(made.adapters),
        frozen=gib(made.frozen),
        activations=gib(made.activations),
        cache=gib(made.cache),
        total=gib(sum(made)),
        tokens=(work.plan.context or work.constants.likely("serving_context_tokens")) if serving else length,
        requests=work.plan.requests or work.constants.likely("serving_batch"),
        in_samples=work.shape.sample is not None,
        cites=(work.shape.source,) if work.shape.source else (),
    )


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
        cites=(memory_cite(hardware.chip),) if hardware.chip else (),
    )


def _host(row: Row) -> Iterator[Reason]:
    instance = row.hardware.type_said
    placed = row.work.problem.placed(instance) if instance else None
    if instance and placed and placed.host_short_gib:
        short = placed.host_short_gib
        yield FitHost(
            instance=instance.id, host_gib=instance.host_ram_gib or 0.0, short_gib=short, cites=(instance.source,)
        )


def assumed_of(problem: Problem, works: tuple[Work, ...]) -> FitAssumed:
    """What was not said and moves the memory."""
    said, constants = problem.filled.reading.profile, problem.constants
    trains = any(work.way not in SERVING and work.shape.sample is None for work in works)
    serving = next((work for work in works if work.way in SERVING), None)
    tokens, unheld = said.sequence_length, problem.filled.reading.unheld
    return FitAssumed(
        parameters=problem.shape.parameters if said.parameters is None and said.model and not unheld else None,
        sequence=constants.likely("sequence_length") if trains and tokens is None else None,
        context=serving.plan.context if serving and not (tokens or said.prompt_tokens) else None,
        requests=(serving.plan.requests or constants.likely("serving_batch")) if serving else None,
        rank=constants.likely("lora_rank") if any(work.way in ("lora", "qlora") for work in works) else None,
        usable=constants.likely("usable_hbm_share"),
        trains=trains,
    )


def _table(made: tuple[Row, ...], way: str | None) -> AnswerTable:
    """A row for each way, of each kind of hardware; columns that would say nothing are left out."""
    several = len({row.hardware.name for row in made}) > 1
    shown = {"on": several, "fits": any(row.hardware.said for row in made), "rate": any(row.rented for row in made)}
    shown["machines"] = shown["rate"]
    columns = tuple(name for name in COLUMNS if shown.get(name, True))
    lines = [{"on": row.hardware.name} | _cells(row.work, row.rented) | _on_chip(row) for row in made]
    return AnswerTable(
        columns=columns,
        rows=tuple(
            AnswerRow(
                cells=tuple(line[name] for name in columns), cites=_cites(row.rented), is_named=row.work.way == way
            )
            for row, line in zip(made, lines, strict=True)
        ),
    )


def _on_chip(row: Row) -> dict[str, Cell]:
    usable = gib(row.hardware.core.usable * row.hardware.core.per_chip)
    return {"usable": usable, "chips": row.room.chips if row.room else None, "fits": row.fits}


def _cells(work: Work, rented: Rented | None) -> dict[str, Cell]:
    return {
        "way": work.way,
        "needs": gib(in_all(work.need())),
        "machines": f"{rented.machines} x {rented.instance.id}" if rented else None,
        "rate": rented.usd_per_hour if rented else None,
    }


def _cites(rented: Rented | None) -> tuple[str, ...]:
    return rented.quote.cites if rented and rented.quote else ()


def _of_classes(problem: Problem, works: tuple[Work, ...]) -> FactAnswer:
    """Where no hardware was named: how many chips of each common size, and the GPU machines of least price."""
    classes = classes_of(problem)
    types, way = sold_here(problem), _way_said(problem.filled.reading.profile)
    first = next((work for work in works if work.way == way), works[0])
    found = [(work, work.rented(types)) for work in works]
    held = [_of_class(work, rented, classes) for work, rented in found]
    keys = [f"chips_{card.chip_gib:g}" for card in classes]
    columns = ("way", "needs", *keys, "machines", "rate")
    lines = []
    for work, rented in found:
        rooms = [work.room(card) for card in classes]
        cells = _cells(work, rented) | {
            key: room.chips if room else None for key, room in zip(keys, rooms, strict=True)
        }
        row = tuple(cells[name] for name in columns)
        lines.append(AnswerRow(cells=row, cites=_cites(rented), is_named=work.way == way))
    return FactAnswer(
        headline=MemoryNeeded(
            parameters=problem.shape.parameters,
            model=_model(problem),
            ways=tuple(sorted(held, key=lambda one: one.way != way)),
            asks_type="which_type" in problem.filled.reading.cues,
            cites=(problem.shape.source,) if problem.shape.source else (),
        ),
        sentences=(
            *(sum_of(work) for work in _summed(first, works, is_said=first.way == way)),
            assumed_of(problem, works),
        ),
        table=AnswerTable(columns=columns, rows=tuple(lines)),
    )


def _of_class(work: Work, rented: Rented | None, classes: list[Hardware]) -> Held:
    rooms = [work.room(card) for card in classes]
    enough = [card.chip_gib for card, room in zip(classes, rooms, strict=True) if room and room.chips == 1]
    return Held(
        way=work.way,
        needs_gib=gib(in_all(work.need())),
        chips=large.chips if (large := rooms[LARGE]) else 0,
        machines=rented.machines if rented else 0,
        instance=rented.instance.id if rented else "",
        size=enough[0] if enough else 0.0,
        large=classes[LARGE].chip_gib,
        usd_per_hour=(rented.usd_per_hour or 0.0) if rented else 0.0,
    )


FIT = Form(id="fit", is_asked=is_asked, answer=answer, of_work=True, of_one=True, prices_decide=False)
