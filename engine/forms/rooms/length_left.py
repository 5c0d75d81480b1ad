"""Memory ran out at one sequence a card: then the length of the sequence is what is left to change."""

from __future__ import annotations

from itertools import takewhile

from engine.base.reason import Reason
from engine.forms.parts.headline import model_of
from engine.forms.parts.rows import Row
from engine.memory.placement import core_bytes
from engine.memory.ways import SERVING, Way
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from knowledge.units import gib

RAN_OUT = frozenset({"memory_error", "no_room"})  # cues
ONE, STEP = 1.0, 1024  # a batch; tokens in which a length is counted
LONG = (
    16_384  # tokens of answers with their reasoning, as they are trained on; where so many fit, it is another cause
)
WIDEST = 8  # times the cards, over which the states may be sharded


class LengthLeft(Reason, code="length_left"):
    """`most` tokens of one sequence fit by the `way` on `said` of a chip; `long` ones take `chips` (0: no number
    near that), each of which holds the whole of its sequence."""

    way: Way
    model: str
    parameters: float
    chip: str
    said: int
    each_gib: float
    usable_gib: float
    tokens: float
    most: int
    long: float
    chips: int


def length_left(problem: Problem, row: Row) -> LengthLeft | None:
    """None where it does not run out so in training on cards that hold a usual sequence, or the length is told."""
    reading, work, hardware = problem.filled.reading, row.work, row.hardware
    said = reading.profile
    if RAN_OUT.isdisjoint(reading.cues) or said.batch_size != ONE or said.sequence_length or work.way in SERVING:
        return None
    if not row.fits or not hardware.said or work.shape.sample is not None:
        return None
    lengths = range(STEP, LONG + 1, STEP)
    most = max(takewhile(lambda tokens: _on(row, hardware.said, tokens) <= hardware.core.usable, lengths), default=0)
    if most >= LONG:
        return None
    wider = (hardware.said * times for times in range(2, WIDEST + 1))
    held = (chips for chips in wider if _on(row, chips, LONG) <= hardware.core.usable)
    tokens = work.plan.sequence or work.constants.likely("sequence_length")
    return LengthLeft(
        way=work.way,
        model=model_of(problem),
        parameters=work.shape.parameters,
        chip=hardware.name,
        said=hardware.said,
        each_gib=gib(_on(row, hardware.said, tokens) * hardware.core.per_chip),
        usable_gib=hardware.usable_gib,
        tokens=tokens,
        most=most,
        long=float(LONG),
        chips=next(held, 0),
        cites=(memory_cite(hardware.chip),) if hardware.chip else (),
    )


def _on(row: Row, chips: int, tokens: float) -> float:
    """Bytes on each core, the states sharded over all of them and no sequence split."""
    need, cores = row.work.need(sequence=float(tokens)), chips * row.hardware.core.per_chip
    return core_bytes(need, 1, cores, 1, row.work.shape.kv_heads)
