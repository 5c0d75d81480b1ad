"""Whether a machine is asked for on what is named alone: "which TPU", "with TPU", or "and TPU?" of a thread that
asked for any."""

from __future__ import annotations

from engine.workload.profile import Reading

ON = "on_named"  # the cue of "on an L4"
ANY = frozenset({"gpu"})  # the family that "a GPU" names


def keeps_to(reading: Reading, *, asks_card: bool) -> bool:
    """Of two things that are named either may be taken, and so may what a message names without such a word."""
    named = reading.profile.candidates
    alone = len(named) == 1 and (reading.follows or ON in reading.cues)
    return (asks_card or alone) and bool(set(named) - ANY)
