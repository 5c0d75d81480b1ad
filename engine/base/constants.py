"""The named numbers of `knowledge/data/constants/constants.toml`, as the engine asks for them."""

from __future__ import annotations

from engine.base.interval import Interval
from knowledge.facts import Constant, Facts


class Constants:
    """Look-up by id; a missing id is a programming error and raises KeyError."""

    def __init__(self, facts: Facts) -> None:
        self._constants = facts.constants
        self._spreads: dict[str, Interval] = {}

    def entry(self, name: str) -> Constant:
        return self._constants[name]

    def holds(self, name: str) -> bool:
        """Whether there is one of that name."""
        return name in self._constants

    def spread(self, name: str) -> Interval:
        found = self._spreads.get(name)
        if found is None:
            found = self._spreads[name] = Interval.of(self._constants[name].value)
        return found

    def likely(self, name: str) -> float:
        return self._constants[name].value.likely
