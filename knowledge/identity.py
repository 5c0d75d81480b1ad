"""Facts as the key of a cache: what is derived from them is derived once."""

from __future__ import annotations

from knowledge.types.facts import Facts


class Identity:
    """The same object, not an equal one: comparing all facts would take longer than deriving most things."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and other.facts is self.facts

    def __hash__(self) -> int:
        return id(self.facts)
