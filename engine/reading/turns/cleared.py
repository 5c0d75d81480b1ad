"""Slots that a turn takes back: "ignore the budget", "drop the deadline", "latency doesn't matter".

What is taken back is a topic beside words that drop it or care nothing for it, within one clause.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from engine.reading.words.patterns import Match

REACH = 3  # tokens between the two
CARES_NOT = "indifferent"  # the class of "doesn't matter"


def cleared_by(
    matches: Collection[Match], topics: Mapping[int, Match], ends_clause: Callable[[int], bool], aim: str | None
) -> set[str]:
    """Their names; `topics`: the slots that are named, by the place of their first token. The `aim` of the thread is
    taken back where it is the one that is denied."""
    spots = (_spots(match, ends_clause) for match in matches)
    found = (next((str(topics[at].value) for at in near if at in topics), "") for near in spots)
    cleared = {slot for slot in found if slot}
    denied = {match.value for match in matches if match.slot == "not_priority"}
    return cleared | ({"priority"} if aim in denied else set())


def _spots(match: Match, ends_clause: Callable[[int], bool]) -> Iterable[int]:
    """Where such words look for what they are about, the nearest first."""
    if match.slot == "move" and match.value == "remove":
        return _behind(match.last, ends_clause)
    if match.slot == CARES_NOT:
        return (*_before(match.first, ends_clause), *_behind(match.last, ends_clause))
    return ()


def _behind(first: int, ends_clause: Callable[[int], bool]) -> Iterator[int]:
    for at in range(first, first + REACH):
        yield at
        if ends_clause(at):
            return


def _before(last: int, ends_clause: Callable[[int], bool]) -> Iterator[int]:
    for at in range(last - 1, max(-1, last - REACH - 1), -1):
        if at < last - 1 and ends_clause(at):
            return
        yield at
