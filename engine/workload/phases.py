"""What is done with the model that a text is about: it is trained, it answers, or nobody said."""

from __future__ import annotations

from engine.workload.profile import Reading
from knowledge.facts import Phase

TRAINS, SERVES, LOADS = "training_words", "serving_words", "loads"  # cues
TRAINED = frozenset({"pretraining", "fine_tuning"})  # tasks


def phases_said(reading: Reading) -> frozenset[Phase]:
    """The phases a text speaks of: that of its task, where it says one; none where it says nothing of it.

    A model is loaded in both: beside words of training that says nothing. Of both, that which is asked about: "it
    serves well on a 4090; how much does fine-tuning take?"
    """
    said, cues = reading.profile, set(reading.cues)
    if said.task is not None:
        return frozenset({"training" if said.task in TRAINED else "inference"})
    asked = {TRAINS, SERVES} & set(reading.sought.cues)
    if {TRAINS, SERVES} <= cues and len(asked) == 1:
        return frozenset({"training" if TRAINS in asked else "inference"})
    found: set[Phase] = set()
    if TRAINS in cues or said.method is not None:
        found.add("training")
    if SERVES in cues or (LOADS in cues and not found):
        found.add("inference")
    return frozenset(found)
