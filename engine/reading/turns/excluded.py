"""What stays excluded, and what cannot be had, after a turn: naming a thing again lifts both."""

from __future__ import annotations

from collections.abc import Mapping

from engine.workload.profile import SLOTS, Profile, Reading, Unavailable
from knowledge.facts import Scalar

RuledOut = Mapping[str, tuple[str, ...]]


def words_of(ruled_out: RuledOut, words: Mapping[str, str]) -> dict[str, str]:
    """The words that exclude each value."""
    return {value: words[value] for listed in ruled_out.values() for value in listed if value in words}


def unavailable(before: Reading, said: Profile, more: tuple[Unavailable, ...]) -> tuple[Unavailable, ...]:
    """What cannot be had after the turn, which says `said` and that `more` cannot be."""
    named = {*said.candidates, *said.instances}
    return (*(entry for entry in before.unavailable if entry.id not in named), *more)


def ruled_out(
    before: Reading,
    of_turn: RuledOut,
    stated: Mapping[str, Scalar | tuple[str, ...]],
    families: Mapping[str, str],
) -> dict[str, tuple[str, ...]]:
    """What is excluded after the turn. A chip that is named lifts the exclusion of its family: "no GPU" beside an RTX
    3060 was a configuration, and no wish. `families`: the name of the family that each chip is of."""
    merged: dict[str, tuple[str, ...]] = {}
    for slot in SLOTS:
        listed = dict.fromkeys((*before.ruled_out.get(slot, ()), *of_turn.get(slot, ())))
        now = stated.get(slot)
        named = {str(one) for one in (now if isinstance(now, tuple) else (now,))}
        named |= {families[one] for one in named if one in families}
        if left := tuple(value for value in listed if value not in named):
            merged[slot] = left
    return merged
