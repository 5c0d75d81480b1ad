"""So many items of work with published seconds each: hours of each card that was named, and dollars.

hours = items x seconds of one of that size / 3,600; seconds of other sizes than those published follow a power law.
"""

from __future__ import annotations

import math
import re
from itertools import pairwise
from typing import Literal, NamedTuple

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.per_unit.rates import Question
from engine.forms.served.by_card import between_bounds, card_rates
from engine.forms.served.shown import Part, Shown, shown_in
from engine.options.named import is_named
from engine.workload.conditions import FAMILIES
from knowledge.facts import Accelerator, Facts, Instance, UnitTime
from knowledge.units import HOURS_PER_DAY, SECONDS_PER_HOUR

FOLDS = "folds"  # the cue
MOST = 4  # cards
BUDGET = re.compile(r"(?:(€|eur)\s?)?(\d[\d.,]*)\s?(k)?\s?(€|euros?|eur\b)?", re.IGNORECASE)
THOUSAND = 1e3
A_DAY = re.compile(
    r"how many (?:proteins?|folds?|structures?|sequences?)\b[^.?!]{0,60}(?:per|a|each|in a) day", re.IGNORECASE
)
ITEMS = re.compile(
    r"(?:(?<![\w.])(\d[\d,]*)\s?(k)?|\bone|\ba|\ba single|\beach)\s(?:\d+[- ]?\w+\s)?"
    r"(?:proteins?|sequences?|structures?|chains?|folds?)\b",
    re.IGNORECASE,
)
Within = Literal["yes", "maybe", "no"]


class CardTime(NamedTuple):
    """One card: the machine it is of, seconds an item, hours and dollars of all of them by the card, and whether that
    card was measured."""

    instance: str
    chip: str
    seconds: Interval
    hours: Interval
    usd: Interval
    measured: bool


class ItemsTake(Reason, code="items_take"):
    """Each card, the cheapest first. `within`: the budget that was said, `budget` in dollars, or in euros with what a
    euro has to be worth at least, `euro`; None where none was said. `is_close`: the dollars of the first two overlap.
    """

    number: float
    item: str
    size: float
    unit: str
    cards: tuple[CardTime, ...]
    is_close: bool
    within: Within | None
    budget: float | None
    euro: float | None


class ItemsADay(Reason, code="items_a_day"):
    """How many of that size each card does in a day."""

    item: str
    size: float
    unit: str
    cards: tuple[tuple[str, Interval], ...]


class ItemsFrom(Reason, code="items_from"):
    """What was measured, at which size, and what the hours leave out."""

    chips: tuple[str, ...]
    size: float
    unit: str
    bucket: float


def asks(shown: Shown) -> bool:
    """Whether so many structures are to be predicted."""
    counted = shown.said.samples is not None or _items(shown.text) > 0 or _a_day(shown.text)
    return (shown.has(FOLDS) or _a_day(shown.text)) and counted and not shown.has("memory_error", "no_room")


def answer(question: Question) -> FactAnswer | None:
    """None where no seconds of that kind of work are held, or no size was said."""
    facts, shown = question.library.facts, shown_in(question.reading)
    known = [one for one in facts.unit_times.values() if one.domain in question.reading.domains]
    size = _size(known[0], shown.text) if known else None
    if size is None:
        return None
    daily = _a_day(shown.text)
    items = 1.0 if daily else float(shown.said.samples or _items(shown.text))
    cards = _cards(question, known, size, items)
    if not cards:
        return None
    if daily:
        return _in_a_day(known, size, cards)
    euros = _euros(shown.text)
    budget = euros or shown.said.budget_usd
    usd = cards[0].usd
    first = ItemsTake(
        number=items,
        item=known[0].item,
        size=size,
        unit=known[0].unit,
        cards=tuple(cards),
        is_close=len(cards) > 1 and cards[1].usd.low < usd.high,
        within=_within(usd, budget) if budget else None,
        budget=budget,
        euro=usd.high / euros if euros else None,
        cites=(known[0].source,),
    )
    rests = ItemsFrom(
        chips=tuple(facts.accelerators[one.accelerator].name for one in known),
        size=known[0].seconds[0][0],
        unit=known[0].unit,
        bucket=_padded(known[0], size) if known[0].buckets else 0.0,
        cites=(known[0].source,),
    )
    return FactAnswer(headline=first, sentences=(rests,))


