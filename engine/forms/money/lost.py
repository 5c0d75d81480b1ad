"""What an interruption takes, as a text tells it, and what an hour of work costs then."""

from __future__ import annotations

import re

from engine.workload.told_times import HOURS
from knowledge.units import MINUTES_PER_HOUR

_UNIT = r"(min\w*|分钟?|分|h\b|hrs?\b|hours?\b|std\b|stunden?\b|heures?\b|horas?\b|ore\b|小时|時間|시간)"
_N = rf"(?:(?<![\w.,$])(\d+(?:\.\d+)?)\s*-?\s*{_UNIT}|(half an hour|(?:a )?quarter of an hour|an hour))"
_LOST = (
    r"(?:los(?:e|es|ing|t)|wast(?:e|es|ed|ing)|costs?|costing|takes?|gone|redo(?:ne|ing)?|rework(?:ed)?|"
    r"verlier\w*|verlor\w*|perd\w*|pierd\w*|损失|丢失|失|잃)"
)
_BEFORE = re.compile(
    rf"{_LOST}\s*(?:us\s|me\s|about\s|around\s|roughly\s|~|etwa\s|je\s|jeweils\s|each\s|up\s)?\s*{_N}", re.IGNORECASE
)
_BEHIND = re.compile(
    rf"{_N}\s*(?:of (?:work|progress|training)\s*)?(?:is |are |each |se |werden |sind |on )?{_LOST}", re.IGNORECASE
)
_MORE = re.compile(
    r"^\W{0,3}(?:of (?:work|progress|training)\s*)?(?:lost\s*)?(?:each(?: time)?\s*)?"
    rf"(?:plus|\+|and|und|et|y|more)\s*(?:another |noch )?(\d+(?:\.\d+)?)\s*{_UNIT}?",
    re.IGNORECASE,
)
_SPELLED = {"half": 0.5, "a qu": 0.25, "quar": 0.25, "an h": 1.0}


def lost_minutes(text: str) -> float | None:
    """Of one interruption, with what it takes besides ("lose 25 min plus 10"); None where it is not told."""
    found = _BEHIND.search(text) or _BEFORE.search(text)
    if found is None:
        return None
    spelled = (found[3] or "").casefold()
    hours = _SPELLED[spelled[:4]] if spelled else float(found[1]) * _hours(found[2])
    if more := _MORE.match(text[found.end() :]):
        hours += float(more[1]) * _hours(more[2] or found[2] or "min")
    return hours * MINUTES_PER_HOUR


def _hours(unit: str) -> float:
    return HOURS.get(unit.casefold()[0], HOURS["分"] if unit[0] in "分" else 1.0)


def useful_price(usd_per_hour: float, lost: float) -> float:
    """USD of an hour of work, where a share of all hours that are paid is lost."""
    return usd_per_hour / (1 - lost)
