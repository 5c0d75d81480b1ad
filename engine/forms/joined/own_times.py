"""Times of one's own that nothing is told to set against: the sums of them, what settles it; what more cards bring.

Which time is of which machine is decided in `timed`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.answers.model import FactAnswer
from engine.forms.form import Asked
from engine.forms.joined.amounts import within
from engine.forms.joined.time_lines import (
    HostBound,
    NoGain,
    OfRecording,
    StepsOfData,
    StepsOfPass,
    TimeNeeds,
)
from engine.forms.joined.timed import JUDGED, NORMAL, WHOLE, Timed, Told, plainly, told_of
from engine.forms.joined.told_amounts import told_batch
from engine.forms.told.passes import NormalUnknown, WhichPass
from engine.forms.told.scaling import ScalingLoss
from engine.workload.hours.told_times import told_times
from knowledge.units import SECONDS_PER_HOUR

MANY = 1000  # samples from which a pass is worth a sum
EXAMPLE_BATCH = 64  # samples of a step on all cards, where none was said
TRAINS = "training_words"  # the cue
OF_TIME = frozenset({"token_speed", "of_speed"})  # cues: a "rate" alone may be that of a clock or a link
WONDERED = JUDGED | {"rate", "hours"}  # predicates
HELPS = WONDERED | {"how", "able"}
MULTI = re.compile(
    r"\bmulti(?:ple)?[- ]?gpus?\b.*\bsingle[- ]?gpu|\bsingle[- ]?gpus?\b.*\bmulti(?:ple)?[- ]?gpu"
    r"|\b(?:slower|worse|faster|good|better)\s(?:than|as)\s(?:on\s)?(?:1|one|a single|single)\b", re.I | re.S,
)  # fmt: skip
SPLIT = re.compile(r"\b(?:tp|tensor[- ]parallel(?:ism)?(?:[- ]size)?)\s?[=:]?\s?(\d+)\b", re.I)
SPLITS = "splits"  # the cue
IDLE = re.compile(
    r"gpu(?:s|'s)?[^.\n。;,，]{0,30}?(?:(?:usage|utili[sz]ation|util|load|use)[^.\n。;,，]{0,24}?"
    r"(?:\blow|\bidle|(?<!\d)(?:[0-3]?\d)\s?%)|利用率[^.\n。;,，]{0,10}?(?:低|[0-3]?\d\s?%))", re.I,
)  # fmt: skip
BUSY = re.compile(
    r"cpu[^.\n。;,，]{0,30}?(?:\bhigh|\bfull|\bmax|\bbusy|saturated|bottleneck|(?:9\d|100)\s?%|高|满|占满)", re.I
)


def sums_of_own(asked: Asked) -> FactAnswer | None:
    """The sums alone, which stand above what is written."""
    made = normal_of_own(asked)
    return FactAnswer(headline=made.headline, of_told=True) if made and made.sentences else None


def recording_of_own(asked: Asked) -> FactAnswer | None:
    """How a time stands to the length of the recording it is of, where that is told."""
    made = normal_of_own(asked)
    return made if made and isinstance(made.headline, OfRecording) else None


def normal_of_own(asked: Asked) -> FactAnswer | None:
    """That a time alone tells nothing, and the sums of what was told; None unless that is asked of one's own time."""
    told = plainly(told_of(asked))
    own = [one for one in told.times if not one.theirs]
    if not own or len(own) < len(told.times) or NORMAL.isdisjoint(asked.reading.cues):
        return None
    if not WONDERED & frozenset(asked.reading.sought.predicates) or len({one.key for one in told.machines}) > 1:
        return None
    if told_times(asked.reading.text).progress is not None:
        return None
    trains = asked.profile.task != "inference" and any(one.unit in ("step", "epoch", WHOLE) for one in own)
    trains = trains and (TRAINS in asked.reading.cues or "epoch" in asked.reading.text.casefold())
    samples = within(asked)
    steps = (samples.headline,) if samples and samples.headline else (*_steps_of_pass(own, asked),)
    sums = (*(steps or _steps_of_data(own, asked)), *_of_recording(own, told, trains=trains))
    first, *rest = (*sums, NormalUnknown(trains=trains))
    return FactAnswer(headline=first, sentences=tuple(rest), questions=(WhichPass(trains=trains),), of_told=True)


