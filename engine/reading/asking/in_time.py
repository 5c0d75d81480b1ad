"""A turn that asks whether the run before it can be done in so many hours, or in half the time: how many it takes."""

from __future__ import annotations

from engine.reading.asking.counts import ANY, MACHINE
from engine.reading.asking.instead import pieces
from engine.reading.document import Document, lay_out
from engine.reading.vocabulary import Vocabulary
from engine.workload.hours.told_spans import times
from engine.workload.profile import Profile, Reading

LEADS, FACTOR, SCALED = "turn_in_time", "factor", "scaled"  # classes of words
OF_TIME = ("hours_in", "window_unit")  # the same, of units
RUN, HOURS = "run", "run_hours"  # a unit of a sum; the slot of what takes time
GPUS = "gpus"  # of a thread that named none
MOST = 16  # tokens of such a turn
DIGITS = 3  # of the hours


def in_time(before: Reading, text: str, vocabulary: Vocabulary) -> str | None:
    """The turn in words that ask for that; None where it asks something else, or no run was told."""
    told = before.sums[-1] if before.sums else None
    if told is None or told.unit != RUN or not told.hours:
        return None
    turn = lay_out(text, vocabulary, Profile(), in_thread=True)
    leads = max(turn.classes.get(LEADS, {}).values(), key=lambda one: one.last - one.first, default=None)
    if leads is None or len(turn.tokens) > MOST:
        return None
    hours = _hours(turn, told.hours)
    if hours is None:
        return None
    asked = str(leads.value).format(hours=f"{hours:.{DIGITS}g}", machine=_machine(before, vocabulary))
    return asked if asked != text else None


def _machine(before: Reading, vocabulary: Vocabulary) -> str:
    """The machine that the thread named last, without how many."""
    for turn in reversed(before.thread):
        document = lay_out(turn.text, vocabulary, Profile())
        named = [one for one in pieces(document) if one.kind == MACHINE and one.value != ANY]
        if named:
            return document.slice(named[-1].first, named[-1].last)
    return GPUS


def _hours(turn: Document, run: float) -> float | None:
    """Those of the one span that the turn says, else so many times those of the run."""
    spans = times(turn.text)
    factor = max(turn.classes.get(FACTOR, {}).values(), key=lambda one: one.last - one.first, default=None)
    said = {LEADS, FACTOR, *OF_TIME}
    inside = {at for one in turn.matches if one.slot in said for at in range(one.first, one.last)}
    inside |= {at for one in turn.numbers for at in range(one.first, one.last)}
    inside |= {one.first for one in turn.matches if one.slot == SCALED and HOURS in str(one.value)}
    carrying = {at for at, token in enumerate(turn.tokens) if token.kind != "mark"}
    if carrying - inside - turn.plain_words:
        return None
    if len(spans) == 1 and factor is None and len(turn.numbers) <= 1:
        return spans[0].hours
    scaled = any(one.slot == SCALED and one.value == HOURS for one in turn.matches)
    if factor is None or spans or not scaled or float(factor.value) >= 1:
        return None
    return run * float(factor.value)
