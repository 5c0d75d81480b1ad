"""What the readers of amounts look at, and one amount as they find it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from engine.base.measures import Role, Unit
from engine.reading.words.numbers import Number
from engine.reading.words.patterns import Match
from engine.reading.words.spans import Span
from engine.reading.words.tokens import Token

HARDWARE = frozenset({"chip", "machine"})
JOINTS = frozenset({"x", "*", "-", "~"})  # between a number and what it counts


class Text(Protocol):
    """A text laid out: its tokens, phrases, numbers and spans of time."""

    text: str
    tokens: list[Token]
    matches: list[Match]
    classes: dict[str, dict[int, Match]]
    numbers: list[Number]
    spans: list[Span]

    def at(self, name: str, position: int) -> Match | None:
        """The longest phrase of a class that begins here."""

    def ending(self, name: str, position: int, reach: int = 1, longest: bool = False) -> Match | None:
        """The nearest phrase of a class that ends before a position."""

    def ends_clause(self, position: int) -> bool:
        """Whether a mark ends a clause here."""

    def ends_sentence(self, position: int) -> bool:
        """Whether a mark ends a sentence here."""

    def clause(self, position: int) -> tuple[int, int]:
        """First and last token position of the clause around a position."""

    def slice(self, first: int, last: int) -> str:
        """The words as they were written."""


class Amount(NamedTuple):
    """A measure as it is read: `value` of the first unit; where its words stand; what it counts, if it counts.

    `words`: where they are not all of those; `between`: hours that the words name by their two ends.
    """

    value: float
    units: tuple[Unit, ...]
    first: int
    last: int
    thing: str = ""
    role: Role = ""
    words: str = ""
    between: bool = False


Told = Sequence[Amount]  # what was read before
Words = Mapping[str, str]  # of each slot


def norm(text: Text, at: int) -> str:
    """The word at a position, "" outside the text."""
    return text.tokens[at].norm if 0 <= at < len(text.tokens) else ""


def is_end(text: Text, at: int) -> bool:
    """Whether a clause or a bracket ends here."""
    return text.ends_clause(at) or norm(text, at) in ("(", ")")
