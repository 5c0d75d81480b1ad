"""What a commitment takes off the price of a machine, by the name that its cloud gives to it: "the CUD of a2?"."""

from __future__ import annotations

from dataclasses import replace

from engine.answers.mentioned import meant
from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.money.rows import Priced, cites_of, priced, rows_of
from engine.forms.parts.price_table import price_table
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Reading
from knowledge.facts import Cloud, Instance, Purchase

COMMITS = frozenset({"commit_strong", "way_reserved", "way_plan"})  # cues
# Cues of what it takes off, and of what such a thing is.
TAKES_OFF = frozenset({"explain_strong", "takes_off"})
# Cues of whether it pays, of hours, of work, of a sum.
MORE = frozenset({
    "commit_asked", "asks_worth", "asks_break_even", "training_words", "serving_words", "asks_reason", "asks_why",
    "cost_of_month", "way_block", "price_moved", "price_fell", "price_rose", "cheapest_of",
})  # fmt: skip
PRICED = frozenset({"candidates", "instances", "clouds", "region", "purchase", "accelerator_count"})  # slots
TERMS: tuple[Purchase, ...] = ("reserved_1yr", "reserved_3yr", "savings_plan")
PLAN: Purchase = "savings_plan"


class TermOff(Computed):
    """One term: what it takes off on demand as a share; without a price where none is held."""

    purchase: Purchase
    one: Priced | None
    off: float


class TakenOff(Reason, code="taken_off"):
    """The terms of one machine against on demand, at one cloud."""

    cloud: Cloud
    free: Priced
    each: tuple[TermOff, ...]


def taken_off(asked: Asked) -> FactAnswer | None:
    """None unless a commitment is asked about for one machine or chip, what it takes off, and nothing besides."""
    cues, said = frozenset(asked.reading.cues), asked.profile
    plain = said.stated().keys() <= PRICED and cues.isdisjoint(MORE)
    if not plain or not COMMITS & cues or not TAKES_OFF & cues:
        return None
    named = len(said.instances) + len(set(said.candidates) - FAMILIES)
    if named != 1 or said.providers:
        return None
    first = replace(asked, reading=_without_way(asked))
    types = meant(first.reading, asked.facts, asked.library.prices(asked.day), 1)
    types = types if said.instances else _sizes(asked, types)
    free = next((row for one in types for row in rows_of(first, (one,), ("on_demand",), said.region)), None)
    if free is None:
        return None
    thing = free.instance
    rows = [(way, next(iter(rows_of(first, (thing,), (way,), said.region)), None)) for way in _ways(thing, cues)]
    usd = free.quote.seen.likely
    each = tuple(
        TermOff(purchase=way, one=priced(row) if row else None, off=1 - row.quote.seen.likely / usd if row else 0.0)
        for way, row in rows
    )
    found = [row for _, row in rows if row is not None]
    if not found:
        return None
    told = TakenOff(cloud=thing.cloud, free=priced(free), each=each, cites=cites_of([free, *found]))
    return FactAnswer(headline=told, table=price_table([free, *found], best=None), of_told=True, whole=True)


def _sizes(asked: Asked, types: tuple[Instance, ...]) -> tuple[Instance, ...]:
    """Every machine with the chip of these at their cloud, the smallest first."""
    alike = {(one.cloud, one.accelerator) for one in types}
    every = (one for one in asked.facts.instances.values() if (one.cloud, one.accelerator) in alike)
    return tuple(sorted(every, key=lambda one: one.count))


def _ways(thing: Instance, cues: frozenset[str]) -> tuple[Purchase, ...]:
    """The terms that it is sold with; plans where they are named, or where there is nothing else."""
    sold = tuple(way for way in TERMS if not thing.sold or way in thing.sold)
    reserved = tuple(way for way in sold if way != PLAN)
    return sold if "way_plan" in cues or not reserved else reserved


def _without_way(asked: Asked) -> Reading:
    """Free of the term that is named, which is told beside the others, and of clouds but the first: "as AWS has"."""
    free = {"purchase": None, "clouds": asked.profile.clouds[:1]}
    return asked.reading.model_copy(update={"profile": asked.profile.model_copy(update=free)})
