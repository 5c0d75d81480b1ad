"""Memory that a model is seen to take, and whether that is as it should be: against its weights."""

from __future__ import annotations

from typing import Literal

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.headline import model_of
from engine.memory.kv_cache import BITS, FULL_BITS, weight_bytes
from engine.workload.phases import phases_said
from knowledge.units import BYTES_PER_GB

JUDGES = frozenset({"why", "judge", "fit", "slow"})  # predicates
BESIDE = "serving_beside_weights_gb"  # the constant
LEAST = 0.9  # of the weights: GB that are counted as GiB are 0.93
Level = Literal["packed", "sixteen", "wide", "more"]


class TakenSeen(Reason, code="taken_seen"):
    """GB that are taken, against the weights in 16 and in 32 bits; `card`: GB of it, 0 where not known."""

    taken: float
    model: str
    parameters: float
    sixteen: float
    wide: float
    card: float
    level: Level


class TakenSeenMeans(Reason, code="taken_seen_means"):
    """What memory that stays free is good for, and what fills it."""


def seen(asked: Asked) -> FactAnswer | None:
    """None unless a model of a known size runs, takes what is said, and whether that is right is asked."""
    reading = asked.reading
    taken, said = reading.profile.taken_gb, reading.profile
    sought = frozenset(reading.sought.predicates)
    if not taken or not (said.parameters or said.variant or said.model) or not sought & JUDGES:
        return None
    if "training" in phases_said(reading) or (said.accelerator_count or 1) > 1:
        return None
    problem = asked.problem
    sixteen = weight_bytes(problem.shape, BITS["bf16"]) / BYTES_PER_GB
    wide = weight_bytes(problem.shape, FULL_BITS) / BYTES_PER_GB
    name = model_of(problem)
    first = TakenSeen(
        taken=taken,
        model=name,
        parameters=problem.shape.parameters,
        sixteen=sixteen,
        wide=wide,
        card=said.chip_memory_gb or 0.0,
        level=_level(taken, sixteen, wide, problem.constants.likely(BESIDE)),
        cites=(problem.shape.source,) if problem.shape.source else (),
    )
    return FactAnswer(headline=first, sentences=(TakenSeenMeans(),), of_told=True)


def _level(taken: float, sixteen: float, wide: float, beside: float) -> Level:
    if taken < LEAST * sixteen:
        return "packed"
    if taken <= sixteen + beside:
        return "sixteen"
    return "wide" if taken <= wide + beside else "more"
