"""Seconds of one item on each machine, as a text tells them, and how many items there are to be.

A time belongs to the machine that stands nearest in its sentence; a length of sound or film is no time of work, and a
limit is none either. Sound is counted in hours: "300 minutes of audio in 98 seconds" are 19.6 s an hour of it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.forms.own.figures import sentence
from engine.forms.own.machines import Machine
from engine.workload.hours.told_times import seconds_in
from knowledge.units import (
    DAYS_PER_WEEK,
    DAYS_PER_YEAR,
    HOURS_PER_DAY,
    MINUTES_PER_HOUR,
    MONTHS_PER_YEAR,
    SECONDS_PER_HOUR,
    SECONDS_PER_MINUTE,
)

AUDIO = "hour of audio"  # what sound is counted in
ITEM, NEAR, FEW = "item", 60, 2.0  # a thing nobody named; characters between a time and its machine; items
WEEK, MONTH, YEAR = float(DAYS_PER_WEEK), DAYS_PER_YEAR / MONTHS_PER_YEAR, float(DAYS_PER_YEAR)  # days
_NUMBER = r"(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)"
_SPAN = r"(ms|milliseconds?|s|secs?|seconds?|min|mins|minutes?|h|hrs?|hours?|days?|weeks?)"
_SPAN += r"(?!\w|/(?!tok|im|vid|cl|req|q|pic|page|doc|file))"
_TIME = re.compile(
    rf"(?<![\w.,$€£-])(?:(\d{{1,3}})\s?m(?:in)?s?\s?(\d{{1,2}})\s?s(?:ec)?(?!\w)|{_NUMBER}\s*{_SPAN})", re.IGNORECASE
)
_ABOUT = r"(?:us|me|it|around|about|only|roughly|nearly|almost|approx\w*|some|less than|~|≈|[\s:,(])*"
_WORKS = re.compile(
    r"(?:\b(?:takes?|took|taking|needs?|required?s?|runs? in|ran in|generat\w+ in|done in|in|spends?|spent)\b|:)"
    rf"{_ABOUT}$",
    re.IGNORECASE,
)
_TOOK = re.compile(r"\b(?:takes?|took|ran for|runs for)\s+(?:about\s+|around\s+|~)?$", re.IGNORECASE)
_LIMITS = re.compile(
    r"\b(?:under|below|within|less than|faster than|at most|max\w*|down to|to|deadline|latency|every|after)"
    r"\s*(?:of\s*)?$",
    re.IGNORECASE,
)
_OF_DATA = re.compile(
    r"\s*(?:-\s*)?(?:of\s+(?!work|gpu)\w+|long\b|videos?\b|audio\b|clips?\b|speech\b|footage\b|calls?\b|recordings?\b)",
    re.IGNORECASE,
)
_ON = re.compile(r"\s*(?:\([^)]*\)\s*)?(?:on|with)\s+(?:an?|our|one|my|the|single|1|\s)*\S+", re.IGNORECASE)
_EACH = re.compile(
    r"\s*(?:/|per\s|an?\s|each\s|every\s|for\s+(?:(\d+|an?|one|each|a single)\s+)?)\s*"
    r"(?!(?:second|minute|hour|day|night|week|month|year)s?\b|(?:gpu|card|node)\b)([a-z]+)",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"(\d[\d,]*)\s+([a-z]+)\s+(?:takes?|took|in|needs?)\b[^.?!]{0,16}$", re.IGNORECASE)
_STEPS = re.compile(r"(\d{1,4})\s*(?:inference\s+|diffusion\s+|denoising\s+)?steps?\b", re.IGNORECASE)
_BATCH = re.compile(r"\bbatch(?:\s?size)?(?:\s?of)?[\s=:]*(\d{1,4})\b", re.IGNORECASE)
_SOUND = re.compile(
    rf"{_NUMBER}\s*(min|mins|minutes?|h|hrs?|hours?)\s+(?:of\s+)?(?:audio|speech|sound|recordings?|calls?)\s*"
    rf"(?:(?:is|are|gets?)\s+(?:done|transcribed)\s+)?(?:in|takes?|took)\s+{_ABOUT}{_NUMBER}\s*{_SPAN}",
    re.IGNORECASE,
)
_REAL = re.compile(
    r"(?<![\w.,])(\d+(?:\.\d+)?)\s*(?:x|×|times)\s*(?:faster than\s+|the\s+)?real[- ]?time", re.IGNORECASE
)
_AGAINST = re.compile(r"\b(?:vs\.?|versus|against|compared (?:to|with))\s+(?:about\s+|only\s+|~)?$", re.IGNORECASE)
_RANGE = re.compile(r"\d\s*(?:to|-|–)\s*$")
_THINGS = re.compile(
    r"\b(videos?|clips?|images?|pictures?|photos?|requests?|quer(?:y|ies)|documents?|docs?|files?|pages?|songs?|prompts?"
    r"|samples?|texts?|frames?|structures?|proteins?|scans?|slides?|renders?|tiles?|calls?)\b",
    re.IGNORECASE,
)
_SCALE = {"k": 1e3, "thousand": 1e3, "m": 1e6, "mio": 1e6, "million": 1e6}
_MANY = rf"(?<![\w.,$€£-]){_NUMBER}\s?(k|thousand|m|million|mio)?(?![\w.])"
_A_SECOND, _A_MINUTE = 1 / (HOURS_PER_DAY * SECONDS_PER_HOUR), 1 / (HOURS_PER_DAY * MINUTES_PER_HOUR)
_DAYS = {
    "second": _A_SECOND, "sec": _A_SECOND, "minute": _A_MINUTE, "min": _A_MINUTE, "hour": 1 / HOURS_PER_DAY,
    "day": 1.0, "night": 1.0, "daily": 1.0, "week": WEEK, "month": MONTH, "year": YEAR,
}  # fmt: skip
_LOAD = re.compile(
    rf"{_MANY}\s*(?:of\s+(?:these|them|those)\s*)?((?:[a-z]+\s+){{0,3}}?)"
    r"(?:(?:a|per|each|every)\s+|/\s?)(second|sec|minute|min|hour|day|night|week|month|year)\b"
    rf"|{_MANY}\s*((?:[a-z]+\s+){{0,3}}?)(daily)\b",
    re.IGNORECASE,
)
_AMOUNT = re.compile(rf"{_MANY}\s*((?:of\s+(?:these|them|those|each))|[a-z]+(?:\s[a-z]+)?)", re.IGNORECASE)
_HOURS = re.compile(rf"{_MANY}\s*(hours?|hrs?|h)\b", re.IGNORECASE)
_THESE = re.compile(r"of\s|these|them|those", re.IGNORECASE)
SAME = {"sec": "second", "min": "minute", "daily": "day"}
_STEM, _BEHIND = 4, 9  # letters; what stands before a time is so much farther


class Pace(NamedTuple):
    """`seconds` of one `noun` on a machine, at so many `steps` (0: not told)."""

    machine: Machine
    seconds: float
    noun: str
    steps: float
    at: int
    end: int


class Load(NamedTuple):
    """`number` in a `period`, which is `days` long; "" and 0: so many in all."""

    number: float
    period: str
    days: float


def paces(text: str, named: list[Machine]) -> list[Pace]:
    """Of each machine the first that is told; none where a time is of no machine."""
    if (sound := _of_sound(text, named)) is not None:
        return [sound]
    spans = [(match, _is_work(text, match)) for match in _TIME.finditer(text)]
    work = [match for match, works in spans if works]
    found: dict[int, Pace] = {}
    for at, match in enumerate(work):
        first, last = sentence(text, match.start())
        begins = max(first, work[at - 1].end() if at else 0)
        ends = min(last, work[at + 1].start() if at + 1 < len(work) else len(text))
        machine = _machine(match, named, begins, ends)
        if machine is None or named.index(machine) in found:
            continue
        items, noun, end = _items(text, match, first)
        steps = _STEPS.search(text, match.end(), ends) or _STEPS.search(text, begins, match.start())
        told = float(steps[1]) if steps else 0.0
        found[named.index(machine)] = Pace(machine, _seconds(match) / items, noun, told, match.start(), end)
    return list(found.values())


def times_told(text: str) -> list[float]:
    """Seconds of every time of work, whatever machine it is of: "3.3 s per image vs about 1 s"."""
    return [_seconds(match) for match in _TIME.finditer(text) if _is_work(text, match) or _AGAINST.search(
        text[: match.start()])]  # fmt: skip


def noun_of(text: str, told: list[Pace]) -> str:
    """What the items are called, in the singular."""
    named = next((one.noun for one in told if one.noun), "")
    found = next((one[1].lower() for one in _THINGS.finditer(text) if not one[1].lower().startswith("frame")), ITEM)
    word = named or found
    return _single(word)


def load_of(text: str, told: list[Pace], noun: str) -> Load | None:
    """What there is to be done, in a period or in all; None where nothing is told."""
    taken = [(one.at, one.end) for one in told]
    for match in _LOAD.finditer(text):
        period = (match[4] or match[8]).lower()
        if _meets(match, taken) or "gpu" in match[0].lower() or "token" in match[0].lower():
            continue
        number = _number(match[1] or match[5], match[2] or match[6])
        return Load(number, SAME.get(period, period), _DAYS[period])
    if noun == AUDIO:
        hours = [_number(one[1], one[2]) for one in _HOURS.finditer(text) if not _meets(one, taken)]
        return Load(max(hours), "", 0.0) if hours else None
    for match in _AMOUNT.finditer(text):
        number = _number(match[1], match[2])
        same = _THESE.match(match[3]) or any(_single(word)[:_STEM] == noun[:_STEM] for word in match[3].split())
        if number >= FEW and same and not _meets(match, taken) and not _is_unit(text, match):
            return Load(number, "", 0.0)
    return None


def batch_of(text: str) -> float:
    """Items of one pass that is timed; 1 where nobody says so."""
    found = _BATCH.search(text)
    return float(found[1]) if found else 1.0


def _is_unit(text: str, match: re.Match[str]) -> bool:
    """As in "per 1,000 images": a unit of a price."""
    return re.search(r"\b(?:per|/|each|every)\s*$", text[: match.start()], re.IGNORECASE) is not None


def _of_sound(text: str, named: list[Machine]) -> Pace | None:
    if match := _SOUND.search(text):
        heard = _number(match[1], None) * seconds_in(match[2])
        seconds = _number(match[3], None) * seconds_in(match[4]) / heard * SECONDS_PER_HOUR
    elif match := _REAL.search(text):
        seconds = SECONDS_PER_HOUR / float(match[1]) if float(match[1]) else 0.0
    machine = _machine(match, named, *sentence(text, match.start())) if match else None
    if match is None or machine is None or not seconds:
        return None
    return Pace(machine, seconds, AUDIO, 0.0, match.start(), match.end())


def _is_work(text: str, match: re.Match[str]) -> bool:
    """Whether a time is that of work: neither of film, nor a limit, and something was done in it."""
    before = text[max(sentence(text, match.start())[0], match.start() - NEAR) : match.start()]
    if (_LIMITS.search(before) and not _RANGE.search(before)) or _OF_DATA.match(text, match.end()):
        return False
    each = _EACH.match(text, match.end())
    if match[4] and match[4][0].lower() in "dw":
        return _TOOK.search(before) is not None  # else it is when something is due
    return bool(_WORKS.search(before) or _ON.match(text, match.end()) or each)


def _items(text: str, match: re.Match[str], first: int) -> tuple[float, str, int]:
    """How many a time is of, what they are, where that ends: "for 4 images", "a clip", "200 files took 3 h"."""
    behind = _EACH.match(text, match.end())
    if behind and (_THINGS.fullmatch(behind[2]) or behind[1]):
        number = float(behind[1]) if behind[1] and behind[1].isdecimal() else 1.0
        return max(number, 1.0), behind[2].lower() if _THINGS.fullmatch(behind[2]) else "", behind.end()
    before = _BEFORE.search(text[first : match.start()])
    if before and _THINGS.fullmatch(before[2]) and not before[2].lower().startswith("frame"):
        return float(before[1].replace(",", "")), before[2].lower(), match.end()
    return 1.0, "", match.end()


def _machine(match: re.Match[str], named: list[Machine], begins: int, ends: int) -> Machine | None:
    """The nearest between the times around it, what stands behind it first; else the only chip that is named."""
    here = [one for one in named if begins <= one.at < ends]
    if here:
        return min(
            here, key=lambda one: one.at - match.end() if one.at >= match.end() else match.start() - one.at + _BEHIND
        )
    return named[0] if len({one.chip.id for one in named}) == 1 else None


def seconds_of(words: str) -> float:
    """Seconds of a length of time as it stands: "20 seconds", "an hour"."""
    digits = re.match(r"[\d.,]+", words)
    unit = re.sub(r"^(?:[\d.,]+|an?)\s*", "", words.strip(), flags=re.IGNORECASE)
    return (_number(digits[0], None) if digits else 1.0) * seconds_in(unit)


def _seconds(match: re.Match[str]) -> float:
    if match[1]:
        return float(match[1]) * SECONDS_PER_MINUTE + float(match[2])
    return _number(match[3], None) * seconds_in(match[4])


def _number(digits: str, scale: str | None) -> float:
    return float(digits.replace(",", "")) * _SCALE.get((scale or "").lower(), 1.0)


def _single(word: str) -> str:
    low = word.lower()
    if low.endswith("ies"):
        return low[:-3] + "y"
    return low[:-1] if low.endswith("s") and not low.endswith("ss") else low


def _meets(match: re.Match[str], taken: list[tuple[int, int]]) -> bool:
    return any(match.start() < end and at < match.end() for at, end in taken)
