"""What a question about memory asks for itself: the number of users, the chips or the precision."""

from __future__ import annotations

from dataclasses import replace

from engine.forms.form import Asked
from engine.workload.question import FormCues

MEMORY, IF = "how_much_memory", "asks_if"  # cues
USERS = "asks_users"  # the cue: how many a card answers at once is asked, and no number of cards
ONE = "one_user"  # the cue
NARROWER = "or_quantize"  # the cue


def of_any(asked: Asked) -> Asked:
    """Without what was said of the thing that is asked for."""
    return _in_any_precision(_of_any_users(_of_any_chips(asked)))


def weighs_precision(seen: FormCues) -> bool:
    """ "27B on an RTX 6000: bf16, or do we need to quantize?"."""
    return seen.has(NARROWER) and (seen.says("parameters") or seen.says("variant")) and seen.hardware_named > 0


def _of_any_users(asked: Asked) -> Asked:
    """How many it serves at once is asked: the number that somebody tried is not the wanted one."""
    reading = asked.reading
    if USERS not in reading.cues:
        return asked
    cues = tuple(cue for cue in reading.cues if cue != ONE)
    said = {"profile": reading.profile.model_copy(update={"concurrent_users": None}), "cues": cues}
    return replace(asked, reading=reading.model_copy(update=said))


def _of_any_chips(asked: Asked) -> Asked:
    """In a thread: how much memory something takes is asked of no chips, whichever the turns before named."""
    reading = asked.reading
    if reading.intent != "followup" or reading.named or MEMORY not in reading.cues or IF in reading.cues:
        return asked
    unnamed = dict.fromkeys(("accelerator_count", "instance_count", "chip_memory_gb", "current_count"))
    lists: dict[str, object] = {"candidates": (), "instances": (), "current_instances": ()}
    said = reading.profile.model_copy(update=unnamed | lists)
    return replace(asked, reading=reading.model_copy(update={"profile": said, "hardware": ()}))


def _in_any_precision(asked: Asked) -> Asked:
    """Whether it has to be quantized is asked: the precision that was said is one side of it."""
    if NARROWER not in asked.reading.cues:
        return asked
    said = asked.reading.profile.model_copy(update={"precision": None, "task": "inference"})
    return replace(asked, reading=asked.reading.model_copy(update={"profile": said}))
