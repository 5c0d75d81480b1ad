"""The smallest of several sizes of card that are a choice, each way: "8, 12, 16 or 24 GB for LoRA of a 7B?"."""

from __future__ import annotations

from typing import NamedTuple

from engine.base.reason import Reason
from engine.forms.parts.headline import model_of
from engine.forms.parts.ran_out import helps_of
from engine.forms.parts.rows import Row
from engine.forms.parts.tables import way_said
from engine.memory.outcomes import FitChange
from engine.memory.ways import Way, in_all
from engine.options.problem import Problem
from engine.workload.question import FormCues
from knowledge.units import gib

SIZES = "card_sizes"  # the cue


class OnSmallest(NamedTuple):
    """GiB that a way takes, and the smallest card of those named that holds it by itself; "" where none does."""

    way: Way
    gib: float
    card: str


class SmallestOfSizes(Reason, code="smallest_of_sizes"):
    """`ways`: the one that was said first; `largest`: of the cards named; `helps`: what makes the first fit on the
    `least` of them, where that is not enough as it is."""

    model: str
    parameters: float
    ways: tuple[OnSmallest, ...]
    largest: str
    least: str
    helps: tuple[FitChange, ...] = ()


def is_among_cards(seen: FormCues) -> bool:
    """ "Which do I need for LoRA of a 7B: 8, 12, 16 or 24 GB?": which of several sizes of card holds it."""
    sized, used = seen.says("parameters") or seen.says("variant"), seen.says("method") or seen.says("task")
    return seen.has(SIZES) and sized and used and not seen.has("asks_cost", "asks_time", "price_strong")


def smallest_of_sizes(problem: Problem, made: tuple[Row, ...], first: Row) -> SmallestOfSizes | None:
    """None where no choice of sizes is told, or several cards of one."""
    if SIZES not in problem.filled.reading.cues:
        return None
    sizes = sorted({row.hardware.chip_gib for row in made})
    if len(sizes) < 2 or any(row.hardware.said > 1 for row in made):
        return None
    cards = {row.hardware.chip_gib: row.hardware.chip.name if row.hardware.chip else "" for row in made}
    cards = {size: name or f"{size:g} GB" for size, name in cards.items()}
    ways = tuple(dict.fromkeys((first.work.way, *(row.work.way for row in made))))
    told = []
    for way in ways:
        rows = [row for row in made if row.work.way == way]
        held = [row.hardware.chip_gib for row in rows if row.room is not None and row.room.chips == 1]
        told.append(OnSmallest(way, gib(in_all(rows[0].work.need())), cards[min(held)] if held else ""))
    if way_said(problem.filled.reading.profile) is None:
        told.sort(key=lambda one: not one.card)
    least = [row for row in made if row.work.way == told[0].way and row.hardware.chip_gib == sizes[0]]
    alone = [row._replace(hardware=row.hardware._replace(said=1)) for row in least]
    return SmallestOfSizes(
        model=model_of(problem),
        parameters=first.work.shape.parameters,
        ways=tuple(told),
        largest=cards[sizes[-1]],
        least=cards[sizes[0]],
        helps=helps_of(alone[0]) if alone else (),
    )
