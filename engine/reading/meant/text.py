"""A text laid out, as far as what its words stand for looks at it; see engine/reading/document.py."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Protocol

from engine.reading.words.patterns import Match
from engine.workload.profile import Profile


class Text(Protocol):
    """`before`: what a thread said; `matches` may be replaced."""

    matches: list[Match]

    @property
    def before(self) -> Profile:
        """What a thread said already."""

    @property
    def classes(self) -> Mapping[str, Mapping[int, Match]]:
        """Words of each class, by where they stand."""

    def where(self, name: str) -> Set[int]:
        """The tokens of a class of words."""
