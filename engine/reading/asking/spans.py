"""A turn that says nothing but a time, or how many times: "3 weeks tops", "x5", "for all 5 folds"."""

from __future__ import annotations

from engine.reading.document import Document
from engine.workload.hours.told_spans import times

MOST = 10  # tokens of such a turn
TIMES, BY, LIMIT = "turn_times", frozenset({"x", "times", "×"}), "limit"
OF_TIME = frozenset({"hours_in", "period", "window_unit", "years_in", "number_word", "deadline_cue"})  # classes
SUMS, LEADS = "sum_turn", "turn_in_time"  # classes
UNKNOWN = 2  # words beside what is counted that may be strange: "per tutti e 5 i fold"
FEW, MANY = 2.0, 1000.0


def allowed(turn: Document) -> float | None:
    """The hours of the one time that a turn says, where it says that no more may be taken, and nothing else."""
    if len(turn.tokens) > MOST:
        return None
    found = times(turn.text)
    inside = _inside(turn, {SUMS, LEADS, *OF_TIME})
    limits = any(one.slot == LEADS or (one.slot == SUMS and one.value == LIMIT) for one in turn.matches)
    limits = limits or any(one.slot == "deadline_cue" for one in turn.matches)
    if len(found) != 1 or not limits or _carrying(turn) - inside - _numbers(turn):
        return None
    return found[0].hours


def how_many_times(turn: Document) -> float | None:
    """So many runs, folds or seeds, or "x5"."""
    if len(turn.tokens) > MOST or len(turn.numbers) != 1 or times(turn.text) or turn.classes.get("period"):
        return None  # "2 runs a week"
    number = turn.numbers[0]
    by = {at for at, token in enumerate(turn.tokens) if token.norm in BY}
    named = _inside(turn, {TIMES})
    said = named | by
    strange = _carrying(turn) - said - _numbers(turn)
    if not said or not FEW <= number.value <= MANY or len(strange) > (UNKNOWN if named else 0):
        return None
    if named:
        return number.value
    ends = max(number.last - 1, *by)
    behind = any(token.kind != "mark" for token in turn.tokens[ends + 1 :])  # "2x 4090", "the 12xlarge"
    return number.value if {number.first - 1, number.last} & by and not behind else None


def _inside(turn: Document, classes: set[str]) -> set[int]:
    return {at for one in turn.matches if one.slot in classes for at in range(one.first, one.last)}


def _numbers(turn: Document) -> set[int]:
    told = {at for one in turn.numbers for at in range(one.first, one.last)}
    return told | {at for at, token in enumerate(turn.tokens) if token.kind == "number"}


def _carrying(turn: Document) -> set[int]:
    return {at for at, token in enumerate(turn.tokens) if token.kind != "mark"} - turn.plain_words
