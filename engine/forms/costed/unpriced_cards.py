"""What the run that was costed takes on a card that was named beside it and has no price here.

hours = TFLOP of the run / TFLOP/s that the card reaches / 3,600 + start-up, as for what is priced.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.options.named import is_named
from engine.options.option import CostedOption, Named
from engine.options.problem import Problem
from engine.workload.conditions import FAMILIES
from knowledge.units import SECONDS_PER_HOUR


class OnUnpricedCard(Reason, code="on_unpriced_card"):
    """Hours of one card that nobody here sells, at the TFLOP/s that it reaches."""

    chip: str
    hours: Interval
    tflops: float


def on_unpriced_cards(lead: CostedOption, options: list[CostedOption], problem: Problem) -> Iterator[OnUnpricedCard]:
    """One of each card that was named, where another one that was named is costed."""
    if lead.named < Named.BY_CHIP:
        return
    sold = [problem.facts.accelerators[name] for name in sorted({option.accelerator for option in options})]
    startup, tera = problem.constants.likely("startup_hours"), problem.run_tflop.likely
    for name in problem.filled.reading.profile.candidates:
        chip = None if name in FAMILIES else problem.facts.accelerators.get(name)
        speed = problem.speed(chip) if chip and not any(is_named(one, frozenset({name})) for one in sold) else None
        if chip is None or speed is None:
            continue
        each = (speed.speed.high, speed.speed.likely, speed.speed.low)
        low, likely, high = (tera / one / SECONDS_PER_HOUR + startup for one in each)
        yield OnUnpricedCard(
            chip=chip.name, hours=Interval(low, likely, high), tflops=speed.speed.likely, cites=speed.cites[:1]
        )
