"""Whether a cloud has a machine with so many of a chip, which it is, or what it has instead; and the smallest."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Any, NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.library import Library
from engine.options.named import called
from engine.prices.price_book import PriceBook, Quote
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Reading
from knowledge.facts import COMPARED, PURCHASES_IN_ORDER, Cloud, Facts, Instance, Purchase

COUNTED, SMALLEST = "counted", "smallest"  # values of terms
ASKS = frozenset({COUNTED, SMALLEST})
ELSE = frozenset({
    "cheapest_of", "money_cheapest", "price", "price_strong", "for_less", "asks_cost", "vs",
    "first_person", "owns_card", "of_speed", "token_speed",
})  # fmt: skip  # cues of another question: of a price, of one's own machine or of its speed


class Machine(Reason):
    """A machine; the price is that on demand, else of the first way that has one; None where none is held."""

    instance: str
    cloud: Cloud
    chip: str
    count: int
    vcpu: int | None = None
    host_gib: float | None = None
    usd: float | None = None
    way: Purchase | None = None
    region: str | None = None
    day: date | None = None


class OneMachine(Machine, code="one_machine"):
    """There is one, with `wanted` of the chip; 0 where the smallest is asked for. `first`: it begins the answer."""

    wanted: int
    first: bool


class NotOneMachine(Machine, code="not_one_machine"):
    """None there has `wanted` of it; this is the smallest with more, else the largest. `types`: all that have it."""

    wanted: int
    types: tuple[tuple[str, int], ...]


class NoMachineThere(Reason, code="no_machine_there"):
    """The cloud has no machine with the chip at all."""

    chip: str
    cloud: Cloud


class _Priced(NamedTuple):
    thing: Instance
    quote: Quote | None

    @property
    def rank(self) -> tuple[bool, float, int, str]:
        usd = self.quote.usd_per_hour.likely if self.quote else 0.0
        return (self.quote is None or self.quote.purchase != "on_demand", usd, self.thing.vcpu or 0, self.thing.id)


def one_machine(asks: str, reading: Reading, library: Library, day: date) -> FactAnswer | None:
    """None where no chip is named, or more than one, or no number of it, or a price or a place is asked for."""
    facts, said = library.facts, reading.profile
    if not ELSE.isdisjoint(reading.cues):
        return None
    wanted = int(said.accelerator_count or 0) if asks == COUNTED else 0
    chips = {chip.id for word in said.candidates if word not in FAMILIES for chip in called(facts, word)}
    plain = len(said.candidates) == 1 and not (said.instances or said.parameters or said.model or said.task)
    if not chips or not plain or said.region or said.purchase or len(said.clouds) > 1:
        return None
    if asks == COUNTED and not (wanted and said.clouds):
        return None
    book = library.prices(day)
    there = said.clouds or COMPARED
    lines = [_there(cloud, chips, wanted, facts, book, first=True) for cloud in there]
    lines = [line for line in lines if said.clouds or isinstance(line, OneMachine)]
    if not lines:
        return None
    if said.clouds and not isinstance(lines[0], OneMachine):
        others = (_there(cloud, chips, wanted, facts, book, first=False) for cloud in COMPARED if cloud not in there)
        lines += [line for line in others if isinstance(line, OneMachine)]
    first, *more = lines
    more = [one.model_copy(update={"first": False}) if isinstance(one, OneMachine) else one for one in more]
    return FactAnswer(headline=first, sentences=tuple(more), of_told=True, whole=True)


def _there(
    cloud: Cloud, chips: Collection[str], wanted: int, facts: Facts, book: PriceBook, *, first: bool
) -> OneMachine | NotOneMachine | NoMachineThere:
    having = [one for one in facts.instances.values() if one.cloud == cloud and one.accelerator in chips]
    having.sort(key=lambda one: (one.count, one.vcpu or 0, one.host_ram_gib or 0.0, one.id))
    if not having:
        name = min((facts.accelerators[one].name for one in chips), key=len)
        return NoMachineThere(chip=name, cloud=cloud)
    if not wanted:
        return OneMachine(**_told(having[0], facts, book), wanted=0, first=first)
    if exact := [one for one in having if one.count == wanted]:
        best = min((_Priced(one, _quote(one, book)) for one in exact), key=lambda one: one.rank).thing
        return OneMachine(**_told(best, facts, book), wanted=wanted, first=first)
    larger = [one for one in having if one.count > wanted]
    nearest = larger[0] if larger else having[-1]
    types = tuple((one.id, one.count) for one in having)
    return NotOneMachine(**_told(nearest, facts, book), wanted=wanted, types=types)


def _quote(thing: Instance, book: PriceBook) -> Quote | None:
    quotes = (book.near(thing, way) for way in PURCHASES_IN_ORDER if way in thing.sold)
    return next((quote for quote in quotes if quote is not None), None)


def _told(thing: Instance, facts: Facts, book: PriceBook) -> dict[str, Any]:
    quote = _quote(thing, book)
    price: dict[str, Any] = {}
    if quote is not None:
        price = {
            "usd": quote.seen.likely,
            "way": quote.purchase,
            "region": quote.seen_in,
            "day": quote.observed_on,
        }
    return price | {
        "instance": thing.id,
        "cloud": thing.cloud,
        "chip": facts.accelerators[thing.accelerator].name,
        "count": thing.count,
        "vcpu": thing.vcpu,
        "host_gib": thing.host_ram_gib,
        "cites": tuple(dict.fromkeys((thing.source, *([quote.source] if quote is not None else [])))),
    }
