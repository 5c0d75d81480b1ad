"""A model served on a CPU: the most that reading its weights allows, and the cheapest accelerator for the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.headline import model_of
from engine.forms.per_unit.choice import open_to
from engine.forms.per_unit.rates import FEW, Question, UnitCost, unit_case, unit_costs
from engine.forms.served.shown import TRAFFIC, Part, Shown, shown_in
from engine.memory.kv_cache import weight_bits
from engine.memory.training_states import BITS_PER_BYTE
from engine.options.assumptions import fill
from engine.options.problem import Problem
from engine.verdict.forks import answer_case
from engine.workload.conditions import FAMILIES
from engine.workload.said import said_also
from knowledge.facts import Processor, Purchase
from knowledge.units import BYTES_PER_GB, HOURS_PER_DAY, SECONDS_PER_HOUR

NAMES = "names_processor"  # the cue
VCPUS = {"medium": 1, "large": 2, "xlarge": 4, "metal": 0}  # of AWS's sizes; "4xlarge" is four times the xlarge
_TYPE = re.compile(r"\b([cmr]\d[a-z]{0,3})\.(\d{0,2})(medium|large|xlarge|metal)\b", re.IGNORECASE)
_LINE = re.compile(r"\b([a-z]{1,3}\d[a-z]{0,2})\b", re.IGNORECASE)
Enough = Literal["no", "maybe", "unsaid"]


class Named(NamedTuple):
    """A processor with the cores that were said; None where no size was: then the whole socket counts."""

    processor: Processor
    words: str
    cores: int | None

    @property
    def gbps(self) -> float:
        """Its share of the memory's peak."""
        share = min(1.0, (self.cores or self.processor.cores) / self.processor.cores)
        return self.processor.memory_gbps * share


class CpuBound(Reason, code="cpu_bound"):
    """The most tokens a second of one request, and whether the traffic that was said is beyond what so many requests
    one after another could have: more of them at once are limited by the cores, whose speed is not held."""

    enough: Enough
    named: str
    processor: str
    cores: int
    whole: bool  # no size was said: all cores of a socket
    gbps: float
    model: str
    parameters: float
    ways: tuple[tuple[str, float, float], ...]  # precision, GB read a token, tokens a second
    wanted: float | None  # tokens a second of the traffic
    requests: float | None  # a second


class CpuUnknown(Reason, code="cpu_unknown"):
    """A processor whose memory's speed is not held."""

    named: str


class CpuInstead(Reason, code="cpu_instead"):
    """The cheapest accelerator machine for the same, and what it serves."""

    instance: str
    machines: int
    chip: str
    purchase: Purchase
    usd_per_hour: float
    usd_per_month: float
    precision: str
    tokens_per_second: float
    requests: float
    basis: str


class CpuHeld(Reason, code="cpu_held"):
    """What is known of CPUs here, and what is not."""


def asks(shown: Shown) -> bool:
    """Whether a CPU that is named is to serve a model of known size."""
    if not shown.sized or shown.trains or shown.of_else or shown.said.method is not None:
        return False
    named = set(shown.said.candidates) - FAMILIES
    typed = {match[0].lower() for match in _TYPE.finditer(shown.text)}
    others = set(shown.said.instances) - typed
    return (shown.has(NAMES) or bool(typed)) and not named and not others and shown.said.ram_gb is None


def answer(question: Question) -> FactAnswer | None:
    """None of a model that writes no tokens."""
    shown = shown_in(question.reading)
    changed = {
        "task": "inference",
        "candidates": (),
        "instances": (),
        "clouds": ("aws",) if not shown.said.clouds else None,
    }
    said = said_also(shown.said, {slot: value for slot, value in changed.items() if value is not None})
    reading = question.reading.model_copy(update={"profile": said, "hardware": ()})
    filled = fill(reading, question.library)
    problem = Problem(filled, question.library, question.day, brief=True)
    if not problem.keeps_cache:
        return None
    named = processor_in(shown.text, question.library.facts.processors.values())
    instead = tuple(_instead(question._replace(reading=reading, filled=filled), shown))
    if named is None:
        unknown = CpuUnknown(named=_words(shown.text))
        return FactAnswer(headline=unknown, sentences=(*instead, CpuHeld()))
    return FactAnswer(headline=_bound(named, problem, shown), sentences=(*instead, CpuHeld()), filled=None)


