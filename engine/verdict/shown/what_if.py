"""A flip, applied: the reading as if the value that turns the sum had been said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.verdict.flips import Flip
from engine.workload.profile import SLOTS, Reading
from engine.workload.said import said_also
from knowledge.facts import Scalar

EXCLUDED = "ruled_out"
SHOWN = 3
Values = dict[str, Scalar]


def nearest(flips: Sequence[Flip]) -> tuple[Flip, ...]:
    """The flips worth a click: those a person can say, one of the numbers that mean the same, the nearest first."""
    sayable = [flip for flip in flips if flip.slot in SLOTS]
    in_runs = any(flip.slot == "runs" for flip in sayable)
    numbers = [flip for flip in sayable if flip.ratio is not None and not (flip.slot == "tokens" and in_runs)]
    choices = [flip for flip in sayable if flip.ratio is None]
    return (*numbers[:1], *choices, *numbers[1:])[:SHOWN]


def values_of(flip: Flip) -> Values:
    """What would have to be said for the verdict to turn."""
    return {flip.slot: flip.at}


def applied(reading: Reading, values: Mapping[str, Scalar | tuple[str, ...] | None]) -> Reading:
    """The reading as if `values` had been said as well; None takes a slot back. It is a follow-up.

    `ruled_out` is no slot: what may not be chosen, each "slot=value", in place of what the text excludes.

    Raises:
        ValueError: no slot, or no value of it.
    """
    values = dict(values)
    if EXCLUDED in values:
        reading = _excluding(reading, values.pop(EXCLUDED))
    if not set(values) <= set(SLOTS):
        raise ValueError(f"no slots: {set(values) - set(SLOTS)}")
    profile = said_also(reading.profile, values)
    return reading.model_copy(
        update={
            "intent": "followup",
            "profile": profile,
            "words": {slot: words for slot, words in reading.words.items() if slot not in values},
            "ruled_out": _still_ruled_out(reading, values),
            "ambiguous": {slot: values_read for slot, values_read in reading.ambiguous.items() if slot not in values},
            "unread": (),
            "thread": (),  # its texts say something else now
        }
    )


def _excluding(reading: Reading, listed: object) -> Reading:
    """With other exclusions; what cannot be had stays so where it is still listed."""
    pairs = [str(entry).partition("=")[::2] for entry in listed] if isinstance(listed, tuple) else []
    gone = tuple(entry for entry in reading.unavailable if entry.id in [value for _, value in pairs])
    out: dict[str, tuple[str, ...]] = {}
    for slot, value in pairs:
        if all(entry.id != value for entry in gone):
            out[slot] = (*out.get(slot, ()), value)
    return reading.model_copy(update={"ruled_out": out, "unavailable": gone})


def _still_ruled_out(reading: Reading, values: Mapping[str, object]) -> dict[str, tuple[str, ...]]:
    """Saying a value lifts its exclusion."""
    remaining: dict[str, tuple[str, ...]] = {}
    for slot, listed in reading.ruled_out.items():
        now = values.get(slot)
        kept = tuple(value for value in listed if value != now and not (isinstance(now, tuple) and value in now))
        if kept:
            remaining[slot] = kept
    return remaining
