"""A turn that only names hardware, in a thread that asked whether work fits: is that enough, then.

"I only have a 3090", "I found g4dn.12xlarge, 4 GPUs with 16 GB each": nothing is asked, and no other thing could be.
"""

from __future__ import annotations

from engine.workload.conditions import FAMILIES
from engine.workload.profile import Profile, Reading

FIT = "fit"  # the form, and the predicate
ROOM = frozenset({FIT, "able"})  # predicates
RAN_OUT = frozenset({"memory_error", "no_room", "fails_on_one"})  # cues of a run that needed more than there was
SPOKE_OF_IT = frozenset({FIT, "explain", "decline", "remark", "ask_back"})  # forms of the card before
UNHELD = frozenset({"explain", "decline"})  # the same, of a turn by itself
SET_BESIDE = frozenset({"compare", "explain"})  # the same
HARDWARE = frozenset({"candidates", "instances", "chip_memory_gb", "accelerator_count", "instance_count"})
HAD = frozenset({"current_instances", "current_count", "current_tokens_per_second", "seconds_per_step"})  # elsewhere
MACHINES = frozenset({"instances", "instance_count"})  # have chips and memory of their own
BESIDE = frozenset({  # may be said with it
    "current_instances", "current_count", "managed", "clouds", "region", "architecture",
})  # fmt: skip
COUNTED, MEMORY = "how_many", "how_much_memory"  # cues
ASKED = ("asks_if", "fit", "fit_strong", "fit_word", "run_on")  # cues of the question it is then
AMOUNTS = frozenset({"asks_batch", "asks_context", "asks_users"})  # cues of how much there is room for
OWN = frozenset({"first_person", "owns_card", "owned"})  # cues of what one has
MATTER = frozenset({"training_words", "serving_words", "both_tasks", "not_text", "trains_critic", "reference_only"})
OTHER = frozenset({"vs", "compare", "price", "price_strong", "asks_cost", "asks_time", "shopping", "closing"})  # cues


def is_placed(before: Reading, alone: Reading) -> bool:
    """Whether the turn is of that kind; `alone` is what it says by itself."""
    said = alone.profile.stated().keys()
    things = set(alone.profile.candidates) - FAMILIES or alone.profile.instances or alone.profile.chip_memory_gb
    if not things or not said <= HARDWARE | BESIDE or alone.ruled_out or not OTHER.isdisjoint(alone.cues):
        return False
    sized = before.profile.parameters is not None or before.profile.model is not None
    if sized and before.form in SET_BESIDE and alone.profile.accelerator_count and not alone.sought.predicates:
        return True  # "two 4090s then?", after cards were compared
    asks_room = bool(alone.sought.predicates) and ROOM.issuperset(alone.sought.predicates)
    if asks_room and not sized and before.form in SPOKE_OF_IT and alone.form in UNHELD:
        return True  # "I have 2 A100, is it possible?", of a model nobody named
    if alone.sought.asks or "?" in alone.text:
        return False
    counted = COUNTED in before.cues and MEMORY not in before.cues
    if counted and not (alone.profile.accelerator_count or alone.profile.instance_count):
        return False  # "and with H100": how many of them
    if _is_as_many(before, alone) or (not AMOUNTS.isdisjoint(before.cues) and OWN.isdisjoint(alone.cues)):
        return False
    asked_room = not ROOM.isdisjoint(before.sought.predicates) or not RAN_OUT.isdisjoint(before.cues)
    return asked_room and before.form in SPOKE_OF_IT


def _is_as_many(before: Reading, alone: Reading) -> bool:
    """ "Use H200 instead", after two A100: two of those."""
    known, said = before.profile, alone.profile
    several = max(known.accelerator_count or 1, known.instance_count or 1) > 1 and not known.chip_memory_gb
    cards = said.chip_memory_gb and not said.candidates  # "V100 32GB ones" are as many
    counted = said.accelerator_count or said.instance_count or said.instances or cards
    return several and not counted and not OWN.intersection(alone.cues)


def placed(before: Reading, alone: Reading, told: Reading) -> Reading:
    """The work of the thread on the hardware of the turn, asked whether it fits."""
    gone = HARDWARE | HAD
    work = {slot: value for slot, value in told.profile.stated().items() if slot not in gone}
    said = HARDWARE if not alone.profile.instances else MACHINES
    there = {slot: value for slot, value in alone.profile.stated().items() if slot in said}
    named = tuple(one for one in alone.profile.candidates if one not in FAMILIES)
    if alone.profile.instances:
        named = ()
    elif "accelerator_count" not in there and not any(f"{one.words}s" in alone.text for one in alone.hardware):
        there |= {} if before.profile.instances else {"accelerator_count": 1}  # of a type: any that has it
    asked = {
        "intent": "followup",
        "form": FIT,
        "other_forms": (),
        "work_form": FIT,
        "profile": Profile.model_validate(work | there | {"candidates": named}),
        "hardware": alone.hardware,
        "named": (*named, *alone.profile.instances),
        "cues": (*ASKED, *(cue for cue in before.cues if cue in MATTER)),
        "sought": before.sought,
        "faqs": (),
        "turn": None,
        "unread_asked": (),
        "deciding": (),
    }
    return told.model_copy(update=asked)