def _in_a_day(known: list[UnitTime], size: float, cards: list[CardTime]) -> FactAnswer:
    each = tuple((card.chip, card.seconds.inverse().times(HOURS_PER_DAY * SECONDS_PER_HOUR)) for card in cards)
    first = ItemsADay(item=known[0].item, size=size, unit=known[0].unit, cards=each, cites=(known[0].source,))
    return FactAnswer(headline=first, whole=True)


def _a_day(text: str) -> bool:
    """Whether it is asked how many a card does in a day."""
    return A_DAY.search(text) is not None


def seconds_of(known: UnitTime, size: float) -> float:
    """Of one item of that size, padded to its bucket."""
    padded = _padded(known, size)
    pairs = list(pairwise(known.seconds))
    (low, there), (high, then) = next((pair for pair in pairs if padded <= pair[1][0]), pairs[-1])
    power = math.log(then / there) / math.log(high / low)
    return there * float((padded / low) ** power)


def _items(text: str) -> float:
    """So many proteins, as they are called; 0 where none are counted."""
    found = ITEMS.search(text)
    if found is None:
        return 0.0
    return float(found[1].replace(",", "")) * (THOUSAND if found[2] else 1.0) if found[1] else 1.0


def _padded(known: UnitTime, size: float) -> float:
    return next((float(bucket) for bucket in known.buckets if bucket >= size), size)


def _size(known: UnitTime, text: str) -> float | None:
    words = "|".join(sorted(map(re.escape, known.words), key=len, reverse=True))
    found = re.search(rf"(\d[\d,]*)[\s-]?(?:{words})\b", text, re.IGNORECASE)
    return float(found[1].replace(",", "")) if found else None


def _euros(text: str) -> float | None:
    """A sum that was said in euros."""
    for found in BUDGET.finditer(text):
        if found[1] or found[4]:
            return float(found[2].replace(",", "").rstrip(".")) * (THOUSAND if found[3] else 1.0)
    return None


def _within(usd: Interval, budget: float) -> Within:
    if usd.high <= budget:
        return "yes"
    return "maybe" if usd.low <= budget else "no"


def _cards(question: Question, known: list[UnitTime], size: float, items: float) -> list[CardTime]:
    """Of each chip that was named, else of those that were measured: its cheapest machine on demand, by the card."""
    facts, said = question.library.facts, question.said
    words = frozenset(said.candidates) - FAMILIES
    found = dict[str, CardTime]()

    def is_wanted(instance: Instance) -> bool:
        chip = facts.accelerators[instance.accelerator]
        mine = is_named(chip, words) if words else any(one.accelerator == chip.id for one in known)
        return mine or instance.id in said.instances

    for instance, rate, *_ in card_rates(question, is_wanted):
        chip = facts.accelerators[instance.accelerator]
        each = _seconds(known, size, chip, facts)
        if each is None:
            continue
        hours = each.times(items / SECONDS_PER_HOUR)
        usd = hours.times(rate)
        measured = any(one.accelerator == chip.id for one in known)
        card = CardTime(instance.id, chip.name, each, hours, usd, measured)
        if chip.id not in found or usd.likely < found[chip.id].usd.likely:
            found[chip.id] = card
    return sorted(found.values(), key=lambda card: card.usd.likely)[:MOST]


def _seconds(known: list[UnitTime], size: float, chip: Accelerator, facts: Facts) -> Interval | None:
    """As published of that chip, else by what bounds it against the first one that was."""
    own = next((one for one in known if one.accelerator == chip.id), None)
    if own is not None:
        return Interval.exactly(seconds_of(own, size))
    ratio = between_bounds(facts.accelerators[known[0].accelerator], chip)
    base = seconds_of(known[0], size)
    return Interval(base / ratio.high, base / ratio.likely, base / ratio.low) if ratio else None


UNIT_TIMES = Part(asks, answer)
