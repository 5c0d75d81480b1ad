"""The list that is excluded by words behind its last: "AWS and GCP excluded"; and what only seems excluded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from engine.reading.words.patterns import Match
from engine.reading.words.tokens import Token

_JOINS = frozenset({"and", "or", "nor", "&", "/", "+", "und", "et", "y"})
_OF_ONE = frozenset({"is", "isn't", "isnt", ":", "="})  # "we use AWS and GCP is out" is of GCP alone

_SUBTRACTS = frozenset({"minus"})
_THINGS = frozenset({"candidates", "instances"})


class Told(Protocol):
    """A text as tokens."""

    tokens: list[Token]


def listed_before(tokens: Sequence[Token], first: int, denial: int, ends: Mapping[int, tuple[int, int]]) -> set[int]:
    """The others of a list whose last one begins at `first`; () where the words at `denial` are of one thing.

    `ends`: by the token behind it each thing of that kind, as its first token and its number.
    """
    if tokens[denial].norm in _OF_ONE:
        return set()
    out: set[int] = set()
    while first > 1 and tokens[first - 1].norm in (_JOINS | {","} if out else _JOINS):
        first -= 2 if tokens[first - 2].norm == "," else 1  # "AWS, Azure, and GCP"
        if first not in ends:
            break
        first, number = ends[first]
        out.add(number)
    return out


def subtracts(document: Told, at: int, kept: Sequence[Match]) -> bool:
    """Whether one machine's price is taken off another's: "p4de.24xlarge minus p4d.24xlarge"."""
    named = document.tokens[at - 1].kind == "instance" or any(m.last == at and m.slot in _THINGS for m in kept)
    return at > 0 and document.tokens[at].norm in _SUBTRACTS and named
