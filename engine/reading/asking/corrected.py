"""A turn that says one amount and takes back another of its kind, as it would be without what it takes back: "sorry,
30B not 13"; one that says "no" before other things, as it would be without that: "no, on spot"; and one that says
that it asks beside, without those words: "what is QLoRA, by the way?"."""

from __future__ import annotations

from engine.reading.asking.counts import AMOUNT, Piece
from engine.reading.asking.instead import pieces
from engine.reading.asking.only_says import only_says
from engine.reading.document import Document, lay_out
from engine.reading.vocabulary import Vocabulary
from engine.workload.profile import Profile

DENIES = "turn_denies"  # the class of words before what is taken back
MOVE, REPLACES, COMMA = "move", "replace", frozenset({",", "，", "、"})  # a class and its value; marks behind it
BESIDE = "turn_beside"  # the class of words that only say that something is asked beside
MOST, REACH = 16, 3  # tokens of such a turn; between what denies and what is denied


def corrected(text: str, vocabulary: Vocabulary) -> str:
    """The text itself, where it takes back nothing, or no like of it is said."""
    turn = lay_out(text, vocabulary, Profile(), in_thread=True)
    if len(turn.tokens) > MOST:
        return text
    for beside in (match for match in turn.matches if match.slot == BESIDE):
        return corrected(_without(turn, beside.first, beside.last), vocabulary)
    said = [one for one in pieces(turn) if one.kind == AMOUNT]
    for denies in (match for match in turn.matches if match.slot == DENIES):
        near = (one for one in said if denies.last <= one.first < denies.last + REACH)
        gone = min(near, key=lambda one: one.first, default=None)
        if gone is not None and any(one is not gone and _is_like(gone, one) for one in said):
            return _without(turn, denies.first, gone.last)
    if not (begins := _begins(turn)):
        return text
    rest = lay_out(turn.slice(begins, len(turn.tokens)), vocabulary, Profile(), in_thread=True)
    return rest.text if (named := list(pieces(rest))) and only_says(rest, named) else text


def _begins(turn: Document) -> int:
    """The first token behind words before a comma that say no more than that something else was meant."""
    at = 0
    for match in sorted((one for one in turn.matches if one.slot == MOVE), key=lambda one: one.first):
        closed = match.last < len(turn.tokens) - 1 and turn.tokens[match.last].norm in COMMA
        if match.value == REPLACES and match.first == at and closed:
            at = match.last + 1
    return at


def _is_like(gone: Piece, other: Piece) -> bool:
    return gone.key in ("", other.key)


def _without(turn: Document, first: int, last: int) -> str:
    """The words before and behind, without the marks that joined them."""
    words = [token for at, token in enumerate(turn.tokens) if not first <= at < last]
    kept = [turn.slice(0, first).rstrip(" ,;-–"), turn.slice(last, len(turn.tokens)).lstrip(" ,;-–")]
    return " ".join(one for one in kept if one) if words else turn.text
