"""A turn that asks which card or machine to take, after an answer on whether work fits one that was named.

"Which card then?" asks for any that does the work: the one that was named is no bound any more.
"""

from __future__ import annotations

from engine.reading.turns.carried import matter
from engine.reading.turns.placed import FIT, HAD, HARDWARE
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Profile, Reading

CHOOSE, ESTIMATE, WHICH = "choose", "estimate", "which"  # forms; a predicate
SPOKE_OF_IT = frozenset({FIT, "explain", ESTIMATE})  # forms of the card before
FACTS = frozenset({"rate", "hours", "carbon", "commit", "compare"})  # predicates
OTHER = frozenset({"for_less", "in_less_time", "better"})  # cues: of the machine that is spoken of
PAIR = 2  # of several that were named, one of them is meant
OPEN, ENOUGH = "open_question", "fit_word"  # cues of "what would be enough?"
OF_KIND = frozenset(
    {"counts_samples", "one_process", "domain"}
)  # cues of the kind of work, which the turn leaves out
BOUGHT = frozenset({"clouds", "region", "purchase", "priority", "deadline_days", "budget_usd"})  # may be said with it


def is_wished(before: Reading, alone: Reading, told: Reading) -> bool:
    """Whether the turn is of that kind; `alone` is what it says by itself."""
    wants = frozenset(alone.sought.predicates)
    asks = (WHICH in wants and wants.isdisjoint(FACTS)) or {OPEN, ENOUGH} <= {*alone.cues}
    elsewhere = before.form not in SPOKE_OF_IT or before.work_form not in ("", FIT, ESTIMATE)
    if not asks or elsewhere or not OTHER.isdisjoint(alone.cues):
        return False
    said = alone.profile.model_copy(update={"candidates": tuple(set(alone.profile.candidates) - FAMILIES)})
    if not said.stated() and any(map(str.isdigit, alone.text)):
        return False  # "and if we rent 32 instead?": so many of those
    known = before.profile
    several = len(set(known.candidates) - FAMILIES) + len(known.instances) >= PAIR
    of_work = known.parameters is not None or known.model is not None or bool(told.domains)
    return of_work and not several and said.stated().keys() <= BOUGHT and not alone.ruled_out


def wished(before: Reading, alone: Reading, told: Reading) -> Reading:
    """What does the work of the thread best, whatever it was put on."""
    gone = HARDWARE | HAD
    work = {slot: value for slot, value in told.profile.stated().items() if slot not in gone}
    asked = {
        "intent": "followup",
        "form": CHOOSE,
        "other_forms": (),
        "work_form": CHOOSE,
        "profile": Profile.model_validate(work),
        "hardware": (),
        "named": (),
        "cues": (*alone.cues, *matter(before, alone), *(cue for cue in before.cues if cue in OF_KIND)),
        "faqs": (),
        "turn": None,
    }
    return told.model_copy(update=asked)
