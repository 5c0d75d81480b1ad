"""Several lengths of a sequence: for each whether it fits on what was named, or what it takes."""

from __future__ import annotations

from typing import NamedTuple

from engine.base.reason import Reason
from engine.forms.parts.headline import is_seen_to_fail, model_of, optimizer_of
from engine.forms.parts.ran_out import causes_of, premises_of
from engine.forms.parts.rows import Row
from engine.forms.rooms.length_left import LengthLeft, length_left
from engine.memory.outcomes import Cause
from engine.memory.placement import core_bytes
from engine.memory.premises import Premises
from engine.memory.ways import SERVING, Way, in_all
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from knowledge.units import gib

SEVERAL, MOST = 2, 5  # lengths that are told side by side


class AtLength(NamedTuple):
    """Of sequences of `tokens`: GiB on each of the chips said (in all where none were counted), and the fewest chips.

    `chips` 0: no number of them. `premises`: what alone it fits with. `ways_split`: chips that divide each sequence
    (tensor or context parallelism), 1: sharding does. `chunked`: it fits with the loss in chunks, and not without.
    """

    tokens: float
    gib: float
    chips: int
    fits: bool
    ways_split: int
    chunked: bool
    premises: Premises | None = None


class ByLength(Reason, code="by_length"):
    """One way of one model on `said` of a chip (0: not counted), for each of several lengths."""

    way: Way
    model: str
    parameters: float
    optimizer: str
    chip: str
    card_gib: float
    said: int
    usable_gib: float
    ran_out: bool  # the asker says that one of them did
    causes: tuple[Cause, ...]  # of the longest, where all fit by the sum and one ran out
    each: tuple[AtLength, ...]


def by_length(problem: Problem, row: Row) -> ByLength | LengthLeft | None:
    """None where one length is told or none, and of what is not counted in tokens; of memory that ran out at one
    sequence which length is left."""
    lengths = problem.filled.reading.lengths
    work, hardware = row.work, row.hardware
    if not SEVERAL <= len(lengths) <= MOST or work.shape.sample is not None:
        return length_left(problem, row)
    failed = is_seen_to_fail(problem, row)
    each = tuple(_at(row, tokens) for tokens in sorted(lengths))
    longest = max((one.tokens for one in each if one.fits), default=0.0)
    return ByLength(
        way=work.way,
        model=model_of(problem),
        parameters=work.shape.parameters,
        optimizer=optimizer_of(work),
        chip=hardware.name,
        card_gib=0.0 if hardware.chip else hardware.chip_gib,
        said=hardware.said,
        usable_gib=hardware.usable_gib,
        ran_out=failed,
        causes=causes_of(row, sequence=longest) if failed and longest and work.way not in SERVING else (),
        each=each,
        cites=(
            *((memory_cite(hardware.chip),) if hardware.chip else ()),
            *((work.shape.source,) if work.shape.source else ()),
        ),
    )


def _at(row: Row, tokens: float) -> AtLength:
    work, hardware = row.work, row.hardware
    name = "context" if work.way in SERVING else "sequence"
    room = work.room(hardware, **{name: tokens})
    fits = bool(hardware.said and room and room.chips <= hardware.said)
    whole = {name: tokens} if fits or work.way in SERVING else {name: tokens, "whole_loss": False}
    narrow = None if fits else work.room(hardware, **whole)
    need = work.need(**{name: tokens})
    size, split = gib(in_all(need)), 1
    if fits and hardware.said > 1:
        cores = hardware.said * hardware.core.per_chip
        degrees = need.degrees(cores, work.shape.heads)
        each = ((core_bytes(need, degree, cores, 1, work.shape.kv_heads), degree) for degree in degrees)
        taken, split = next((one for one in each if one[0] <= hardware.core.usable), (0.0, 1))
        size = gib(taken * hardware.core.per_chip)
    rests = premises_of(row, tokens) if fits else None
    size = rests.each_gib if rests else size
    return AtLength(
        tokens=tokens,
        gib=size,
        chips=room.chips if room else 0,
        fits=fits,
        ways_split=1 if work.way in SERVING else split,
        chunked=narrow is not None and 0 < narrow.chips <= hardware.said,
        premises=rests,
    )
