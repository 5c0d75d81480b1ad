"""Whether a machine is asked for on one thing alone: "with TPU", or "and TPU?" of a thread that asked for any."""

from __future__ import annotations

from engine.workload.profile import Reading

ON = "on_named"  # the cue of "on an L4"


def only_on(reading: Reading) -> bool:
    """Of two things that are named either may be taken, and so may what a message names without such a word."""
    return len(reading.profile.candidates) == 1 and (reading.follows or ON in reading.cues)
