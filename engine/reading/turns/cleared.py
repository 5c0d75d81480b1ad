"""Slots that a turn takes back: "ignore the budget", "drop the deadline", "latency doesn't matter".

What is taken back is a `topic` beside words that drop it or care nothing for it, within one clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.reading.document import Document
from engine.workload.profile import Profile

REACH = 3  # tokens between the two
CARES_NOT = "indifferent"  # the class of "doesn't matter"


def cleared_by(document: Document, profile: Profile) -> set[str]:
    """Their names; of an aim only where it is the one that the thread has."""
    cleared = {slot for spot in _spots(document) if (slot := _topic(document, spot)) is not None}
    denied = {m.value for m in document.matches if m.slot == "not_priority"}
    return cleared | ({"priority"} if profile.priority in denied else set())


def _spots(document: Document) -> Iterator[Iterable[int]]:
    """Where each of those words looks for what it is about, the nearest first."""
    for match in document.matches:
        if match.slot == "move" and match.value == "remove":
            yield _behind(document, match.last)
        elif match.slot == CARES_NOT:
            yield (*_before(document, match.first), *_behind(document, match.last))


def _behind(document: Document, first: int) -> Iterator[int]:
    for at in range(first, min(first + REACH, len(document.tokens))):
        yield at
        if document.ends_clause(at):
            return


def _before(document: Document, last: int) -> Iterator[int]:
    for at in range(last - 1, max(-1, last - REACH - 1), -1):
        if document.ends_clause(at) and at < last - 1:
            return
        yield at


def _topic(document: Document, spots: Iterable[int]) -> str | None:
    found = (document.at("topic", at) for at in spots)
    return next((str(one.value) for one in found if one is not None), None)
