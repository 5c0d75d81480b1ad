"""Whether a share of the peak that the asker reaches is ordinary, against what was published of that chip."""

from __future__ import annotations

from typing import Literal

from engine.base.reason import Reason
from engine.forms.parts.achieved import achieved
from engine.forms.parts.own_speed import yes_to
from engine.library import Library
from engine.workload.profile import Reading
from engine.workload.told_speeds import told_mfu

JUDGED = frozenset({"judged", "asks_good", "asks_bad", "is_normal"})  # cues
USUAL = "training_share_of_peak"  # the constant
SAME = 0.05  # a share by which figures that somebody rounded differ
Level = Literal["low", "below", "ordinary", "high", "beyond"]  # below: of that chip, and ordinary of others


class MfuJudged(Reason, code="mfu_judged"):
    """`told` of a chip's peak, against the lowest and highest of `sets` published; `yes` where it is asked for."""

    chip: str
    told: float
    low: float
    high: float
    sets: int
    level: Level
    yes: bool | None
    usual_low: float  # of any chip
    usual_high: float


def of_mfu(reading: Reading, library: Library) -> MfuJudged | None:
    """None unless a share of the peak is told and judged, of a chip that somebody published training speeds of."""
    found = told_mfu(reading.text)
    if found is None or JUDGED.isdisjoint(reading.cues):
        return None
    seen = next(iter(achieved(reading.profile, library.facts, library.evidence)), None)
    if seen is None:
        return None
    told = found.share
    usual = library.constants.spread(USUAL)
    level = _level(told, seen.low, seen.high, usual.low)
    return MfuJudged(
        chip=seen.chip,
        told=told,
        low=seen.low,
        high=seen.high,
        sets=seen.sets,
        level=level,
        yes=yes_to(reading, good=level in ("ordinary", "high"), bad=level == "low") if level != "below" else None,
        usual_low=usual.low,
        usual_high=usual.high,
        cites=seen.cites,
    )


def _level(told: float, low: float, high: float, usual: float) -> Level:
    if told > 1:
        return "beyond"
    if told < low * (1 - SAME):
        return "low" if told < usual else "below"
    return "high" if told > high * (1 + SAME) else "ordinary"
