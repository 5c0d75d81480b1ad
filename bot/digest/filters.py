"""What a channel wants to hear of: words of a command as filters, and which changes pass them."""

from __future__ import annotations

from functools import cached_property

from bot.prices.market import names
from engine.changes.change import Change
from engine.changes.lines import plain
from knowledge.facts import Facts
from knowledge.store.subscriptions import Filters


class DigestFilter:
    """Filters, as a question to a change."""

    def __init__(self, facts: Facts, filters: Filters) -> None:
        self._facts, self._filters = facts, filters
        self._known = names(facts)
        self._regions = {
            (facts.regions[name].cloud, plain(name)) for name in filters.regions if name in facts.regions
        }

    def takes(self, change: Change) -> bool:
        filters = self._filters
        return (
            (not filters.clouds or change.provider in filters.clouds)
            and (not filters.regions or (change.provider, plain(change.region)) in self._regions)
            and (not filters.chips or any(self._is(change, word) for word in filters.chips))
        )

    def _is(self, change: Change, word: str) -> bool:
        thing = self._known.get((change.scope, change.provider, change.instance), change.instance)
        instance = self._facts.instances.get(thing)
        chip = instance.accelerator if instance else thing
        return word == chip or begins(thing, word) or begins(change.instance, word)


class Things:
    """What chips and types are called."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    @cached_property
    def _chips(self) -> dict[str, str]:
        found = {}
        for chip in self._facts.accelerators.values():
            for name in (*chip.aliases, chip.name, chip.id):
                found[plain(name)] = chip.id
        return found

    def chip(self, word: str) -> str | None:
        """The accelerator of that name, or the word itself where types begin with it; None: nothing is called so."""
        if any(begins(one.id, word) for one in self._facts.instances.values()):
            return word.casefold()
        return self._chips.get(plain(word))

    def called(self) -> tuple[str, ...]:
        """Names to choose from."""
        families = {one.id.split(".")[0] for one in self._facts.instances.values() if "." in one.id}
        return (*sorted(families), *sorted(self._chips))


def begins(name: str, word: str) -> bool:
    """Whether a type's name is the word, or begins with it and a sign: p5 is p5.48xlarge, and not p5en.48xlarge."""
    whole, part = name.casefold().removeprefix("standard_"), word.casefold().removeprefix("standard_")
    return whole.startswith(part) and (len(whole) == len(part) or not whole[len(part)].isalnum())