def processor_in(text: str, known: Iterable[Processor]) -> Named | None:
    """The processor whose name, or a line of whose machines, stands in the text."""
    plain = text.lower()
    sized = _TYPE.search(plain)
    lines = {match[1] for match in _LINE.finditer(plain)}
    for processor in known:
        line = next((one for one in processor.lines if one in lines), None)
        name = next((one for one in processor.aliases if re.search(rf"\b{re.escape(one)}\b", plain)), None)
        if line is None and name is None:
            continue
        cores = None
        if sized is not None and sized[1] in processor.lines:
            each = VCPUS[sized[3]]
            cores = int(sized[2] or 1) * each or None
        return Named(processor, sized[0] if sized else line or name or "", cores)
    return None


def _words(text: str) -> str:
    found = _TYPE.search(text)
    return found[0] if found else ""


def _bound(named: Named, problem: Problem, shown: Shown) -> CpuBound:
    profile = problem.profile
    ways = []
    for way in ("bf16", "int8", "int4"):
        bits = weight_bits(way, problem.constants, problem.shape)
        gb = problem.shape.active_parameters * bits / BITS_PER_BYTE / BYTES_PER_GB
        ways.append((way, gb, named.gbps / gb))
    answers = profile.answer_tokens or problem.constants.likely("serving_output_tokens")
    rate = shown.said.requests_per_second
    wanted = rate * answers if rate else None
    if wanted is None and shown.said.tokens_per_day:
        wanted = shown.said.tokens_per_day / HOURS_PER_DAY / SECONDS_PER_HOUR
    enough: Enough = "unsaid" if wanted is None else "no" if wanted > ways[-1][2] else "maybe"
    return CpuBound(
        enough=enough,
        named=named.words,
        processor=named.processor.name,
        cores=named.cores or named.processor.cores,
        whole=named.cores is None,
        gbps=named.gbps,
        model=model_of(problem),
        parameters=problem.shape.parameters,
        ways=tuple(ways),
        wanted=wanted,
        requests=rate,
        cites=(named.processor.source,),
    )


def _instead(question: Question, shown: Shown) -> Iterator[CpuInstead]:
    """Of the least an hour for the traffic that was said, else of one that answers a few requests at once."""
    said = shown.said
    traffic = any(said.says(slot) for slot in TRAFFIC)
    case = answer_case(question.filled, question.library, question.day) if traffic else unit_case(question)
    costs = unit_costs(case)
    found = [one for one in open_to(costs, question) if one.option.port.usd.likely == 0 and one.requests >= FEW]
    best = min(found, key=lambda one: (one.usd_per_hour, one.choice_usd, one.option.id), default=None)
    if best is not None:
        yield _told(best)


def _told(best: UnitCost) -> CpuInstead:
    option, serving = best.option, best.option.serving
    return CpuInstead(
        instance=option.instance,
        machines=option.count,
        chip=option.chip_name,
        purchase=option.purchase,
        usd_per_hour=best.usd_per_hour,
        usd_per_month=best.usd_per_month,
        precision=serving.precision if serving else "",
        tokens_per_second=serving.tokens_per_second * option.count if serving else 0.0,
        requests=serving.batch * option.chips / serving.chips if serving else 0.0,
        basis=option.speed.basis,
        cites=tuple(dict.fromkeys((*option.price.cites[:1], *option.speed.cites[:2]))),
    )


PROCESSORS = Part(asks, answer)
