"""What helps to find a fact by a question's words: synonyms, topics, and what is not volunteered."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from knowledge.types.base import Fact

EntryKind = Literal[
    "claim", "conflict", "rule", "tradeoff", "support", "capacity", "constant", "source", "instance", "accelerator"
]


class Synonym(Fact):
    """Words that stand for each other in a question.

    `ignored` carry no subject at all; `aside` add to an entry that other words found, and find none themselves.
    """

    words: tuple[str, ...] = Field(min_length=1)
    ignored: bool = False
    aside: bool = False


class Topic(Fact):
    """What people ask about in words the facts do not use, and the entries that answer it, the best first."""

    id: str
    asks: tuple[str, ...] = Field(min_length=1)
    answers: tuple[str, ...] = Field(min_length=1)


class Promotion(Fact):
    """A subject whose claims advertise their author's own service: answered when named, never volunteered."""

    subject: str
    words: tuple[str, ...]
    because: str


class Hit(Fact):
    """One entry found for a question. `score` compares hits of one question only; the best first."""

    kind: EntryKind
    id: str
    score: float
