"""How much of the time a GPU waits by the figures that are told, and what no wait would save."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.forms.symptoms.symptom_reasons import SymptomTold, SymptomWaits
from engine.workload.hours.told_times import seconds_in

PERCENT = 100.0
PARTS = 3  # of a step: the whole, what is computed, what is waited
NEAR = 0.02  # by which two parts may miss the whole
_WAITS = r"(?:data\s?-?load\w*|load(?:s|ing|er)?\b|wait\w*|input|fetch\w*|decod\w*|preprocess\w*)"
_SHARE = re.compile(rf"(\d+(?:\.\d+)?)\s?%\s(?:of|is|in|the|time)\b[^.?!\n%]{{0,50}}?\b{_WAITS}", re.IGNORECASE)
_SHARE_LATER = re.compile(
    rf"\b{_WAITS}[^.?!\n%]{{0,40}}?\b(\d+(?:\.\d+)?)\s?% of (?:the |all |my )?(?:\w+ )?time", re.I
)
_UTIL = re.compile(r"\bgpu|util|usage|memory", re.IGNORECASE)
_TIME = re.compile(r"(?<![\w.,])(\d+(?:\.\d+)?)\s?(ms|s|secs?|seconds?|mins?|minutes?)\b", re.IGNORECASE)
_WORD = re.compile(rf"\b{_WAITS}", re.IGNORECASE)
BUSY = 85.0  # percent: from there on nothing waits
_SEEN = re.compile(r"(?:util\w*|usage|gpus?|card)\b[^.?!\n%\d]{0,30}(\d+(?:\.\d+)?)\s?%", re.IGNORECASE)
_MOVES = re.compile(r"\b(?:jump|drop|spik|fluctuat|swing|then|between|var[iy]|oscillat|low|idle)", re.IGNORECASE)


class _Time(NamedTuple):
    seconds: float
    first: int
    last: int


def waited(told: SymptomTold, text: str) -> SymptomTold:
    """With what no wait would save, where the text tells a share that is waited."""
    share = _share(text) or _of_parts(text)
    if not share or not 0 < share < 1:
        return told
    return SymptomWaits(**told.values, cites=told.cites, share=share, rest=1 - share, gain=1 / (1 - share))


def is_busy(text: str) -> bool:
    """Whether every utilization that is told is near the full one."""
    seen = [float(one) for one in _SEEN.findall(text)]
    return bool(seen) and min(seen) >= BUSY and not _WORD.search(text) and not _MOVES.search(text)


def _share(text: str) -> float | None:
    for found in (*_SHARE.finditer(text), *_SHARE_LATER.finditer(text)):
        if not _UTIL.search(found[0]):  # "GPU usage 60% while loading"
            return float(found[1]) / PERCENT
    return None


def _of_parts(text: str) -> float | None:
    """Of a step of 55 s, 42 of it computed and 13 waited: the part that a word of waiting is nearest to."""
    times = [_Time(float(one[1]) * seconds_in(one[2]), one.start(), one.end()) for one in _TIME.finditer(text)]
    words = [one.start() for one in _WORD.finditer(text)]
    if len(times) != PARTS or not words:
        return None
    whole, *parts = sorted(times, key=lambda one: -one.seconds)
    if abs(sum(one.seconds for one in parts) - whole.seconds) > NEAR * whole.seconds:
        return None
    late = min(parts, key=lambda one: min(abs(at - one.last) for at in words))
    return late.seconds / whole.seconds
