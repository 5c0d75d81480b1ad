"""Which price changes a channel wants in its digest."""

from __future__ import annotations

from engine.changes.change import Change
from engine.changes.lines import plain
from knowledge.facts import Facts, begins, names_of
from knowledge.store.subscriptions import Filters


class DigestFilter:
    """The filters of one channel, applied to changes."""

    def __init__(self, facts: Facts, filters: Filters) -> None:
        self._facts, self._filters = facts, filters
        self._names = names_of(facts)
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
        name = self._names.listed(change.scope, change.provider, change.instance) or change.instance
        instance = self._facts.instances.get(name)
        chip = instance.accelerator if instance else name
        return word == chip or begins(name, word) or begins(change.instance, word)
