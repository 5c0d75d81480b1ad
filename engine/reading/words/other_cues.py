"""Cues whose words say something else where they stand: "commit to such an investment", "reserve RAM".

The phrases are data: `slot = "not_cue"`, whose value lists the cues, and the slots, that the words inside them do not
show; and names whose parts are none of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.reading.words.patterns import Match
from engine.reading.words.tokens import Token

MADE = frozenset({"task", "task.hint", "method", "training_words", "trains"})  # slots and cues of work on a model
NAMES = ("libraries", "dataset")  # what stands inside a name is nothing else: ZeRO denies nothing and counts nothing


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


def without_parts_of_names(matches: list[Match]) -> list[Match]:
    """Without what is denied, or begins inside a name of several words and is no name itself ("ZeRO-3")."""
    denied = {at for m in matches if m.slot == "no_library" for at in range(m.first, m.last)}
    matches = [m for m in matches if m.slot != "libraries" or m.first not in denied]
    names = {at for m in matches if m.slot in NAMES and m.last - m.first > 1 for at in range(m.first, m.last)}
    if not names:
        return matches
    return [m for m in matches if m.first not in names or m.slot in (*NAMES, "not_model", "framework", "cue")]


def without_parts_of_identifiers(tokens: Sequence[Token], matches: list[Match]) -> list[Match]:
    """Without what the name of a model says of how it was made: "OA_SFT_Llama_30B_6" is trained by nobody here."""
    models = {at for m in matches if m.slot == "model" for at in range(m.first, m.last)}
    inside: set[int] = set()
    for at in models:
        first = last = at
        while first > 1 and tokens[first].glued and tokens[first - 1].norm == "_" and tokens[first - 1].glued:
            first -= 2
        while last + 2 < len(tokens) and tokens[last + 1].norm == "_" and tokens[last + 2].glued:
            last += 2
        inside.update(range(first, last + 1) if last > first else ())
    made = inside - models
    return [m for m in matches if m.first not in made or not (m.slot in MADE or str(m.value) in MADE)]


def _is_told(match: Match, told: dict[int, set[str]]) -> bool:
    name = str(match.value) if match.slot == "cue" else match.slot
    return any(name in told.get(at, ()) for at in range(match.first, match.last))
