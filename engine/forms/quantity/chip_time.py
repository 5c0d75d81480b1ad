"""Chip-hours first, where they are asked for, and how long that is on the number of chips that was said.

hours there = chip-hours / chips, at the speed each has in the estimate; enough if that is within the time said.
"""

from __future__ import annotations

import re

from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.estimate_reasons import RunEstimate
from engine.forms.quantity.chained import length_told
from knowledge.units import DAYS_PER_WEEK, HOURS_PER_DAY

ASKED = "chip_hours"  # the unit
_WEEKEND, _WEEK = 2 * HOURS_PER_DAY, DAYS_PER_WEEK * HOURS_PER_DAY
_SPANS = {
    "weekend": _WEEKEND, "wochenende": _WEEKEND, "week-end": _WEEKEND, "周末": _WEEKEND, "fin de semana": _WEEKEND,
    "выходны": _WEEKEND, "overnight": HOURS_PER_DAY / 2, "a week": _WEEK, "one week": _WEEK, "eine woche": _WEEK,
    "一周": _WEEK, "a day": HOURS_PER_DAY,
}  # fmt: skip
_ON = re.compile(
    r"\b(?:on|with|auf|mit|sur|avec|en|con|на|с)\s+(\d{1,4})(?!\s*[.,]?\d|\s*(?:gb|g\b|k\b|m\b|b\b|%))", re.I
)


class ChipTime(Reason, code="chip_time"):
    """Chip-hours of a run, and hours of it on `chips` (0: none were said) against those allowed (0: none were)."""

    chip: str
    chip_hours: float
    between: Interval  # of chip-hours
    chips: int
    hours: Interval
    allowed: float
    instance: str


def chip_time(made: Reason | None, asked: Asked) -> ChipTime | None:
    """None where no chip-hours are asked for, or none were estimated."""
    if not isinstance(made, RunEstimate) or ASKED not in asked.reading.sought.units or not made.chips:
        return None
    in_all = made.hours.times(made.chips)
    in_all = in_all.times(made.chip_hours / in_all.likely) if in_all.likely else in_all
    allowed = allowed_hours(asked, made)
    chips = told_chips(asked) or made.chips
    return ChipTime(
        chip=made.chip,
        chip_hours=in_all.likely,
        between=in_all,
        chips=chips,
        hours=in_all.times(1 / chips),
        allowed=allowed,
        instance=made.instance,
        cites=made.cites,
    )


def told_chips(asked: Asked) -> int:
    """The number of chips that was said; 0 where none was."""
    if asked.profile.accelerator_count:
        return asked.profile.accelerator_count
    match = _ON.search(asked.reading.text)
    return int(match[1]) if match else next((one.chips for one in asked.reading.hardware if one.chips), None) or 0


def allowed_hours(asked: Asked, made: RunEstimate) -> float:
    """Hours it may take; 0 where nobody said."""
    text = asked.reading.text
    return span_said(text) or made.allowed_hours or length_told(text) or 0.0


def span_said(text: str) -> float:
    """Hours of a weekend, a week or a day that is spoken of; 0 where none is."""
    return next((hours for words, hours in _SPANS.items() if words in text.lower()), 0.0)
