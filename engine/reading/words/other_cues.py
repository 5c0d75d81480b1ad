"""Cues whose words say something else where they stand: "commit to such an investment", "reserve RAM".

The phrases are data: `slot = "not_cue"`, whose value lists the cues, and the slots, that the words inside them do not
show.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.reading.words.patterns import Match


def without_other_cues(matches: Iterable[Match]) -> list[Match]:
    """The matches without the cues and slots that share a word with a phrase which says what they do not."""
    listed = list(matches)
    told: dict[int, set[str]] = {}
    for match in listed:
        if match.slot == "not_cue":
            for at in range(match.first, match.last):
                told.setdefault(at, set()).update(str(match.value).split(","))
    if not told:
        return listed
    return [match for match in listed if match.slot == "not_cue" or not _is_told(match, told)]


def _is_told(match: Match, told: dict[int, set[str]]) -> bool:
    name = str(match.value) if match.slot == "cue" else match.slot
    return any(name in told.get(at, ()) for at in range(match.first, match.last))