def no_gain(asked: Asked) -> FactAnswer | None:
    """None unless several numbers of cards are set against each other and the gain is asked after."""
    sought = frozenset(asked.reading.sought.predicates)
    told = told_of(asked)
    counts = {one.cards for one in told.machines if one.cards}
    chips = {one.chip.id for one in told.machines if one.chip}
    split = set(SPLIT.findall(asked.reading.text))
    several = len(counts) > 1 or len(split) > 1 or MULTI.search(asked.reading.text) is not None
    if not several or len(chips) > 1 or not sought & (JUDGED | {"rate", "hours"}) or "fit" in sought:
        return None
    judged = bool(JUDGED & sought)
    serves = bool(split) or SPLITS in asked.reading.cues or asked.profile.task == "inference"
    rest = () if serves else (ScalingLoss(poor=True),)
    return FactAnswer(headline=NoGain(judged=judged, serves=serves), sentences=rest, of_told=True)


def host_bound(asked: Asked) -> FactAnswer | None:
    """None unless it is told that the GPU is little used and the CPU is at its limit."""
    text, sought = asked.reading.text, frozenset(asked.reading.sought.predicates)
    if not sought & HELPS or IDLE.search(text) is None or BUSY.search(text) is None:
        return None
    return FactAnswer(headline=HostBound(judged=not NORMAL.isdisjoint(asked.reading.cues)), of_told=True)


def time_needs(asked: Asked) -> FactAnswer | None:
    """None unless a time or a speed is asked of one chip, and nobody said of what."""
    said, sought = asked.profile, frozenset(asked.reading.sought.predicates)
    chips = {one.chip.id: one.chip for one in told_of(asked).machines if one.chip}
    wondered = sought & (JUDGED | {"hours"}) or ("rate" in sought and not OF_TIME.isdisjoint(asked.reading.cues))
    if not wondered or len(chips) != 1 or said.model or said.parameters:
        return None
    chip = next(iter(chips.values()))
    first = TimeNeeds(
        chip=chip.name, tflops=chip.bf16_dense_tflops.value, gbps=chip.hbm_gbps.value, sixteen=not chip.in_fp32,
        cites=(chip.hbm_gbps.source,),
    )  # fmt: skip
    return FactAnswer(headline=first, questions=(WhichPass(trains=TRAINS in asked.reading.cues),), unsure=True)


def _steps_of_pass(own: list[Timed], asked: Asked) -> Iterator[StepsOfPass]:
    step = next((one for one in own if one.unit == "step"), None)
    one_pass = next((one for one in own if one.unit == "epoch"), None)
    if step is None or one_pass is None:
        return
    passes = asked.profile.epochs
    yield StepsOfPass(
        seconds=step.hours * SECONDS_PER_HOUR, hours=one_pass.hours, steps=one_pass.hours / step.hours,
        passes=passes, whole=one_pass.hours * passes if passes else None,
    )  # fmt: skip


def _steps_of_data(own: list[Timed], asked: Asked) -> Iterator[StepsOfData]:
    step = next((one for one in own if one.unit == "step"), None)
    samples = asked.profile.samples
    if step is None or not samples or samples < MANY or any(one.unit == "epoch" for one in own):
        return
    batch = asked.profile.batch_size or told_batch(asked.reading.text)
    each = (batch or EXAMPLE_BATCH) * (asked.profile.accelerator_count or 1 if batch else 1)
    steps = samples / each
    yield StepsOfData(
        samples=samples, seconds=step.hours * SECONDS_PER_HOUR, batch=each, steps=steps, hours=steps * step.hours,
        told=batch is not None,
    )  # fmt: skip


def _of_recording(own: list[Timed], told: Told, *, trains: bool) -> Iterator[OfRecording]:
    whole = next((one for one in own if one.unit == WHOLE), None)
    if whole is None or trains or len(told.contents) != 1:
        return
    content = told.contents[0]
    chip = whole.on.chip.name if whole.on and whole.on.chip else None
    times = whole.hours / content
    yield OfRecording(took=whole.hours, content=content, times=times, faster=1 / times, chip=chip)
