"""The largest model of a family or a version that was named with no size, on what was named: one for each way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.fits.largest import LargestThere
from engine.forms.form import Asked
from engine.forms.parts.fit_reasons import OnNamed
from engine.forms.parts.hardware import Hardware, apart, meant
from engine.forms.parts.rows import Work
from engine.forms.parts.tables import way_said
from engine.memory.fit import LEAST_MEMORY, MemoryPlan
from engine.memory.kv_cache import Precision
from engine.memory.placement import shares
from engine.memory.ways import SERVING, Way, fewest, in_all, needed
from engine.options.too_small import memory_cite
from engine.workload.flops import of_model
from knowledge.facts import Model, names_of
from knowledge.units import gib

SERVED: tuple[Way, ...] = ("bf16", "int8", "int4")
TUNED: tuple[Way, ...] = ("full", "lora", "qlora")
PLAIN = (None, "transformer", "moe")  # kinds of networks
ASKED, OPEN = "asks_largest", frozenset({"asks_largest", "asks_size", "open_question"})  # cues
CONTEXT = "serving_context_tokens"  # the constant
SAME = 0.02  # models within this share of the largest are as large


class Largest(NamedTuple):
    """Of one way: the largest model, GiB it takes in all; "" where none fits."""

    way: str
    name: str
    parameters: float
    needs: float


class LargestNamed(Reason, code="largest_named"):
    """`usable` GiB on all `said` chips; `over`: the next larger than any that fits, in the way that takes least."""

    family: str
    chip: str
    card_gib: float
    said: int
    usable: float
    ways: tuple[Largest, ...]
    over: Largest | None
    trains: bool


def largest_named(asked: Asked, stated: FactAnswer) -> FactAnswer | None:
    """None unless how large a model may be is what the first line tells, and a family was named."""
    first, problem, said = stated.headline, asked.problem, asked.profile
    cues = asked.reading.cues
    open_size = isinstance(first, LargestThere) and not first.unnamed and not OPEN.isdisjoint(cues)
    by_version = isinstance(first, OnNamed) and said.parameters is None and ASKED in cues
    if not (open_size or by_version) or said.model is None or asked.reading.unheld:
        return None
    models = sorted(_models(asked), key=lambda one: -one.parameters)
    kind = next(iter(apart(meant(problem, alone=True))), None)
    if len(models) <= 1 or kind is None:
        return None
    way = way_said(said)
    ways = (way,) if way else TUNED if said.task == "fine_tuning" else SERVED
    works = [Work(cast("Way", one), problem, 1.0) for one in ways]
    works = [work for work in works if work.runs_on(kind.chip)]
    found = tuple(_largest(work, kind, models) for work in works)
    held = max((one.parameters for one in found), default=0.0)
    larger = [one for one in models if one.parameters > held * (1 + SAME)]
    if not found:
        return None
    told = LargestNamed(
        family=_called(asked),
        chip=kind.name,
        card_gib=0.0 if kind.chip else kind.chip_gib,
        said=kind.said or 1,
        usable=kind.usable_gib * (kind.said or 1),
        ways=found,
        over=_as_told(works[-1], larger[-1]) if larger else None,
        trains=found[0].way not in SERVING,
        cites=(memory_cite(kind.chip),) if kind.chip else (),
    )
    return stated.headed(told).model_copy(update={"whole": True})


def _models(asked: Asked) -> Iterator[Model]:
    """Of the version that was named and of what is called after it, else of the family."""
    said, held = asked.profile, asked.facts.models
    version = {one.id for one in names_of(asked.facts).models.of(said.variant)} if said.variant else set()
    for model in held.values():
        within = model.id in version or model.id.startswith(f"{said.variant}-" if said.variant else said.model or "")
        if within and model.family == said.model and model.layers is not None and model.architecture in PLAIN:
            yield model


def _called(asked: Asked) -> str:
    said = asked.profile
    known = asked.facts.models.get(said.variant or "")
    return known.name if known else asked.reading.words.get("variant") or asked.reading.words.get("model") or ""


def _plan(work: Work) -> MemoryPlan:
    if work.way not in SERVING:
        return work.plan
    tokens = work.constants.likely(CONTEXT)
    return LEAST_MEMORY._replace(precision=cast("Precision", work.way), requests=1.0, context=tokens)


def _largest(work: Work, kind: Hardware, models: list[Model]) -> Largest:
    held = next((one for one in models if _holds(work, kind, one)), None)
    if held is None:
        return Largest(work.way, "", 0.0, 0.0)
    alike = [one for one in models if held.parameters * (1 - SAME) <= one.parameters <= held.parameters]
    newest = max((one for one in alike if _holds(work, kind, one)), key=lambda one: one.id)
    return _as_told(work, newest)


def _as_told(work: Work, model: Model) -> Largest:
    need = needed(work.profile, work.way, of_model(model), work.constants, _plan(work))
    return Largest(work.way, model.name, model.parameters, gib(in_all(need)))


def _holds(work: Work, kind: Hardware, model: Model) -> bool:
    shape, counts = of_model(model), kind.machines.counts
    if work.way in SERVING:
        counts = tuple(one for one in counts if shares(one, shape.heads, shape.kv_heads)) or counts
    need = needed(work.profile, work.way, shape, work.constants, _plan(work))
    room = fewest(need, shape, kind.core, kind.machines._replace(counts=counts))
    return room is not None and room.chips <= (kind.said or 1)
