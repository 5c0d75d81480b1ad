"""The largest published model that chips serve to so many at once, with a context of a length that was said.

weights in the precision + requests x tokens x keys and values of a token; the cache in 16 bits, and in 8.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from engine.base.reason import Reason
from engine.forms.fits.crowded import EIGHT_BITS, SOURCES
from engine.forms.parts.hardware import Hardware, apart, meant
from engine.forms.parts.rows import Work
from engine.memory.fit import LEAST_MEMORY, MemoryPlan
from engine.memory.kv_cache import KV_BYTES, Precision, cache_bytes, weight_bits, weight_bytes
from engine.memory.placement import shares
from engine.memory.ways import SERVING, fewest, needed
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from engine.workload.flops import Shape, of_model
from knowledge.facts import Model
from knowledge.units import BYTES_PER_GIB, gib

ASKED = "asks_size"  # the cue
SMALL = 1e9  # parameters below which no model is proposed
FOUR_BITS = frozenset({"fp4", "int4"})
SAME = 0.02  # models within this share of the largest are named with it
NAMED = 2


class Served(NamedTuple):
    """One published model: GiB of its weights and of the cache in `bits`."""

    name: str
    parameters: float
    weights: float
    cache: float
    bits: int

    @property
    def total(self) -> float:
        return self.weights + self.cache


class LargestServed(Reason, code="largest_served"):
    """Of one precision: the largest dense model with the cache in 8 bits and with one in 16, of experts, and the next
    larger dense one, which does not fit; None where there is none."""

    way: str
    chip: str
    card_gib: float
    said: int
    usable_gib: float
    requests: float
    tokens: float
    dense: Served | None
    wide: Served | None
    experts: Served | None
    over: Served | None
    is_first: bool


def largest_served(problem: Problem, works: tuple[Work, ...]) -> tuple[LargestServed, ...]:
    """A line for each precision, that which was said alone; empty where no size for so many requests is asked."""
    reading = problem.filled.reading
    said = reading.profile
    tokens = said.sequence_length
    kinds = apart(meant(problem, alone=True))
    if ASKED not in reading.cues or not (tokens and kinds):
        return ()
    requests = float(said.concurrent_users or 1)
    kind = _less_buffers(kinds[0], problem)
    ways = [work for work in works if work.way in SERVING and work.runs_on(kind.chip)]
    ways = [work for work in ways if work.way == said.precision] or ways
    return tuple(
        _of_way(problem, work, kind, requests, float(tokens), is_first=at == 0) for at, work in enumerate(ways)
    )


def _less_buffers(kind: Hardware, problem: Problem) -> Hardware:
    """Of a small part of a card, which the buffers of a runtime fill more of than a tenth."""
    total = kind.core.total - problem.constants.spread("engine_beside_gib").low * BYTES_PER_GIB
    usable = min(kind.core.usable, total) if kind.chip is None else kind.core.usable
    return kind._replace(core=kind.core._replace(usable=usable))


def _of_way(
    problem: Problem, work: Work, kind: Hardware, requests: float, tokens: float, *, is_first: bool
) -> LargestServed:
    plan = LEAST_MEMORY._replace(precision=cast("Precision", work.way), requests=requests, context=tokens)
    models = sorted(_long_enough(problem, work, tokens), key=lambda one: -one.parameters)
    dense = [one for one in models if one.active_parameters == one.parameters]
    experts = [one for one in models if one.active_parameters < one.parameters]
    narrow, wide = plan._replace(cache_value_bytes=EIGHT_BITS), plan._replace(cache_value_bytes=KV_BYTES)
    alone = requests == 1  # who runs one request seldom narrows its cache
    if alone:
        narrow = wide
    best = _first(problem, work, kind, dense, narrow)
    over = [one for one in dense if best is None or one.parameters > best.parameters * (1 + SAME)]
    chip = kind.chip
    return LargestServed(
        way=work.way,
        chip=kind.name,
        card_gib=0.0 if chip else kind.chip_gib,
        said=kind.said or 1,
        usable_gib=kind.usable_gib * (kind.said or 1),
        requests=requests,
        tokens=tokens,
        dense=best,
        wide=None if alone else _first(problem, work, kind, dense, wide),
        experts=_first(problem, work, kind, experts, narrow),
        over=_served(problem, over[-1:], over[-1], narrow) if over else None,
        is_first=is_first,
        cites=(*((memory_cite(chip),) if chip else ()), *SOURCES),
    )


def _long_enough(problem: Problem, work: Work, tokens: float) -> Iterator[Model]:
    """Those with a known shape that take such a context, in this precision."""
    for model in problem.facts.models.values():
        fine = model.native_precision not in FOUR_BITS or work.way in FOUR_BITS
        known = model.layers is not None and model.architecture in (None, "transformer")
        if known and fine and model.parameters >= SMALL and (model.context_tokens or 0) >= tokens:
            yield model


def _first(problem: Problem, work: Work, kind: Hardware, models: list[Model], plan: MemoryPlan) -> Served | None:
    """The largest that is held, with the names of those of its size."""
    held = next((one for one in models if _holds(work, kind, of_model(one), plan)), None)
    if held is None:
        return None
    alike = [one for one in models if held.parameters * (1 - SAME) <= one.parameters <= held.parameters]
    return _served(problem, [one for one in alike if _holds(work, kind, of_model(one), plan)], held, plan)


def _holds(work: Work, kind: Hardware, shape: Shape, plan: MemoryPlan) -> bool:
    counts = tuple(one for one in kind.machines.counts if shares(one, shape.heads, shape.kv_heads))
    machines = kind.machines._replace(counts=counts or kind.machines.counts)
    room = fewest(needed(work.profile, work.way, shape, work.constants, plan), shape, kind.core, machines)
    return room is not None and room.chips <= (kind.said or 1)


def _served(problem: Problem, alike: list[Model], model: Model, plan: MemoryPlan) -> Served:
    shape = of_model(model)
    bits = weight_bits(plan.precision, problem.constants, shape)
    tokens = (plan.requests or 1.0) * (plan.context or 0.0)
    names = dict.fromkeys(one.name for one in (model, *alike))
    return Served(
        name=" / ".join(list(names)[:NAMED]),
        parameters=model.parameters,
        weights=gib(weight_bytes(shape, bits)),
        cache=gib(cache_bytes(shape, tokens, plan.cache_value_bytes)),
        bits=round(plan.cache_value_bytes * 8),
    )
