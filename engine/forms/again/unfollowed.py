"""A turn that nothing answers, in a thread that spoke of work or hardware: what stands, and what can be asked."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.workload.profile import Reading

EMPTY = frozenset({"not_ours", "nothing_held"})  # codes of first lines that hold nothing
PLAINLY = "off_topic"  # the cue of words about something else
ABOUT_NOTHING = frozenset({"chat", "decline"})  # forms


class Unfollowed(Reason, code="unfollowed"):
    """Nothing answers the turn; what was said before it stays."""


def unfollowed(told: FactAnswer, reading: Reading, before: Reading) -> FactAnswer:
    """The answer; in a thread one that says what stands, where the turn got none and is not about something else."""
    first = told.headline
    if first is None or first.code not in EMPTY or told.passages or told.sentences:
        return told
    spoken = before.form not in ABOUT_NOTHING and (before.work_form or before.profile.stated())
    if not spoken or (first.code == "not_ours" and PLAINLY in reading.cues):
        return told
    return told.model_copy(update={"headline": Unfollowed()})
