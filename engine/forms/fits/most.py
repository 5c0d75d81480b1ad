"""The largest batch, the most requests or the longest context that there is room for, where that is asked."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.headline import model_of, optimizer_of
from engine.forms.parts.rows import Row, holds, most_requests
from engine.memory.placement import core_bytes
from engine.memory.ways import SERVING
from engine.options.problem import Problem
from engine.options.too_small import memory_cite

ASKED = frozenset({"asks_batch", "asks_users"})  # cues
MOST = 1024  # sequences of a batch; more are not counted
STEP = 1024  # tokens in which a context is counted
LONGEST = 1024  # of these steps
STARTED = "serving_started_share"  # a constant
USUAL = 4096  # tokens to which servers are often limited


class MostFits(Reason, code="most_fits"):
    """`of`: sequences of a batch on each chip, requests at once, or tokens of one of them; 0 where not one fits."""

    of: Literal["batch", "requests", "context"]
    most: int
    way: str
    parameters: float
    model: str
    chip: str
    said: int
    tokens: float
    optimizer: str  # the one that was named, where it is not Adam in FP32
    recomputes: bool  # every layer in the backward pass
    published: int | None  # the longest context the model is published for
    usual: float  # tokens of a request, as servers are often limited to; 0 where requests are not told beside
    at_once: int  # requests of so many tokens that there is room for
    starts: int  # tokens of one request that an engine starts with by default, where there is no room for them
    longest: int  # of one, beside what an engine keeps for itself; 0 where that has no room for such a request
    wanted: float = 0.0  # requests at once that were said, where they are more than `most`
    copies: int = 0  # of the model, each on what was named, that have room for them


def most_there(problem: Problem, row: Row) -> MostFits | None:
    """None where it is not asked, or not of machines whose number is known."""
    cues, work = problem.filled.reading.cues, row.work
    if not row.hardware.said or work.shape.sample is not None:
        return None
    serves = work.way in SERVING
    if not ASKED.isdisjoint(cues) and not (problem.filled.reading.profile.batch_size):
        of: Literal["batch", "requests", "context"] = "requests" if serves else "batch"
        name = "requests" if serves else "micro_batch"
        most = most_requests(row) if serves else _largest(MOST, lambda number: _on_each(row, float(number)))
        most = most or _largest(MOST, lambda number: holds(row, **{name: float(number)}))
    elif "asks_context" in cues and problem.filled.reading.profile.sequence_length is None:
        of, name = "context", "context" if serves else "sequence"
        most = STEP * _largest(LONGEST, lambda number: holds(row, **{name: float(number * STEP)}))
    else:
        return None
    model = problem.facts.models.get(work.shape.model or "")
    tokens = work.plan.context if serves else work.profile.sequence_length
    usual = min(USUAL, model.context_tokens if model and model.context_tokens else USUAL)
    at_once = _largest(MOST, lambda number: holds(row, context=usual, requests=float(number)))
    told = serves and of == "context" and at_once
    whole = model if serves and of == "requests" and most else None
    starts = (whole.start_tokens or whole.context_tokens or 0) if whole else 0
    started = _started(row) if starts else row
    longest = STEP * _largest(LONGEST, lambda number: holds(started, context=float(number * STEP))) if starts else 0
    return MostFits(
        of=of,
        most=most,
        way=work.way,
        parameters=work.shape.parameters,
        model=model_of(problem),
        chip=row.hardware.name or f"{row.hardware.chip_gib:g} GB",
        said=row.hardware.said,
        tokens=tokens or work.constants.likely("sequence_length"),
        optimizer=optimizer_of(work),
        recomputes=work.plan.recompute == "full",
        published=model.context_tokens if model else None,
        usual=float(usual) if told else 0.0,
        at_once=at_once if told else 0,
        starts=starts if longest < starts else 0,
        longest=longest if longest >= (tokens or 0) else 0,
        cites=(*((memory_cite(row.hardware.chip),) if row.hardware.chip else ()), *_kept_cite(row, longest < starts)),
    )


def _started(row: Row) -> Row:
    """The same with what an engine leaves to weights and cache of the memory that it takes by default."""
    core = row.hardware.core
    usable = min(core.usable, core.total * row.work.constants.likely(STARTED))
    return row._replace(hardware=row.hardware._replace(core=core._replace(usable=usable)))


def _kept_cite(row: Row, is_told: bool) -> tuple[str, ...]:
    return (row.work.constants.entry(STARTED).source,) if is_told else ()


def _on_each(row: Row, number: float) -> bool:
    """Whether so many sequences fit on each chip, which does not split them with others."""
    core = row.hardware.core
    chips = row.hardware.said * core.per_chip
    return core_bytes(row.work.need(micro_batch=number), 1, chips, 1, row.work.shape.kv_heads) <= core.usable


def most_of_any(problem: Problem, row: Row, made: tuple[Row, ...]) -> MostFits | None:
    """Of the hardware of a row; where none fits there, of another that may be meant ("A100" is of 40 or 80 GB), on as
    many as hold it, where nobody said how many, or in fewer bits, where nobody said in how many."""
    first = most_there(problem, row)
    if first is None or first.most:
        return first
    same = [other for other in made if other.work.way == row.work.way and other != row]
    free = row.work.way in SERVING and problem.filled.reading.profile.precision is None
    fewer = [other for other in made if free and other.hardware == row.hardware and other.work.way in SERVING]
    counted = problem.filled.reading.profile.accelerator_count or row.hardware.type_said
    enough = (
        [] if counted or row.room is None else [row._replace(hardware=row.hardware._replace(said=row.room.chips))]
    )
    others = (most_there(problem, other) for other in (*same, *enough, *fewer))
    return next((one for one in others if one is not None and one.most), first)


def for_all(made: FactAnswer | None, users: float | None) -> FactAnswer | None:
    """The answer, with how many copies serve as many at once as were said, where one has no room for them."""
    first = made.headline if made else None
    if not made or not isinstance(first, MostFits) or first.of != "requests":
        return made
    if not users or not 0 < first.most < min(MOST, users):
        return made
    told = first.model_copy(update={"wanted": users, "copies": math.ceil(users / first.most)})
    return made.model_copy(update={"headline": told})


def _largest(most: int, is_held: Callable[[int], bool]) -> int:
    """The largest number up to `most` that is held; 0 where 1 is not."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if is_held(middle) else (low, middle - 1)
    return low
