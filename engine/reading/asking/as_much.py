"""A turn that says so many times as much of what the thread said: "half the data", "what if the traffic doubles?".

The amount in the question takes its new value, so that the turn is answered as the whole question with it would be.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.reading.asking.counts import MACHINE, Cut, Piece, count_of, cut, factors
from engine.reading.asking.only_says import only_says
from engine.reading.document import Document, lay_out
from engine.reading.vocabulary import Vocabulary
from engine.reading.words.patterns import Match
from engine.workload.profile import Profile, Turn

SCALED, INSTANCE = "scaled", "instance"  # a class, a kind of token
OF_WORK = frozenset({"tokens", "samples"})  # slots of how much there is to do
TIMES = "times"  # the kind of such a stretch
MACHINES = "accelerator_count"  # a slot
REACH = 3  # tokens between a factor and what it multiplies
DIGITS = 6  # behind the point


def as_much(thread: Sequence[Turn], text: str, vocabulary: Vocabulary) -> tuple[str, ...] | None:
    """The texts of the thread with the amount multiplied in the last that says it; None where the turn says more, or
    no text says such an amount."""
    turn = lay_out(text, vocabulary, Profile(), in_thread=True)
    said = _times(turn)
    if said is None:
        return None
    factor, thing = said
    beside = thing or factor
    stretch = Piece(TIMES, min(factor.first, beside.first), max(factor.last, beside.last))
    if not only_says(turn, [stretch]):
        return None
    slots, texts = set(str(thing.value).split(",") if thing else OF_WORK), [one.text for one in thread]
    for at in range(len(texts) - 1, -1, -1):
        asked = lay_out(texts[at], vocabulary, Profile())
        made = _counted(asked, slots, float(factor.value)) or _machines(asked, slots, float(factor.value))
        if made is not None:
            first, last, words = made
            texts[at] = f"{texts[at][:first]}{words}{texts[at][last:]}"
            return tuple(texts)
    return None


def _times(turn: Document) -> tuple[Match, Match | None] | None:
    """The one factor of the turn, and what it multiplies, behind it or before it; None: "double that"."""
    found = factors(turn)
    factor = max(found, key=lambda one: (one.last - one.first, -one.first), default=None)
    if factor is None or any(one.first >= factor.last or one.last <= factor.first for one in found):
        return None
    near = (*range(factor.last, factor.last + REACH + 1), *range(factor.first - 1, factor.first - REACH, -1))
    thing = next((turn.classes[SCALED][at] for at in near if at in turn.classes.get(SCALED, {})), None)
    return factor, thing


def _counted(asked: Document, slots: set[str], factor: float) -> Cut | None:
    """The last amount whose unit is of those slots, so many times as large."""
    for number in reversed(asked.numbers):
        unit = asked.at(SCALED, asked.skip(number.last))
        if unit is not None and slots.intersection(str(unit.value).split(",")) and number.scale:
            if MACHINES in slots and not _is_whole(number.value * factor):
                return None
            words = _written(number.value * factor / number.scale)
            return cut(asked, number.first, number.first + 1, words)
    return None


def _machines(asked: Document, slots: set[str], factor: float) -> Cut | None:
    """So many times as many machines as are named last; one, of a type that is named without a number."""
    if MACHINES not in slots:
        return None
    named = [one for one in asked.matches if one.slot in ("instances", "candidates") and one.value != "gpu"]
    if not named:
        return None
    last = max(named, key=lambda one: (one.last, one.last - one.first))
    machine = Piece(MACHINE, last.first, last.last)
    at = count_of(asked, machine)
    if at is None and asked.tokens[last.last - 1].kind != INSTANCE:
        return None
    was = next((one.value for one in asked.numbers if at is not None and one.first == at), 1.0)
    number = was * factor
    if not _is_whole(number):
        return None
    if at is None:
        start = asked.tokens[last.first].start
        return start, start, f"{_written(number)} "
    return cut(asked, at, at + 1, _written(number))


def _is_whole(number: float) -> bool:
    return number >= 1 and number == int(number)


def _written(value: float) -> str:
    return f"{value:.{DIGITS}f}".rstrip("0").rstrip(".")
