"""What a machine that is named holds, where memory is asked for and the first line uses nothing of that machine.

The machine is what the question states; a rule of thumb or a table of what runs on it uses nothing of that.
"""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.forms.faqs.written import SAID
from engine.forms.fit import answer as fits
from engine.forms.form import Asked
from engine.forms.kinds.kind import work_of
from engine.workload.conditions import FAMILIES
from engine.workload.equipment import of_role

ROOM = frozenset({"fit", "able", "support", "how", "which", "judge", "why", "compare"})  # predicates beside it
RAN_OUT = frozenset({"memory_error", "no_room"})  # cues
WORKS = frozenset({"training_words", "serving_words", "run_on"})  # cues
# Written answers that tell the rule alone.
RULES = SAID["model_unnamed"] | {"memory-rule", "oom-second-card"}
UNKNOWN = frozenset({"nothing_held", "not_held_of"})  # first lines that know nothing of it
# First lines that use nothing of the machine: what runs on it, and that a size is missing.
OVER = frozenset({
    "supported", "support_differs", "support_known", "needs_size", "which_is_meant", "nothing_held", "not_held_of",
})  # fmt: skip


def unsized_there(asked: Asked, first: str, written: str) -> FactAnswer | None:
    """None unless memory is asked for of a machine at hand, and the first line, or the id of the written answer that
    it is, tells of none."""
    if first not in OVER and written not in RULES:
        return None
    reading, said = asked.reading, asked.profile
    sought = frozenset(reading.sought.predicates)
    asks = "fit" in sought or not RAN_OUT.isdisjoint(reading.cues)
    told = bool(of_role(reading, "quoted")) or first in UNKNOWN
    asks = asks or ("able" in sought and told and not WORKS.isdisjoint(reading.cues))
    if not asks or not sought <= ROOM or said.parameters or said.variant or said.model:
        return None
    if not of_role(reading, "asked", "remedy", "owned") and not said.chip_memory_gb:
        return None
    if not (set(said.candidates) - FAMILIES or said.instances or said.chip_memory_gb):
        return None
    work = work_of(reading, asked.library)
    return fits(asked) if work is None or work.is_open else None
