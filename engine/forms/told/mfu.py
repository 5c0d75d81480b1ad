"""Whether a share of the peak that the asker reaches is ordinary, against what was published of that chip."""

from __future__ import annotations

from typing import Literal

from engine.base.reason import Reason
from engine.forms.parts.achieved import MfuSeen, achieved
from engine.forms.parts.own_speed import yes_to
from engine.library import Library
from engine.workload.profile import Reading
from engine.workload.told_speeds import JUDGED, told_mfu
from knowledge.facts import Accelerator

USUAL = "training_share_of_peak"  # the constant
SAME = 0.05  # a share by which figures that somebody rounded differ
Level = Literal["low", "below", "ordinary", "high", "beyond"]  # below: of that chip, and ordinary of others


class MfuJudged(Reason, code="mfu_judged"):
    """`told` of a chip's peak, against the lowest and highest of `sets` published, 0 where none is of this chip and
    they are those of any; `yes` where it is asked for. `reached` of `peak` TFLOP/s where that was told, else 0."""

    chip: str
    told: float
    low: float
    high: float
    sets: int
    level: Level
    yes: bool | None
    usual_low: float  # of any chip
    usual_high: float
    reached: float = 0.0
    peak: float = 0.0
    of_core: bool = False  # the speed and the peak are those of one core
    experts: bool = False  # of a model with experts, which reaches less


def of_mfu(reading: Reading, library: Library) -> MfuJudged | None:
    """None unless a share of the peak is told and judged, of a chip that somebody published training speeds of."""
    found = told_mfu(reading.text)
    if found is None or JUDGED.isdisjoint(reading.cues):
        return None
    seen = next(iter(achieved(reading.profile, library.facts, library.evidence)), None)
    return _judged(reading, library, seen, found.share) if seen else None


def judged(
    reading: Reading, library: Library, chip: Accelerator, share: float, *, reached: float, peak: float, of_core: bool
) -> MfuJudged:
    """A speed of `reached` of `peak` TFLOP/s, against this chip's published sets, else against those of any."""
    said = reading.profile.model_copy(update={"candidates": (chip.id,)})
    usual = library.constants.entry(USUAL)
    sets = achieved(said, library.facts, library.evidence)
    seen = next(iter(sets), None) or MfuSeen(
        chip=chip.name, low=usual.value.low, middle=usual.value.likely, high=usual.value.high, sets=0, tflops=0.0,
        cites=(usual.source,),
    )  # fmt: skip
    told = _judged(reading, library, seen, share)
    experts = reading.profile.architecture == "moe"
    cites = dict.fromkeys((chip.bf16_dense_tflops.source, *told.cites))
    return told.model_copy(
        update={"reached": reached, "peak": peak, "of_core": of_core, "experts": experts, "cites": tuple(cites)}
    )


def _judged(reading: Reading, library: Library, seen: MfuSeen, told: float) -> MfuJudged:
    usual = library.constants.spread(USUAL)
    level = _level(told, seen.low, seen.high, usual.low)
    return MfuJudged(
        chip=seen.chip,
        told=told,
        low=seen.low,
        high=seen.high,
        sets=seen.sets,
        level=level,
        yes=_yes(reading, level),
        usual_low=usual.low,
        usual_high=usual.high,
        cites=seen.cites,
    )


def _yes(reading: Reading, level: Level) -> bool | None:
    """What is below that chip's sets and ordinary of others is not low, nor good."""
    if level == "below":
        return False if "asks_bad" in reading.cues else None
    return yes_to(reading, good=level in ("ordinary", "high"), bad=level == "low")


def _level(told: float, low: float, high: float, usual: float) -> Level:
    if told > 1:
        return "beyond"
    if told < low * (1 - SAME):
        return "low" if told < usual else "below"
    return "high" if told > high * (1 + SAME) else "ordinary"
