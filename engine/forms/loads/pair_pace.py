"""Which of two machines is faster, or does more for a dollar, at images or sound: samples a second of each.

Samples a dollar = samples a second of all chips x 3,600 / USD an hour.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.loads.loads import COUNTS, MEMORY, comes_from
from engine.forms.loads.model import served_model
from engine.forms.loads.rates import CLIP_SECONDS, Rate, rate_of
from engine.forms.per_unit.rates import Question
from engine.forms.served.shown import Part, Shown
from engine.options.named import is_named
from engine.workload.conditions import FAMILIES
from engine.workload.samples import NO_TOKENS
from knowledge.facts import Accelerator, Instance
from knowledge.units import SECONDS_PER_HOUR

PAIR = 2
ASKS = ("better", "vs", "compare", "slower", "how_much_faster", "choice", "in_less_time", "of_pair")  # cues
# Slots of a load.
TOLD = (
    "samples", "samples_per_second", "latency_ms", "tokens_per_day", "requests_per_second",
    "concurrent_users", "run_hours", "budget_usd",
)  # fmt: skip
CARRIED, MEASURED = "other_maker", "measured"  # bases of a speed
GPU = "gpu"  # a family of chips
CLIP, PICTURE = "clip", "image"  # units of models
ALIKE = 1.1  # times, below which two are about as fast

Paced = tuple[str, str, int, Interval, float, float]


class PairPace(Reason, code="pair_pace"):
    """The first line. `pair`: the faster first: machine ("" where a chip is named), chip, chips, samples a second (of
    sound hours an hour), USD an hour, samples (hours) a dollar; the last two 0 where no price is held. `times` as
    fast; `slower_pays`: the slower does more for a dollar."""

    pair: tuple[Paced, ...]
    unit: str
    model: str
    steps: int | None
    side: int | None
    times: float
    alike: bool
    slower_pays: bool


class PairUnheld(Reason, code="pair_unheld"):
    """No speed of the model, or of one like it, was published of these chips' maker."""

    model: str
    chips: tuple[str, ...]


class _One(NamedTuple):
    chip: Accelerator
    chips: int
    machine: str
    rate: Rate
    usd: float
    cites: tuple[str, ...]


def asks(shown: Shown) -> bool:
    """Whether two machines are held against each other, and no load is told."""
    said = shown.said
    if shown.trains or shown.of_else or said.method is not None or not shown.has(*ASKS) or shown.has(*MEMORY):
        return False
    if not shown.has(COUNTS) and said.architecture not in NO_TOKENS:
        return False
    return shown.things == PAIR and not any(said.says(slot) for slot in TOLD)


def answer(question: Question) -> FactAnswer | None:
    """None where no speed of the model is held on one of them, or its size was not said."""
    served = served_model(question.reading.text, question.said, question.library.facts)
    if served is None or not served.is_sized or served.model.unit not in (CLIP, PICTURE):
        return None
    rates = ((place, rate_of(served, place[0], question.library.facts, question.library.constants))
             for place in _places(question))  # fmt: skip
    found = [_priced(question, chip, thing, rate) for (chip, thing), rate in rates if rate is not None]
    if len(found) != PAIR:
        return None
    unheld = [one for one in found if _is_unheld(one)]
    if unheld:
        known = [one for one in found if one not in unheld]
        name = PairUnheld(model=served.model.name, chips=tuple(one.chip.name for one in unheld))
        return FactAnswer(
            headline=name, sentences=tuple(comes_from(one.chip, one.rate, served) for one in known), whole=True
        )
    times = CLIP_SECONDS if served.model.unit == CLIP else 1.0
    found.sort(key=lambda one: -one.rate.speed.likely * one.chips)
    pair = tuple(_paced(one, times) for one in found)
    fast, slow = pair
    ratio = fast[3].likely / slow[3].likely
    first = PairPace(
        pair=pair,
        unit="hour" if served.model.unit == CLIP else served.model.unit,
        model=served.model.name,
        steps=served.steps,
        side=served.side,
        times=ratio,
        alike=ratio < ALIKE,
        slower_pays=slow[5] > fast[5] > 0,
        cites=tuple(dict.fromkeys(cite for one in found for cite in one.cites)),
    )
    lines = tuple(comes_from(one.chip, one.rate, served) for one in found)
    return FactAnswer(headline=first, sentences=lines, whole=True)


def _is_unheld(one: _One) -> bool:
    """Whether its speed is carried too far: between makers, or to a chip with a compiler of its own."""
    return one.rate.basis == CARRIED or (one.chip.family != GPU and one.rate.basis != MEASURED)


def _places(question: Question) -> list[tuple[Accelerator, Instance | None]]:
    facts, said = question.library.facts, question.said
    machines = [facts.instances[name] for name in said.instances if name in facts.instances]
    places: list[tuple[Accelerator, Instance | None]] = [
        (facts.accelerators[one.accelerator], one) for one in machines
    ]
    for name in said.candidates:
        found = [chip for chip in facts.accelerators.values() if is_named(chip, frozenset({name})) and chip.serves]
        if name not in FAMILIES and found:
            rented = [chip for chip in found if chip.id in question.library.largest] or found
            places.append((min(rented, key=lambda chip: chip.hbm_gib.value), None))
    return places


def _priced(question: Question, chip: Accelerator, thing: Instance | None, rate: Rate) -> _One:
    """With the price of the machine that is named, else of one chip of the cheapest that has it."""
    book, facts = question.library.prices(question.day), question.library.facts
    things = [thing] if thing else [one for one in facts.instances.values() if one.accelerator == chip.id]
    quotes = [(quote, one) for one in things if (quote := book.near(one, "on_demand", question.said.region))]
    source = rate.row.source
    if not quotes:
        return _One(chip, thing.count if thing else 1, thing.id if thing else "", rate, 0.0, (source,))
    quote, one = min(quotes, key=lambda row: row[0].usd_per_hour.likely / row[1].count)
    chips = thing.count if thing else 1
    usd = quote.usd_per_hour.likely / one.count * chips
    return _One(chip, chips, thing.id if thing else "", rate, usd, (source, quote.source))


def _paced(one: _One, times: float) -> Paced:
    speed = one.rate.speed.times(one.chips * times)
    each = speed.likely * (SECONDS_PER_HOUR if times == 1.0 else 1.0)  # an hour of sound in an hour is one
    return one.machine, one.chip.name, one.chips, speed, one.usd, each / one.usd if one.usd else 0.0


PAIR_PACE = Part(asks, answer)
