"""How many of one chip do what so many of another do: by what both reach on the work, else by what data sheets say.

cards there = cards here x speed of one here / speed of one there, rounded up, and memory beside it. The speed of
training is that of the work where that was said, of one stream of generated text the memory bandwidth, else the dense
16-bit peak.
"""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.own.machines import Machine
from engine.forms.parts.headline import model_of
from engine.forms.sums.told import CHIP, MACHINE, bare_numbers, line_chips, sides
from engine.workload.conditions import FAMILIES
from knowledge.facts import Accelerator, Instance, Purchase

EQUAL, MATCHES = "equal", "matches"  # units: what asks by itself, and what asks beside "how many"
HARDWARE = frozenset({CHIP, MACHINE})
# Slots of how much work there is, and until when.
AMOUNTS = frozenset({
    "tokens", "samples", "deadline_days", "run_hours", "requests_per_second", "tokens_per_day", "concurrent_users",
    "budget_usd", "credits_usd",
})  # fmt: skip
# Slots of work that the number of cards would follow from.
ELSE = frozenset({"parameters", "model", "variant", "method", "dataset", "batch_size", "region"})
COUNTED = frozenset({"cards", "machines", "nodes"})
SERVES, TRAINS = frozenset({"serving_words", "token_speed"}), "training_words"  # cues
SLICED = "tpu"  # a family
PAIR = 2
MOST, NEARLY = 4, 1e-6
WAYS: tuple[Purchase, ...] = ("on_demand", "capacity_block", "spot")
Enough = Literal["", "yes", "no", "between"]
By = Literal["reached", "peak", "bandwidth"]


class There(Computed):
    """So many of a chip, `low` to `high` by the range of both speeds or between the two bounds of the work.

    `by_other`: by the other bound, memory bandwidth beside math; `by_memory`: as many as hold as much. `machines` of
    `each` chips, 0 where none is rented; USD an hour of all, 0 without a price.
    """

    chip: str
    cards: int
    low: int
    high: int
    told: int  # as many as are named, 0 where none are
    enough: Enough  # whether these are as many, by all bounds
    type: str  # as it was named, "" where the chip was
    type_low: int
    type_high: int
    figure: float
    by_other: int
    other: float
    by_memory: int
    gib: float
    machines: int
    instance: str
    each: int
    usd: float
    way: Purchase


class _Rented(NamedTuple):
    usd: float
    way: Purchase
    machines: int
    instance: str
    each: int
    cites: tuple[str, ...]


class EqualTo(Reason, code="equal_to"):
    """The first line: what stands for `cards` of a chip, by the figure `by` of one."""

    chip: str
    cards: int
    by: By
    figure: float
    other: float
    gib: float
    usd: float
    way: Purchase
    model: str
    rows: tuple[There, ...]


class EqualMeans(Reason, code="equal_means"):
    """What such a number leaves open."""

    by: By
    ported: bool


def equal(asked: Asked) -> FactAnswer | None:
    """None unless one chip is told with its number, and others without, of which as many are asked for."""
    every = sides(asked)
    if not _asks(asked, every):
        return None
    known = [one for one in every if one.said and one.cards > 1] or [one for one in every if one.said]
    known = known or _numbered(asked, every)
    known = known[-1:] if len(known) == len(every) == PAIR else known  # "would 12 of these match 4 of those?"
    if len(known) != 1:
        return None
    own = known[0]
    others = tuple({one.chip.id: one.chip for one in every if one.chip.id != own.chip.id}.values())
    told = {one.chip.id: one.cards for one in every if one.said and one.chip.id != own.chip.id}
    types = {one.chip.id: one.type for one in every if one.type is not None and one.chip.id != own.chip.id}
    if not 1 <= len(others) <= MOST or not FAMILIES.isdisjoint(asked.profile.candidates):
        return None
    by = _basis(asked, own, others)
    rows = tuple(_there(asked, own, one, by, types.get(one.id), told.get(one.id, 0)) for one in others)
    rented = _hourly(asked, own.chip, own.cards)
    chips = (own.chip, *others)
    sources = [_figure(asked, one, by)[1] for one in chips] + [one.hbm_gib.source for one in chips]
    first = EqualTo(
        chip=own.chip.name,
        cards=own.cards,
        by=by,
        figure=_figure(asked, own.chip, by)[0].likely,
        other=_beside(own.chip, by),
        gib=own.chip.hbm_gib.value,
        usd=rented.usd,
        way=rented.way,
        model=model_of(asked.problem) if by == "reached" else "",
        rows=rows,
        cites=tuple(dict.fromkeys((*sources, *rented.cites))),
    )
    below = EqualMeans(by=by, ported=any(one.vendor != own.chip.vendor for one in others))
    return FactAnswer(headline=first, sentences=(below,), of_told=True, whole=True)


