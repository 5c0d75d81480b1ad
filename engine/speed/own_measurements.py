"""What the team measured itself: it outranks everything published for that chip and kind of work."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

from engine.base.evidence import Achieved, Kind
from engine.base.interval import Interval
from engine.library import Library
from engine.workload.flops import (
    Shape,
    decode_flops_per_token,
    method_factor,
    of_model,
    shape,
    training_flops_per_token,
)
from engine.workload.profile import Profile
from knowledge.facts import Accelerator, Facts, OwnMeasurement
from knowledge.units import TERA

SAME_SIZE = math.log(1.35)  # sizes within this ratio count as the same


class Implied(NamedTuple):
    """What a measurement implies for the chip. `share` is the part of the dense peak at its precision: the MFU."""

    tflops: float
    peak_tflops: float

    @property
    def share(self) -> float:
        return self.tflops / self.peak_tflops


def own_speed(
    kind: Kind, chip: Accelerator, work: Shape, library: Library, method: str | None = None
) -> Achieved | None:
    """The team's most informative measurement for this work, carried over to its size and method; None without one.

    TFLOP/s per chip (serving: active parameters x tokens/s) carries over from one size to another. The measurement
    with the least spread on this work is used, the newest of several; those of mixtures of experts are not used for
    dense models, nor the other way round.
    """
    rows = [row for row in library.own.get((kind, chip.id), ()) if shape_of(row, library.facts).moe == work.moe]
    if not rows:
        return None
    newest_first = sorted(rows, key=lambda row: (row.measured_on, row.id), reverse=True)
    best = min(newest_first, key=lambda row: _spread(row, work, library, method))
    return Achieved(
        speed=Interval.around(carried(best, library), _spread(best, work, library, method)),
        basis="measured",
        grade="own",
        cites=(best.cite,),
        groups=len(rows),
        source_chip=chip.id,
    )


def implied(row: OwnMeasurement, library: Library) -> Implied:
    """TFLOP/s per chip = tokens/s per chip x FLOPs per token, against dense peak at its precision (PaLM, app. B)."""
    chip = library.facts.accelerators[row.accelerator]
    peak = chip.fp8_dense_tflops if row.precision == "fp8" and chip.fp8_dense_tflops else chip.bf16_dense_tflops
    flops = row.tokens_per_second_per_accelerator * flops_per_token(row, library)
    return Implied(tflops=flops / TERA, peak_tflops=peak.value)


def flops_per_token(row: OwnMeasurement, library: Library) -> float:
    """Of the method measured: a LoRA token costs two thirds of a fully trained one; an output token is one pass."""
    model = shape_of(row, library.facts)
    if row.kind == "inference":
        return decode_flops_per_token(model)
    factor = method_factor(row.method, library.constants).likely
    return factor * training_flops_per_token(model, row.sequence_length)


def shape_of(row: OwnMeasurement, facts: Facts) -> Shape:
    """That of the published model, else a plain decoder of its size."""
    model = facts.models.get(row.model or "")
    return of_model(model) if model else shape(Profile(parameters=row.parameters), facts)


def carried(row: OwnMeasurement, library: Library) -> float:
    """What carries over to other sizes: TFLOP/s per chip, or in serving active parameters x output tokens/s."""
    if row.kind == "inference":
        return row.tokens_per_second_per_accelerator * shape_of(row, library.facts).active_parameters
    return implied(row, library).tflops


class AgainstEstimate(NamedTuple):
    """A measurement beside the estimate it replaces: that estimate in tokens/s per chip, and measured / likely."""

    low: float
    likely: float
    high: float
    ratio: float
    place: Literal["below", "inside", "above"]


def against_estimate(row: OwnMeasurement, estimate: Achieved, library: Library) -> AgainstEstimate:
    """How far the measurement is from the estimate, and whether it lies inside its interval."""
    measured, speed = carried(row, library), estimate.speed
    tokens = row.tokens_per_second_per_accelerator
    return AgainstEstimate(
        low=tokens * speed.low / measured,
        likely=tokens * speed.likely / measured,
        high=tokens * speed.high / measured,
        ratio=measured / speed.likely,
        place="below" if measured < speed.low else "above" if measured > speed.high else "inside",
    )


def _spread(row: OwnMeasurement, work: Shape, library: Library, method: str | None) -> float:
    """Log-spread: that of a repeated measurement, and what another size and another method add to it."""
    another_size = abs(math.log(shape_of(row, library.facts).active_parameters / work.active_parameters)) > SAME_SIZE
    parts = [library.constants.likely("own_spread")]
    if another_size:
        parts.append(library.constants.likely("own_other_size_spread"))
    if row.kind == "training" and method is not None and method != row.method:
        parts.append(library.constants.likely("own_other_method_spread"))
    return math.hypot(*parts)
