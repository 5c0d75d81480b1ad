"""What an interruption takes, as a text tells it, and what an hour of work costs then."""

from __future__ import annotations

import re

from engine.workload.hours.told_times import HOURS
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
_P = r"(?<![\w.,$])(\d{1,2}(?:\.\d+)?)\s?(?:%|percent\b|per cent\b|prozent\b|pct\b|por ciento\b)"
_GONE = (
    r"(?:lost|wasted|burned|gone|redone|thrown away|verloren|perdus?|perdues?|perdid[oa]s?|pers[oei]|损失|丢失|"
    r"浪费|失)"
)
_STOPPED = (
    r"(?:interrupt\w*|preempt\w*|evict\w*|reclaim\w*|restart\w*|unterbrech\w*|interrup\w*|interruz\w*|中断|抢占)"
)
_SHARE = re.compile(
    rf"{_P}\s*(?:(?:of|der|du|del|de|das|les|des)\s(?:[\w-]+\s){{1,3}}?)?"
    rf"(?:(?:gets?|is|are|being|be|will be|to be|geht|gehen|est|sont|se|va|time|hours|durch \w+)\s){{0,3}}"
    rf"(?:{_GONE}|loss\b|verlust)"
    rf"|\b(?:lose|loses|losing|lost|waste|wastes|wasting|loss of|verlier\w*|perd\w*|pierd\w*)\s"
    rf"(?:us\s|about\s|around\s|roughly\s|~\s?|some\s|etwa\s|environ\s|el\s|o\s|il\s|un\s|maybe\s|like\s){{0,2}}~?{_P}"
    rf"|{_STOPPED}\s(?:will\s|may\s|would\s)?(?:costs?|costing|eats?|eating|takes?|taking|wastes?|wasting|fressen|kosten)\s"
    rf"(?:us\s|me\s|up\s|about\s|around\s|roughly\s|some\s|etwa\s){{0,2}}~?{_P}",
    re.IGNORECASE,
)
PERCENT = 100.0
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


def lost_share(text: str) -> float | None:
    """Of all hours that are paid, as it is told itself ("20% gets lost"); None where it is not."""
    found = _SHARE.search(text)
    share = float(next(group for group in found.groups() if group)) / PERCENT if found else 0.0
    return share if 0 < share < 1 else None


def _hours(unit: str) -> float:
    return HOURS.get(unit.casefold()[0], HOURS["分"] if unit[0] in "分" else 1.0)


def useful_price(usd_per_hour: float, lost: float) -> float:
    """USD of an hour of work, where a share of all hours that are paid is lost."""
    return usd_per_hour / (1 - lost)