def _asks(asked: Asked, every: list[Machine]) -> bool:
    """Whether as many are asked for: in such words, or where "how many" leads to a chip that nothing else counts."""
    units, said = set(asked.reading.sought.units), asked.profile.stated()
    if not AMOUNTS.isdisjoint(said):
        return False
    if EQUAL in units:
        return True
    counts = units & COUNTED or any(goal.wants == "count" for goal in asked.reading.measured.goals)
    if not counts or MATCHES in units:
        return bool(counts)
    told = [own for own in asked.reading.measured.measures if own.units[0] not in HARDWARE]
    sized = not ELSE.isdisjoint(said)
    return not told and not sized and not bare_numbers(asked) and {one.said for one in every} == {True, False}


def _numbered(asked: Asked, every: list[Machine]) -> list[Machine]:
    """The first machine with the one number behind its name: "our A100s number 40"."""
    free = bare_numbers(asked)
    if not free:  # "as a p4d does"
        whole = [(one, line_chips(one, asked) or (one.cards if one.type else 0)) for one in every]
        return [one._replace(cards=chips, said=True) for one, chips in whole if chips > 1]
    if len(free) != 1 or len(every) < PAIR:
        return []
    value, at = free[0]
    ahead = [one for one in every if one.end <= at]
    return [ahead[-1]._replace(cards=int(value), said=True)] if ahead and value > 1 else []


def _basis(asked: Asked, own: Machine, others: tuple[Accelerator, ...]) -> By:
    """What was measured in training counts where the model was said; what generates text waits for memory."""
    said = asked.profile
    cues = asked.reading.cues
    if said.task == "inference" or (TRAINS not in cues and not SERVES.isdisjoint(cues)):
        return "bandwidth"
    sized = said.parameters or said.model
    known = [asked.problem.speed(one) for one in (own.chip, *others)]
    return "reached" if sized and all(known) else "peak"


def _figure(asked: Asked, chip: Accelerator, by: By) -> tuple[Interval, str]:
    """What one does, and where that is from."""
    if by == "reached" and (speed := asked.problem.speed(chip)) is not None:
        return speed.speed, next(iter(speed.cites), chip.bf16_dense_tflops.source)
    told = chip.hbm_gbps if by == "bandwidth" and chip.hbm_gbps is not None else chip.bf16_dense_tflops
    return Interval.exactly(told.value), told.source


def _beside(chip: Accelerator, by: By) -> float:
    """The other figure that may bound the work: bandwidth beside math, math beside bandwidth."""
    return chip.bf16_dense_tflops.value if by == "bandwidth" else chip.hbm_gbps.value


def _there(asked: Asked, own: Machine, chip: Accelerator, by: By, kind: Instance | None, told: int) -> There:
    here, there = _figure(asked, own.chip, by)[0], _figure(asked, chip, by)[0]
    cards = _up(own.cards * here.likely / there.likely)
    other = _up(own.cards * _beside(own.chip, by) / _beside(chip, by))
    bounds = [_up(own.cards * here.likely / one) for one in (there.low, there.high)]
    low, *_, high = sorted([cards, *bounds, *([other] if by == "peak" else [])])
    rented = _hourly(asked, chip, cards, kind)
    each = kind.count if kind is not None else 0
    return There(
        told=told,
        enough=_enough(told, low, high),
        type=kind.id if kind is not None else "",
        type_low=math.ceil(low / each) if each else 0,
        type_high=math.ceil(high / each) if each else 0,
        chip=chip.name,
        cards=cards,
        low=low,
        high=high,
        figure=there.likely,
        by_other=other,
        other=_beside(chip, by),
        by_memory=_up(own.cards * own.chip.hbm_gib.value / chip.hbm_gib.value),
        gib=chip.hbm_gib.value,
        machines=rented.machines,
        instance=rented.instance,
        each=rented.each,
        usd=rented.usd,
        way=rented.way,
    )


def _enough(told: int, low: int, high: int) -> Enough:
    if not told:
        return ""
    return "yes" if told >= high else "no" if told < low else "between"


def _hourly(asked: Asked, chip: Accelerator, cards: int, kind: Instance | None = None) -> _Rented:
    """In whole machines, those of one kind that cost least together: on demand, else in blocks."""
    said, book = asked.profile, asked.problem.prices
    kinds = [one for one in asked.facts.instances.values() if one.accelerator == chip.id]
    kinds = [kind] if kind is not None else [one for one in kinds if not said.clouds or one.cloud in said.clouds]
    for way in WAYS:
        quotes = [(one, book.near(one, way, said.region)) for one in kinds if not one.sold or way in one.sold]
        sold = [(one, quote) for one, quote in quotes if quote is not None]
        if not sold:
            continue
        if chip.family != SLICED:  # many chips of one run are rented in the machines that are linked
            least = min(cards, max(one.count for one, _ in sold))
            sold = [(one, quote) for one, quote in sold if one.count >= least]
        found = [
            _Rented(quote.usd_per_hour.likely * machines, way, machines, one.id, one.count, quote.cites[:1])
            for one, quote in sold
            for machines in (math.ceil(cards / one.count),)
        ]
        return min(found, key=lambda one: (round(one.usd, 2), one.machines, one.instance))
    return _Rented(0.0, "on_demand", 0, "", 0, ())


def _up(number: float) -> int:
    return max(1, math.ceil(round(number, 6) - NEARLY))
