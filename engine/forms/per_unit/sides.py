"""The two chips that a question sets against each other: the cards each name means, and what a unit costs on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.forms.per_unit.rates import OPEN, Question, UnitCost
from engine.options.assumptions import refill
from engine.options.named import CLOUDS, called, is_named
from engine.workload.conditions import FAMILIES
from knowledge.facts import Accelerator, Cloud, Purchase

TWO = 2


class Side(NamedTuple):
    """One chip: every card of that name, the usual one first; its costs a unit by way to buy, the least of each."""

    word: str
    cards: tuple[Accelerator, ...]
    costs: dict[Purchase, UnitCost]
    elsewhere: UnitCost | None = None  # the least on another cloud, where that is less

    @property
    def chip(self) -> Accelerator:
        """The card it is priced as, else the usual one."""
        cost = next(iter(self.costs.values()), None)
        ids = {card.id: card for card in self.cards}
        return ids[cost.option.accelerator] if cost else self.cards[0]

    @property
    def port_usd(self) -> float:
        """What it takes to bring the work there; 0 where it is not priced."""
        return next((cost.option.port.usd.likely for cost in self.costs.values()), 0.0)


def two_words(asked: Question) -> tuple[str, str] | None:
    """The names of the two chips, in the order they were said; None where it is not two, or one is a whole family."""
    facts, said = asked.library.facts, asked.said
    types = [facts.instances[name] for name in (*said.instances, *said.current_instances) if name in facts.instances]
    words = [word for word in (*said.candidates, *said.current_instances) if word not in facts.instances]
    known = [word for word in words if word not in FAMILIES and _cards(word, asked)]
    of_types = [thing.accelerator for thing in types]
    ids = [name for name in of_types if not any(is_named(facts.accelerators[name], {word}) for word in known)]
    found = tuple(dict.fromkeys((*known, *ids)))
    if len(found) != TWO or any(word in FAMILIES for word in words if word != "gpu"):
        return None
    at = [_place(word, asked) for word in found]
    first, second = found if at[0] <= at[1] else found[::-1]
    return first, second


def _place(word: str, asked: Question) -> int:
    """Where in the text it is named; beyond its end where only its type is."""
    text = asked.reading.text.lower().replace(" ", "")
    return text.find(word.split("-")[0].lower()) % (len(text) + 1)


def _cards(word: str, asked: Question) -> tuple[Accelerator, ...]:
    """Every card of the name; of those only the ones whose form ("PCIe", "SXM") was said with it."""
    cards = called(asked.library.facts, word)
    said = {part for one in asked.reading.hardware if one.id == word for part in _parts(one.words)}
    own = [{part for name in (card.name, *card.aliases) for part in _parts(name)} for card in cards]
    wanted = {part for part in said if part.isalpha() and any(_has(part, parts) for parts in own)}
    exact = tuple(card for card, parts in zip(cards, own, strict=True) if all(_has(part, parts) for part in wanted))
    return exact or cards


def _parts(name: str) -> list[str]:
    return name.casefold().replace("-", " ").split()


def _has(part: str, parts: set[str]) -> bool:
    """ "SXM4" is an SXM."""
    return any(other.startswith(part) for other in parts)


def of_task(asked: Question) -> Question:
    """Work nobody called training is served where it is deployed, or where one of the chips does nothing else."""
    words = two_words(asked) or ()
    cues = asked.reading.cues
    serves = "serving_words" in cues and "training_words" not in cues
    trains = all(card.trains for word in words for card in _cards(word, asked)) and not serves
    if trains or asked.said.task is not None:
        return asked
    return asked._replace(filled=refill(asked.filled, asked.library, task="inference"))


def is_priced(one: Side, asked: Question) -> bool:
    """Whether anything rents it out at a price that is known."""
    book, ids = asked.library.prices(asked.day), {card.id for card in one.cards}
    types = [thing for thing in asked.library.facts.instances.values() if thing.accelerator in ids]
    return any(book.near(thing, way) is not None for thing in types for way in OPEN)


def two_sides(asked: Question, costs: Sequence[UnitCost]) -> tuple[Side, Side] | None:
    """Both chips, in one cloud where one sells both; None where it is not two."""
    words = two_words(asked)
    if words is None:
        return None
    first, second = (_bought(word, costs, asked) for word in words)
    shared = {cost.option.cloud for cost in first} & {cost.option.cloud for cost in second}
    wanted = asked.said.clouds or tuple(cloud for cloud in CLOUDS if cloud in shared)[:1]
    return _side(words[0], first, wanted, asked), _side(words[1], second, wanted, asked)


def _bought(word: str, costs: Iterable[UnitCost], asked: Question) -> list[UnitCost]:
    """What was named, however it is bought without a term."""
    ids = {card.id for card in _cards(word, asked)}
    ways = (asked.said.purchase,) if asked.said.purchase else OPEN
    held = [cost for cost in costs if not cost.option.at_hand and cost.option.purchase in ways]
    return [cost for cost in held if cost.option.accelerator in ids]


def _side(word: str, costs: Sequence[UnitCost], clouds: Sequence[Cloud], asked: Question) -> Side:
    """As it is bought for the least a unit."""
    cards = _cards(word, asked)
    ways = (asked.said.purchase,) if asked.said.purchase else OPEN
    types = set(asked.said.instances)
    found = [cost for cost in costs if cost.option.cloud in clouds] or list(costs)
    found = [cost for cost in found if cost.option.instance in types] or found
    found.sort(key=lambda cost: (cost.usd, cost.option.id))
    least = {way: next((cost for cost in found if cost.option.purchase == way), None) for way in ways}
    taken = {way: cost for way, cost in least.items() if cost is not None}
    first = next(iter(taken.values()), None)
    away = [cost for cost in costs if first and cost.option.purchase == first.option.purchase]
    away = [cost for cost in away if first and cost.option.cloud != first.option.cloud and cost.usd < first.usd]
    return Side(word, cards, taken, min(away, key=lambda cost: cost.usd, default=None))


def base_and_other(first: Side, second: Side, asked: Question) -> tuple[Side, Side]:
    """What the other is compared with: what runs today, else what takes no port, else the older chip."""
    today = asked.said.current_instances
    facts = asked.library.facts
    chips = {facts.instances[name].accelerator if name in facts.instances else name for name in today}

    def rank(one: Side) -> tuple[bool, bool, str]:
        runs = any(is_named(card, chips) for card in one.cards)
        return not runs, one.chip.family != "gpu", one.chip.released

    return (first, second) if rank(first) <= rank(second) else (second, first)


def like_for_like(base: Side, other: Side) -> tuple[UnitCost, UnitCost] | None:
    """Both bought the same way where both are sold so, on demand before blocks; None where one is not priced."""
    if not base.costs or not other.costs:
        return None
    both = next((way for way in base.costs if way in other.costs), None)
    if both is not None:
        return base.costs[both], other.costs[both]
    return next(iter(base.costs.values())), next(iter(other.costs.values()))


def ratio_range(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """The least and the most that any card of one has over any of the other."""
    return min(one) / max(other), max(one) / min(other)
