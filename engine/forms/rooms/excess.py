"""What training is seen to take, against its sum: whether that is to be expected, and what would explain the rest."""

from __future__ import annotations

from typing import cast

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.hardware import classes_of, meant
from engine.forms.parts.headline import model_of, optimizer_of
from engine.forms.parts.lines import assumed_of, sum_of
from engine.forms.parts.rows import Work
from engine.forms.parts.tables import way_said
from engine.memory.placement import core_bytes
from engine.memory.ways import SERVING, Way, in_all
from engine.options.problem import Problem
from engine.workload.question import FormCues
from knowledge.units import BYTES_PER_GB, gib

ASKS = frozenset({"is_normal", "judged", "explain_strong"})  # cues
RAN_OUT = ("no_room", "memory_error")  # cues: then it is asked why, and a figure is what somebody reckoned
NEAR = 0.15  # a share of the sum: as much more is no wonder
MOST = 64  # sequences of a micro-batch that are offered as a reason


class SeenTaken(Reason, code="seen_taken"):
    """GiB seen on a card, and by the sum: of one sequence, with every layer recomputed.

    `kept_gib`: with the activations of every layer; `batch`: sequences at once that would take what is seen, 0 where
    no usual number does; `whole_gib`: a copy of everything on each of `said` cards, where the sum is of its shards.
    """

    way: Way
    model: str
    parameters: float
    optimizer: str
    seen_gib: float
    sum_gib: float
    tokens: float
    at_once: float  # sequences of a micro-batch, as said
    kept_gib: float
    batch: int
    said: int
    whole_gib: float
    near: bool
    card_gb: float  # the smallest common card that holds what is seen, where it is one; else 0


def asks_of_seen(seen: FormCues) -> bool:
    """Whether what training takes is told, of a size that is known, and it is asked if that is normal, or why."""
    sized = seen.says("parameters") or seen.says("variant")
    trains = seen.says("method") or seen.profile.task in ("fine_tuning", "pretraining")
    told = seen.says("taken_gb") and not seen.has(*RAN_OUT)
    return told and sized and trains and seen.has(*ASKS) and not seen.has("asks_time", "asks_cost")


def seen_taken(problem: Problem) -> FactAnswer | None:
    """None where nothing is seen or asked of it."""
    reading = problem.filled.reading
    said = reading.profile
    way = cast("Way", way_said(said) or ("full" if said.task == "fine_tuning" else ""))
    if (
        not said.taken_gb
        or not set(RAN_OUT).isdisjoint(reading.cues)
        or not way
        or way in SERVING
        or ASKS.isdisjoint(reading.cues)
        or not said.parameters
    ):
        return None
    work = Work(way, problem)
    if work.shape.sample is not None:
        return None
    cards = max((kind.said for kind in meant(problem, alone=True)), default=1)
    on_one = max((gib(kind.core.total * kind.core.per_chip) for kind in meant(problem, alone=True)), default=0.0)
    seen = (
        said.taken_gb * BYTES_PER_GB / (cards if 0 < on_one < said.taken_gb else 1)
    )  # more than one card has: of all
    whole = in_all(work.need())
    shared = core_bytes(work.need(), 1, cards, 1, None) if cards > 1 else whole
    least = shared if shared <= seen < whole * (1 - NEAR) else whole
    more = in_all(work.need(micro_batch=work.plan.micro_batch + 1)) - whole
    batch = round(work.plan.micro_batch + (seen - least) / more) if more else 0
    kept = least + in_all(work.need(recompute="selective")) - whole
    first = SeenTaken(
        way=way,
        model=model_of(problem),
        parameters=work.shape.parameters,
        optimizer=optimizer_of(work),
        seen_gib=gib(seen),
        sum_gib=gib(least),
        tokens=work.plan.sequence or work.profile.sequence_length or work.constants.likely("sequence_length"),
        at_once=work.plan.micro_batch,
        kept_gib=gib(kept) if kept > least else 0.0,
        batch=batch if 1 < batch <= MOST and not work.said_batch else 0,
        said=cards,
        whole_gib=gib(whole) if least < whole else 0.0,
        near=abs(seen - least) <= NEAR * least,
        card_gb=min(
            (card.chip_gib for card in classes_of(problem) if gib(card.core.usable) >= gib(seen)), default=0.0
        ),
        cites=(work.shape.source,) if work.shape.source else (),
    )
    return FactAnswer(headline=first, sentences=(sum_of(work), assumed_of(problem, (work,))), whole=True)
