"""So many images a second: cards that keep up with it, by the forward pass of a published model of the family.

Images a second of a card = TFLOP/s that cards reach on such models / TFLOP of a forward pass; of diffusion two passes
a step, with and without the prompt. Nothing is said of a model whose forward pass nobody published here, but that the
rate alone decides how many.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.parts.hardware import Hardware
from engine.library import Library
from engine.speed.sample_speed import sample_speed
from engine.workload.profile import Reading
from engine.workload.samples import sample_shape
from knowledge.units import GIGA_PER_TERA

COUNTS = ("how_many", "fit_least", "fit_strong", "fit_word")  # cues of who asks whether so many are enough
PASSES = 2.0  # of a step of diffusion: with the prompt and without it
STEPS = 30.0  # of an image, where none are said


class RateNeeds(Reason, code="rate_needs"):
    """Cards that keep up with `rate` images a second, never idle; one does `each`. `steps`: of diffusion, else 0."""

    rate: float
    chip: str
    chips: Interval
    each: Interval
    said: int
    steps: float


class RateUnsettled(Reason, code="rate_unsettled"):
    """A rate that no published speed places: what one card does has to be measured."""

    rate: float


def at_a_rate(reading: Reading, library: Library, kinds: Sequence[Hardware]) -> tuple[RateNeeds | RateUnsettled, ...]:
    """Of each kind of card, those that are the way out first; none where no rate is told, or no number is asked."""
    said, facts = reading.profile, library.facts
    rate = said.requests_per_second
    if not rate or said.task != "inference" or set(COUNTS).isdisjoint(reading.cues):
        return ()
    shape = sample_shape(said.model_copy(update={"task": "pretraining"}), facts)
    steps = (said.steps or STEPS) if said.architecture == "diffusion" else 0.0
    found: list[RateNeeds | RateUnsettled] = []
    remedies = {one.id for one in reading.hardware if one.role == "remedy"}
    lines = {facts.instances[name].accelerator for name in remedies if name in facts.instances} | remedies
    for kind in sorted(kinds, key=lambda kind: kind.chip is None or kind.chip.id not in lines):
        speed = sample_speed(kind.chip, shape, library) if kind.chip and shape else None
        if speed is None or shape is None:
            continue
        per_image = shape.forward_gflop * (steps * PASSES if steps else 1.0) / GIGA_PER_TERA
        each = speed.speed.times(1 / per_image)
        chips = (float(max(1, math.ceil(rate / one))) for one in (each.high, each.likely, each.low))
        cites = (*speed.cites, shape.source)
        found.append(
            RateNeeds(
                rate=rate, chip=kind.name, chips=Interval(*chips), each=each, said=kind.said, steps=steps, cites=cites
            )
        )
    return tuple(found) or (RateUnsettled(rate=rate),)
