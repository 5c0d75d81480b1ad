"""What a question about memory asks for itself: the number of users, the chips, the precision or the way to train."""

from __future__ import annotations

import re
from typing import cast

from engine.forms.parts.hardware import Hardware
from engine.forms.parts.rows import Work
from engine.memory.ways import SERVING, Way, ways
from engine.options.problem import Problem
from engine.workload.profile import Method, Profile, Reading
from engine.workload.question import FormCues

MEMORY, IF = "how_much_memory", "asks_if"  # cues
USERS = "asks_users"  # the cue: how many a card answers at once is asked, and no number of cards
EIGHT, SEVERAL = frozenset({"fp8", "int8"}), 2  # precisions
ONE = "one_user"  # the cue
NARROWER = "or_quantize"  # the cue
EITHER, TRAINED = "full_or_lora", frozenset({"full", "lora", "qlora"})  # the cue; ways
REINFORCED = frozenset({"reference_only", "trains_critic"})  # cues of GRPO, DPO and PPO
OF_SIZE = re.compile(r"-(\d+)$")  # the gigabytes in the id of a card that comes with several


def of_any(reading: Reading) -> Reading:
    """Without what was said of the thing that is asked for."""
    return _in_any_way(_of_own_memory(_in_any_precision(_of_any_users(_of_any_chips(reading)))))


def weighs_precision(seen: FormCues) -> bool:
    """ "27B on an RTX 6000: bf16, or do we need to quantize?"."""
    return (
        seen.has(NARROWER)
        and seen.profile.task != "fine_tuning"
        and (seen.says("parameters") or seen.says("variant"))
        and seen.hardware_named > 0
    )


def _of_any_users(reading: Reading) -> Reading:
    """How many it serves at once is asked: the number that somebody tried is not the wanted one."""
    if USERS not in reading.cues:
        return reading
    cues = tuple(cue for cue in reading.cues if cue != ONE)
    said = {"profile": reading.profile.model_copy(update={"concurrent_users": None}), "cues": cues}
    return reading.model_copy(update=said)


def _of_any_chips(reading: Reading) -> Reading:
    """In a thread: how much memory something takes is asked of no chips, whichever the turns before named."""
    if reading.intent != "followup" or reading.named or MEMORY not in reading.cues or IF in reading.cues:
        return reading
    unnamed = dict.fromkeys(("accelerator_count", "instance_count", "chip_memory_gb", "current_count"))
    lists: dict[str, object] = {"candidates": (), "instances": (), "current_instances": ()}
    said = reading.profile.model_copy(update=unnamed | lists)
    return reading.model_copy(update={"profile": said, "hardware": ()})


def _in_any_precision(reading: Reading) -> Reading:
    """Whether it has to be quantized is asked: the precision that was said is one side of it."""
    if NARROWER not in reading.cues or reading.profile.task == "fine_tuning":
        return reading  # "fine-tuning without quantization"
    said = reading.profile.model_copy(update={"precision": None, "task": "inference"})
    return reading.model_copy(update={"profile": said})


def _in_any_way(reading: Reading) -> Reading:
    """Whether all weights or adapters are trained is asked: the one that was said last is one side of it."""
    said = reading.profile
    if EITHER not in reading.cues or said.method not in TRAINED:
        return reading
    every: Method | None = "rlhf" if REINFORCED & set(reading.cues) else None
    return reading.model_copy(update={"profile": said.model_copy(update={"method": every})})


def _of_own_memory(reading: Reading) -> Reading:
    """Without the gigabytes of another card, where one's own is named with its own: "we have 4x A100 40GB, did they
    use the 80GB ones"."""
    said = reading.profile
    sized = [OF_SIZE.search(name) for name in said.current_instances]
    own = [float(found[1]) for found in sized if found]
    if not own or len(own) < len(sized) or said.chip_memory_gb in (None, *own):
        return reading
    return reading.model_copy(update={"profile": said.model_copy(update={"chip_memory_gb": None})})


def in_told(reading: Reading, told: tuple[str, ...]) -> Reading:
    """In the narrower of two precisions that are both asked for: the wider is told beside it."""
    narrow = [one for one in told if one in EIGHT]
    said = reading.profile
    if said.precision is not None or len(told) < SEVERAL or not narrow or said.task not in (None, "inference"):
        return reading
    if said.method is not None:
        return reading
    of_it = said.model_copy(update={"precision": narrow[0], "task": "inference"})
    return reading.model_copy(update={"profile": of_it})


def in_training(reading: Reading) -> Reading:
    """With training as the task, where a precision was said and no task: "FP8 training of an 8B" serves nothing."""
    said = reading.profile
    if said.task is not None or said.method is not None or said.precision not in SERVING:
        return reading
    return reading.model_copy(update={"profile": said.model_copy(update={"task": "fine_tuning"})})


def ways_asked(problem: Problem, is_trained: bool, named: tuple[Hardware, ...]) -> tuple[Way, ...]:
    """Those of the task; of a task nobody said, serving first, unless the model answers with no tokens.

    A model is served in the precision it is published in, where that is known and the chips compute it.
    """
    said, native = problem.filled.reading.profile, problem.shape.native_precision
    if (
        native is None
        or said.precision is not None
        or not any(_serves_in(native, problem, kind) for kind in named or (None,))
    ):
        return _plain_ways(said, is_trained)
    found = _plain_ways(said, is_trained)
    served: tuple[Way, ...] = (cast("Way", native), "bf16", "int4")
    first = tuple(way for way in served if way != "int4" or native != "fp4")
    return (*(dict.fromkeys(first) if SERVING & set(found) else ()), *(way for way in found if way not in SERVING))


def _serves_in(native: str, problem: Problem, kind: Hardware | None) -> bool:
    return kind is None or Work(cast("Way", native), problem).runs_on(kind.chip)


def _plain_ways(said: Profile, is_trained: bool) -> tuple[Way, ...]:
    if is_trained and said.task is None:
        return ways(said.model_copy(update={"task": "fine_tuning"}))
    if said.task is not None or said.method is not None:
        return ways(said.model_copy(update={"task": said.task or "fine_tuning"}))
    serving = ways(said.model_copy(update={"task": "inference"}))
    return serving if said.precision else (*serving, *ways(said.model_copy(update={"task": "fine_tuning"})))
