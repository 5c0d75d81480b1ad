"""Whether a turn only says other things: "and an H200?", "switch to 400M tokens", "how does that change on L4?"."""

from __future__ import annotations

from collections.abc import Sequence

from engine.reading.asking.counts import Piece
from engine.reading.document import Document
from engine.reading.turns.bare import MOST, OTHER, OWN, SHORT
from engine.reading.words.patterns import Match

ASIDE = frozenset({"priority", "task"})  # slots that change what is asked
GONE = frozenset({"remove", "reset"})  # moves that take something away
UNSAID, CHANGE = "unsaid", "turn_change"  # classes: of "I never said", and of "switch to", which asks nothing itself
FEW = 64  # machines that a bare number counts wherever it stands
# Classes of the unit behind a number, the most telling first.
UNITS = ("gigabytes", "years_in", "hours_in", "seconds_in", "figure_unit", "counted", "unit_noun", "thing")


def only_says(turn: Document, said: Sequence[Piece]) -> bool:
    """Whether the turn is short, asks nothing outside of what it says, and has no word that was not understood."""
    tokens, moved = turn.tokens, changes(turn)
    inside = {at for piece in said for at in range(piece.first, piece.last)} | moved
    for match in turn.matches:
        within = inside.issuperset(range(match.first, match.last))
        if match.slot == "move" and match.value in GONE and not within:
            return False
        if match.slot in ASIDE or match.slot == UNSAID:
            return False
        if match.slot == "predicate" and match.value != OTHER and not within and not _is_sum(turn, match):
            return False
        if match.slot == "cue" and match.value in OWN and not within and not _is_sum(turn, match):
            return False
    opens = bool(moved) or len(tokens) <= SHORT or any(m.slot == "move" and m.first <= 1 for m in turn.matches)
    carrying = {at for at, token in enumerate(tokens) if token.kind != "mark"} - turn.plain_words - inside
    units = {at for m in turn.matches if m.slot in ("multiplier", *UNITS) for at in range(m.first, m.last)}
    return opens and len(tokens) <= MOST and carrying <= units


def changes(turn: Document) -> set[int]:
    """The tokens of words that only say that something takes the place of another."""
    return {at for match in turn.matches if match.slot == CHANGE for at in range(match.first, match.last)}


def stands_alone(turn: Document, number: Piece) -> bool:
    """Whether a bare number is all that a turn says: "and 16?", "if we move to 4"; a large one behind one word."""
    rest = {at for at, token in enumerate(turn.tokens) if token.kind != "mark"} - {*range(number.first, number.last)}
    digits = turn.tokens[number.first].norm
    few = number.first <= 1 or not digits.isdecimal() or int(digits) <= FEW
    return few and rest <= turn.plain_words | changes(turn)


def _is_sum(turn: Document, match: Match) -> bool:
    """Whether what asks for dollars is the sign before a sum."""
    return turn.tokens[match.first].norm == "$" and turn.tokens[match.first + 1 : match.last + 1][-1:] != []
