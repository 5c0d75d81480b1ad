"""A run whose hours on one machine are told, and the fewer hours it is to take: how many times as fast that is, and
which machines are, by the data sheets.

hours there = hours x speed here / speed there; 16-bit math and memory bandwidth are the bounds.
"""

from __future__ import annotations

import math

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.form import Asked, Form
from engine.forms.joined.timed import told_of
from engine.forms.own.machines import Machine, named_in, times_as_fast
from engine.forms.registry import form_named
from knowledge.facts import Instance

WITHIN, EXPLAIN = "ends_within", "explain"  # a cue; a form
ELSE = frozenset({"carbon", "commit", "meaning"})  # predicates
OF_ELSE = frozenset({"tokens", "requests_per_second", "tokens_per_day", "samples", "budget_usd", "epochs"})  # slots
SHOWN, CLOUD, FAMILY, TIMES = 3, "aws", "gpu", 2


class Quicker(Computed):
    """One machine: hours between the bounds, and dollars of a run on demand."""

    machine: str
    chip: str
    count: int
    low: float
    high: float
    usd_low: float
    usd_high: float


class EndsIn(Reason, code="ends_in"):
    """`took` hours on `machines` x `own`, `wanted` ones: `factor` times as fast. `more`: as many of its own at best;
    `usd`: of a run today, 0 without a price. `others`: the cheapest an hour first."""

    own: str
    chip: str
    cards: int
    took: float
    wanted: float
    factor: float
    more: int
    usd: float
    others: tuple[Quicker, ...]


def of_deadline(_form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer] | None:
    """ "It takes 19 hours on 4 A10G and must end in 6": that it fits there is told by its running."""
    said, cues = asked.profile, set(asked.reading.cues)
    if WITHIN not in cues or not ELSE.isdisjoint(asked.reading.sought.predicates) or said.task == "inference":
        return None
    times, every = told_of(asked).times, named_in(asked.reading, asked.facts)
    plain = all(not one.wished and not one.rate and one.number == 1 for one in times)
    if len(times) != TIMES or not plain or not every:
        return None
    took, wanted = times[0].hours, times[1].hours
    if not OF_ELSE.isdisjoint(said.stated()) or not 0 < wanted < took:
        return None
    nearest = min(every, key=lambda one: abs(one.at - times[0].first))
    own = max((one for one in every if one.chip.id == nearest.chip.id), key=lambda one: one.cards)
    named = {one.chip.id for one in every} - {own.chip.id}
    factor = took / wanted
    others, cites = _quicker(asked, own, took, factor, named)
    if not others:
        return None
    price = _price(asked, own.type) if own.type else None
    told = EndsIn(
        own=own.name,
        chip=own.chip.name,
        cards=own.cards,
        took=took,
        wanted=wanted,
        factor=factor,
        more=math.ceil(factor),
        usd=price[0] * took if price and own.type and own.cards == own.type.count else 0.0,
        others=others,
        cites=(*cites, *(price[1] if price else ())),
    )
    return form_named(EXPLAIN), FactAnswer(headline=told, passages=stated.passages)


def _quicker(
    asked: Asked, own: Machine, took: float, factor: float, named: set[str]
) -> tuple[tuple[Quicker, ...], tuple[str, ...]]:
    """Those of the same cloud that are as much faster between both bounds, with no less memory in all, of each chip
    the one that costs the least an hour; `named`: the chips that are asked about, where any are."""
    cloud, memory = own.type.cloud if own.type else CLOUD, own.memory_gib
    found: dict[str, tuple[float, Quicker, tuple[str, ...]]] = {}
    for one in asked.facts.instances.values():
        chip = asked.facts.accelerators[one.accelerator]
        if (
            one.cloud != cloud
            or chip.family != FAMILY
            or chip.bf16_dense_tflops is None
            or (named and chip.id not in named)
        ):
            continue
        other = Machine(chip, one.count, one, 0, 0, True)
        times, price = times_as_fast(own, other), _price(asked, one)
        if times is None or price is None or times.low < factor or other.memory_gib < memory:
            continue
        low, high = took / times.high, took / times.low
        made = Quicker(
            machine=one.id,
            chip=chip.name,
            count=one.count,
            low=low,
            high=high,
            usd_low=low * price[0],
            usd_high=high * price[0],
        )
        if chip.id not in found or price[0] < found[chip.id][0]:
            found[chip.id] = price[0], made, price[1]
    listed = sorted(found.values(), key=lambda one: one[0])[:SHOWN]
    return tuple(one for _, one, _ in listed), tuple(cite for _, _, cites in listed for cite in cites)


def _price(asked: Asked, machine: Instance) -> tuple[float, tuple[str, ...]] | None:
    quote = asked.library.prices(asked.day).near(machine, "on_demand", asked.profile.region)
    return (quote.usd_per_hour.likely, tuple(quote.cites)) if quote is not None else None
