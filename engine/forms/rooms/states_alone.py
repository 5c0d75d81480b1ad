"""Training of a model of which only the number of parameters is known and that reads no text: its states are counted,
its activations are not, as no length of a text says how large they are.
"""

from __future__ import annotations

from typing import cast

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.hardware import Hardware, meant
from engine.forms.parts.rows import Work
from engine.forms.parts.tables import way_said
from engine.memory.ways import SERVING, Way, parts
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from knowledge.units import gib

FIELDS = frozenset({"not_text", "one_process", "of_fields"})  # cues of what is no text
TRAINS = "training_words"  # the cue
CARDS = 3  # kinds told of


class StatesAlone(Reason, code="states_alone"):
    """Weights, gradients and optimizer in GiB against `said` chips, over which sharding spreads them."""

    way: str
    parameters: float
    states_gib: float
    chip: str
    card_gib: float
    said: int
    usable_gib: float
    is_first: bool


class ActivationsDecide(Reason, code="activations_decide"):
    """What activations grow with, where they are not those of a text; `rollout`: steps are backpropagated through."""

    rollout: bool


def states_alone(problem: Problem) -> FactAnswer | None:
    """None of a model that is known or reads text, of serving, and where no card is named."""
    reading = problem.filled.reading
    said = reading.profile
    known = said.model or said.variant or said.sequence_length or not said.parameters
    fields = not FIELDS.isdisjoint(reading.cues) or said.image_side
    trains = TRAINS in reading.cues or said.method is not None or said.task in ("fine_tuning", "pretraining")
    if known or not fields or not trains or said.task == "inference":
        return None
    kinds = meant(problem, alone=True)[:CARDS]
    way = cast("Way", way_said(said) or "full")
    if not kinds or way in SERVING:
        return None
    work = Work("full" if way == "pretraining" else way, problem)
    made = parts(work.profile, work.shape, work.constants, work.plan)
    states = made.weights + made.gradients + made.optimizer + made.adapters + made.frozen
    lines = [_on(kind, work, gib(states), is_first=at == 0) for at, kind in enumerate(kinds)]
    rollout = "rollout" in reading.text.lower()
    return FactAnswer(headline=lines[0], sentences=(*lines[1:], ActivationsDecide(rollout=rollout)), whole=True)


def _on(kind: Hardware, work: Work, states: float, *, is_first: bool) -> StatesAlone:
    return StatesAlone(
        way=work.way,
        parameters=work.shape.parameters,
        states_gib=states,
        chip=kind.name,
        card_gib=0.0 if kind.chip else kind.chip_gib,
        said=max(1, kind.said),
        usable_gib=kind.usable_gib * max(1, kind.said),
        is_first=is_first,
        cites=(memory_cite(kind.chip),) if kind.chip else (),
    )
