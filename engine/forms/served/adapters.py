"""Many adapters on one base model: what they take in memory beside it, and the requests there is room for."""

from __future__ import annotations

import math

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.hardware import Hardware, meant
from engine.forms.parts.headline import model_of
from engine.forms.parts.rows import Work
from engine.forms.per_unit.rates import Question
from engine.forms.served.shown import Part, Shown, shown_in
from engine.forms.served.told_serving import told_adapters
from engine.memory.training_states import WEIGHT_BYTES, adapter_rank, lora_parameters
from engine.memory.ways import Way, in_all
from engine.options.assumptions import fill
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from engine.workload.said import said_also
from knowledge.units import BYTES_PER_MIB, gib

SERVES = ("serving_words", "multi_lora")  # cues
FEW = 2  # adapters


class AdaptersFit(Reason, code="adapters_fit"):
    """Whether base, adapters and a request are held by the chips that were named: precisions in which they do, with
    GiB in all and requests at once; `too_large` with their GiB; `most` adapters with one request, in those that hold
    the base. MiB of one adapter, GiB of all."""

    chip: str
    chips: int
    usable: float
    model: str
    parameters: float
    adapters: int
    mib: float
    gib: float
    fits: tuple[tuple[str, float, float], ...]
    too_large: tuple[tuple[str, float], ...]
    most: tuple[tuple[str, int], ...]


class AdapterSum(Reason, code="adapter_sum"):
    """Bytes of one adapter: its parameters, in 16 bits."""

    rank: float
    is_assumed: bool
    million: float  # parameters
    mib: float
    share: float  # of the base's parameters


class AdaptersServed(Reason, code="adapters_served"):
    """How engines serve them, and what it costs."""


def asks(shown: Shown) -> bool:
    """Whether several adapters are to be served: so many of them are no runs of training."""
    said, adapters = shown.said, told_adapters(shown.text)
    if not shown.sized or adapters is None or adapters < FEW or shown.of_else:
        return False
    trained = said.task in ("pretraining",) or said.tokens is not None or said.samples is not None
    return not trained and (shown.has(*SERVES) or said.task == "inference")


def answer(question: Question) -> FactAnswer | None:
    """On what was named, else None."""
    shown = shown_in(question.reading)
    adapters = told_adapters(shown.text) or 0
    served = {"task": "inference", "method": None, "runs": None}
    reading = question.reading.model_copy(update={"profile": said_also(question.said, served)})
    problem = Problem(fill(reading, question.library), question.library, question.day, brief=True)
    kind = next((kind for kind in meant(problem, alone=True) if kind.chip is not None), None)
    if kind is None or kind.chip is None:
        return None
    rank = adapter_rank(question.said, problem.constants)
    parameters = lora_parameters(problem.shape, rank)
    each, chips = parameters * WEIGHT_BYTES, kind.said or 1
    ways: tuple[Way, ...] = ("bf16", "fp8" if kind.chip.fp8_dense_tflops else "int8", "int4")
    held = [_held(Work(way, problem, 1.0), kind, chips, each, adapters) for way in ways]
    first = AdaptersFit(
        chip=kind.name,
        chips=chips,
        usable=kind.usable_gib * chips,
        model=model_of(problem),
        parameters=problem.shape.parameters,
        adapters=adapters,
        mib=each / BYTES_PER_MIB,
        gib=gib(each * adapters),
        fits=tuple((way, size, requests) for way, size, requests, _ in held if requests >= 1),
        too_large=tuple((way, size) for way, size, requests, _ in held if requests < 1),
        most=tuple((way, most) for way, _, _, most in held if most > 0),
        cites=(memory_cite(kind.chip), *((problem.shape.source,) if problem.shape.source else ())),
    )
    worked = AdapterSum(
        rank=rank,
        is_assumed=question.said.lora_rank is None,
        million=parameters / 1e6,
        mib=each / BYTES_PER_MIB,
        share=parameters / problem.shape.parameters,
    )
    return FactAnswer(headline=first, sentences=(worked, AdaptersServed()))


def _held(work: Work, kind: Hardware, chips: int, each: float, adapters: int) -> tuple[str, float, float, int]:
    """GiB of base, adapters and one request; requests at once, and how many adapters there is room for with one."""
    usable = kind.core.chip_usable * chips
    one, two = in_all(work.need()), in_all(work.need(requests=2.0))
    room = usable - one - each * adapters
    requests = math.floor(room / (two - one) + 1) if room >= 0 else 0
    return work.way, gib(one + each * adapters), float(requests), max(0, math.floor((usable - one) / each))


ADAPTERS = Part(asks, answer)
