"""Which of several cards to take to serve many adapters: the cheapest that holds all of them at the traffic said.

cards = ceil(requests/s x tokens of an answer / tokens/s of a card); where a card does not hold them all, the others
wait in the memory of the host.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.hardware import Hardware
from engine.forms.parts.headline import model_of
from engine.forms.quantity.bought import plainly
from engine.forms.quantity.paced import full_rate
from engine.forms.quantity.slots import named_kinds
from engine.forms.served.told_serving import told_adapters
from engine.memory.kv_cache import Precision, weight_bits, weight_bytes
from engine.memory.training_states import WEIGHT_BYTES, adapter_rank, lora_parameters
from engine.options.assumptions import refill
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from knowledge.units import BYTES_PER_GIB, HOURS_PER_MONTH, gib

PICKED, FEW = frozenset({"pick", "cheapest"}), 2  # units; cards
WAYS: tuple[Precision, ...] = ("bf16", "fp8")
SPARE = "adapter_cache_gib"  # the constant


class AdapterCard(NamedTuple):
    """One kind of card: how many the traffic takes, what one holds, and what they cost a month (0: no price)."""

    chip: str
    cards: int
    precision: str
    needs_gib: float
    usable_gib: float
    holds: bool
    at_a_time: int  # adapters beside the base
    machine: str
    usd_per_month: float


class AdaptersPick(Reason, code="adapters_pick"):
    """The first line."""

    model: str
    parameters: float
    adapters: int
    requests_per_second: float
    answer_tokens: float
    best: AdapterCard


class AdaptersOn(Reason, code="adapters_on"):
    """What another card does."""

    on: AdapterCard


class ScaleToZero(Reason, code="scale_to_zero"):
    """When machines that are only paid while they answer are the better way."""


def adapters_pick(asked: Asked) -> FactAnswer | None:
    """None where not one of several cards is asked for, or no adapters and no size were said."""
    adapters = told_adapters(asked.reading.text)
    if PICKED.isdisjoint(asked.reading.sought.units) or not adapters or not asked.profile.parameters:
        return None
    served = {"task": "inference", "method": None, "runs": None}
    problem = Problem(refill(asked.problem.filled, asked.library, **served), asked.library, asked.day, brief=True)
    kinds = named_kinds(problem)
    found = [one for kind in kinds if (one := _on(asked, problem, kind, adapters)) is not None]
    if len(found) < FEW:
        return None
    held = [one for one in found if one.holds] or found
    best = min(held, key=lambda one: one.usd_per_month or math.inf)
    first = AdaptersPick(
        model=model_of(problem),
        parameters=problem.shape.parameters,
        adapters=adapters,
        requests_per_second=asked.profile.requests_per_second or 0.0,
        answer_tokens=problem.profile.answer_tokens or 0.0,
        best=best,
        cites=tuple(dict.fromkeys(memory_cite(kind.chip) for kind in kinds if kind.chip)),
    )
    others = tuple(AdaptersOn(on=one) for one in found if one is not best)
    return FactAnswer(headline=first, sentences=(*others, ScaleToZero()))


def _on(asked: Asked, base: Problem, kind: Hardware, adapters: int) -> AdapterCard | None:
    if kind.chip is None:
        return None
    each = lora_parameters(base.shape, adapter_rank(asked.profile, base.constants)) * WEIGHT_BYTES
    usable = kind.core.chip_usable
    spare = base.constants.likely(SPARE) * BYTES_PER_GIB
    needs = {way: weight_bytes(base.shape, weight_bits(way, base.constants, base.shape)) + spare for way in WAYS}
    served = [way for way in WAYS if way == "bf16" or kind.chip.fp8_dense_tflops]
    way = next((way for way in served if needs[way] + adapters * each <= usable), served[-1])
    problem = Problem(refill(base.filled, base.library, precision=way), base.library, base.day, brief=True)
    rate = full_rate(problem, kind, 1)
    if rate is None or rate.tokens_s.likely <= 0:
        return None
    wanted = (asked.profile.requests_per_second or 0.0) * (problem.profile.answer_tokens or 0.0)
    cards = max(1, math.ceil(wanted / rate.tokens_s.likely))
    price = plainly(problem, kind, cards, 1)
    return AdapterCard(
        chip=kind.name,
        cards=cards,
        precision=way,
        needs_gib=gib(needs[way] + adapters * each),
        usable_gib=kind.usable_gib,
        holds=needs[way] + adapters * each <= usable,
        at_a_time=max(0, math.floor((usable - needs[way]) / each)),
        machine=f"{price.machines} x {price.instance}" if price else "",
        usd_per_month=price.usd_per_hour * HOURS_PER_MONTH if price else 0.0,
    )
