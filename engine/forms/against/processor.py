"""A card against none: what RAM does, where a CPU is weighed against a card or is all there is."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.fits.in_ram import NAMES_CPU, WAYS, bandwidth, by_ram
from engine.forms.fits.largest import largest
from engine.forms.form import Asked, Form
from engine.forms.parts.hardware import meant
from engine.forms.parts.rows import Work
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from engine.workload.conditions import FAMILIES

CPU_OR_GPU, TEXT = "cpu_or_gpu", "text"  # the cue; the kind of work of language models
WEIGHED = frozenset({"vs", "better", "shopping", "which_hardware"})  # cues
SERVES = "serving_words"  # the cue
TRAINS = frozenset(
    {"training_words", "price_strong", "carbon", "is_normal", "memory_error"}
)  # cues of another question


class CardOrNone(Reason, code="card_or_none"):
    """A card against RAM: GB/s of both, how many times as fast, and how many parameters it holds in 4 bits."""

    chip: str
    gib: float
    gbps: float
    ram: Interval
    kind: str
    times: Interval
    most: float


def of_machine(form: Form, asked: Asked) -> FactAnswer | None:
    """None where a card alone is asked about, or something that RAM does not decide."""
    return _card_or_none(asked.problem) or by_ram(asked.problem, form.id)


def _card_or_none(problem: Problem) -> FactAnswer | None:
    """Where one card is weighed against a CPU, or a machine without one, to serve a model."""
    reading = problem.filled.reading
    said, cues = reading.profile, set(reading.cues)
    cards = set(said.candidates) - FAMILIES
    weighs = CPU_OR_GPU in cues or (NAMES_CPU in cues and not cues.isdisjoint(WEIGHED))
    weighs = weighs and (SERVES in cues or TEXT in reading.domains)
    if len(cards) != 1 or not weighs or not cues.isdisjoint(TRAINS) or said.task not in (None, "inference"):
        return None
    kind = next(iter(meant(problem, alone=True)), None)
    if kind is None or kind.chip is None or kind.chip.hbm_gbps is None or kind.chip.shared_memory:
        return None
    ram, gbps, cites = bandwidth(problem)
    rate = kind.chip.hbm_gbps.value
    return FactAnswer(
        headline=CardOrNone(
            chip=kind.name,
            gib=kind.chip_gib,
            gbps=rate,
            ram=gbps,
            kind=ram,
            times=Interval(rate / gbps.high, rate / gbps.likely, rate / gbps.low),
            most=largest(Work(WAYS[0], problem, 1.0), kind),
            cites=(memory_cite(kind.chip), *cites),
        ),
        of_told=True,
    )
