"""The pace that a text tells as some steps in some time, and the length it takes a pass over the data to have."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from knowledge.units import DAYS_PER_WEEK, HOURS_PER_DAY, HOURS_PER_MONTH, SECONDS_PER_HOUR

_WORDS = {
    "one": 1, "two": 2, "three": 3, "five": 5, "ten": 10, "twenty": 20, "fifty": 50, "hundred": 100, "a hundred": 100,
    "one hundred": 100, "thousand": 1000, "a thousand": 1000, "zehn": 10, "hundert": 100, "dix": 10, "cent": 100,
    "diez": 10, "cien": 100,
}  # fmt: skip
_N = r"(?<![A-Za-z0-9_.,])(\d[\d,]*(?:\.\d+)?\s?k?|" + "|".join(sorted(_WORDS, key=len, reverse=True)) + r")\s*"
_STEPS = r"(?:training\s)?(?:iterations?|iters?|its|steps?|batches|updates|iterationen|schritten?|itérations?|pas|"
_STEPS += r"pasos|iteraciones|步|次迭代|イテレーション|ステップ)"
_UNITS = {  # seconds of a unit, by how its name begins
    "ms": 1e-3, "milli": 1e-3, "s": 1.0, "se": 1.0, "m": 60.0, "mi": 60.0, "h": SECONDS_PER_HOUR,
    "st": SECONDS_PER_HOUR, "秒": 1.0, "分": 60.0,
}  # fmt: skip
_UNIT = r"(ms|milliseconds?|s|secs?|seconds?|sekunden|secondes|segundos|mins?|minutes?|minuten|minutos|h|hours?|hrs?|"
_UNIT += r"stunden?|秒|分钟?)(?![a-z])"
_NUM = r"(\d[\d,]*(?:\.\d+)?)\s*"
_BETWEEN = r"(?:(?!epoch)[^.?!;\d]){0,40}?"
_MANY = re.compile(_N + _STEPS + r"(?![a-z])" + _BETWEEN + _NUM + _UNIT, re.IGNORECASE)
_SPAN_FIRST = re.compile(
    r"(?<![A-Za-z0-9_.])"
    + _NUM
    + _UNIT
    + r"\s*(?:for|per|every|each|to do|für|je|pour|por|/)\s*(?:each\s|every\s)?"
    + _N
    + _STEPS,
    re.IGNORECASE,
)
_EACH_STEP = re.compile(
    r"(?<![A-Za-z0-9_.])"
    + _NUM
    + _UNIT
    + r"\s*(?:/|per|a|an|each|every|pro|par|por)\s*(?:step|it|iter|iteration|batch|schritt)(?![a-z])",
    re.IGNORECASE,
)
_STEP_TAKES = re.compile(
    r"\b(?:step|iteration|iter|schritt)\s*(?:takes?|took|is|of|=|:|dauert|about|around|~|\s)+" + _NUM + _UNIT,
    re.IGNORECASE,
)
_EACH_SECOND = re.compile(
    r"(?<![A-Za-z0-9_.])"
    + _NUM
    + r"(?:it|its|iterations?|steps?|batches|iter)\s*(?:/|per|a)\s*(s|sec|second|min|minute)(?![a-z])",
    re.IGNORECASE,
)
_LENGTHS = {  # hours of a unit, by how its name begins
    "mi": 1 / 60, "h": 1.0, "st": 1.0, "d": HOURS_PER_DAY, "ta": HOURS_PER_DAY, "j": HOURS_PER_DAY,
    "w": HOURS_PER_DAY * DAYS_PER_WEEK, "mo": HOURS_PER_MONTH, "小": 1.0, "天": HOURS_PER_DAY, "日": HOURS_PER_DAY,
    "分": 1 / 60,
}  # fmt: skip
_LENGTH = r"(minutes?|mins?|minuten|hours?|hrs?|h|stunden?|heures?|horas?|days?|d|tagen?|tage|jours?|días?|weeks?|"
_LENGTH += r"wochen?|months?|小时|天|日|分钟?)(?![a-z])"
_ONE = {
    "a": 1.0,
    "an": 1.0,
    "one": 1.0,
    "half a": 0.5,
    "half an": 0.5,
    "ein": 1.0,
    "eine": 1.0,
    "un": 1.0,
    "une": 1.0,
    "una": 1.0,
}
_CLAIMED = (
    r"(\d[\d,]*(?:\.\d+)?|" + "|".join(f"{one}(?=\\s)" for one in sorted(_ONE, key=len, reverse=True)) + r")\s*"
)
_MOST = re.compile(
    r"(?:under|below|less than|within|at most|unter|weniger als|moins de|menos de|不到)\s*$", re.IGNORECASE
)
_LEAST = re.compile(r"(?:over|above|more than|at least|über|mehr als|plus de|más de|超过)\s*$", re.IGNORECASE)
_RANGE = r"(?:(\d+(?:\.\d+)?)\s*(?:-|–|to|bis|à|a|or|oder)\s*)?"
_CLAIM = re.compile(r"(?<![A-Za-z0-9_.,$-])" + _RANGE + _CLAIMED + r"-?\s*" + _LENGTH, re.IGNORECASE)


def seconds_each(text: str) -> tuple[float, tuple[int, int]] | None:
    """Seconds of one step, and where that stands; None where no pace is told."""
    if found := _SPAN_FIRST.search(text):
        return _seconds(found[1], found[2]) / _number(found[3]), found.span()
    if found := _MANY.search(text):
        return _seconds(found[2], found[3]) / _number(found[1]), found.span()
    if found := _EACH_STEP.search(text) or _STEP_TAKES.search(text):
        return _seconds(found[1], found[2]), found.span()
    if (found := _EACH_SECOND.search(text)) and float(_plain(found[1])):
        return (60.0 if found[2].lower().startswith("m") else 1.0) / float(_plain(found[1])), found.span()
    return None


class Claim(NamedTuple):
    """Hours, and whether it is to be at most, at least or about that."""

    hours: float
    bound: Literal["most", "least", "about", "range"]
    low: float = 0.0  # of a range


def claimed_hours(text: str, but: tuple[int, int]) -> Claim | None:
    """The first length that is told elsewhere than in the pace."""
    for found in _CLAIM.finditer(text):
        if found.start() >= but[1] or found.end() <= but[0]:
            word = found[3].lower()
            unit = next(hours for name, hours in _LENGTHS.items() if word.startswith(name))
            hours = (_ONE.get(found[2].lower()) or float(_plain(found[2]))) * unit
            before = text[: found.start()]
            if found[1]:
                return Claim(hours, "range", float(found[1]) * unit)
            return Claim(hours, "most" if _MOST.search(before) else "least" if _LEAST.search(before) else "about")
    return None


def _number(word: str) -> float:
    plain = " ".join(word.lower().split())
    if plain in _WORDS:
        return float(_WORDS[plain])
    many = plain.endswith("k")
    return (float(_plain(plain.rstrip("k").strip())) or 1.0) * (1000.0 if many else 1.0)


def _seconds(number: str, unit: str) -> float:
    plain = unit.lower()
    each = next(
        _UNITS[name]
        for name in ("ms", "milli", "mi", "st", "se", "s", "m", "h", "秒", "分")
        if plain.startswith(name)
    )
    return float(_plain(number)) * each


def _plain(number: str) -> str:
    return number.replace(",", "")
