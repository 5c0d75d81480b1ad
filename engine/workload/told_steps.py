"""Seconds of a step that a text tells for two numbers of cards: "1.27 s/it on one H100, 2.05 s/it on 2x H100".

Written for free text in English; a text without such a pair gives none.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from knowledge.units import MILLISECONDS_PER_SECOND

_WORDS = {
    "one": 1, "single": 1, "a": 1, "two": 2, "dual": 2, "both": 2, "three": 3, "four": 4, "quad": 4, "six": 6,
    "eight": 8, "sixteen": 16,
}  # fmt: skip
_STEP = r"(?:it|its|iters?|iterations?|steps?|batch(?:es)?)(?![a-z])"
_SECONDS = r"(ms|milliseconds?|s|secs?|seconds?)"
_TIME = re.compile(
    r"(?<![\w.,])(\d[\d,]*(?:\.\d+)?)\s*" + _SECONDS + r"\s*(?:/|per|an?|each|for (?:an?|one|each))\s*" + _STEP, re.I
)
_RATE = re.compile(
    r"(?<![\w.,])(\d[\d,]*(?:\.\d+)?)\s*" + _STEP + r"\s*(?:/|per|an?|each)\s*s(?:ec|econd)?s?\b", re.I
)
_NUMBER = "|".join(_WORDS)
_NAME = r"(?!with|on|at|and|for|to|of|in|per|using|each|every)[a-z][\w-]*"
_CARDS = re.compile(
    rf"(?<![\w.])(?:(\d{{1,3}})|({_NUMBER}))(?:\s*[x×]\s*{_NAME}|\s*(?:{_NAME}\s+){{0,2}}?(?:gpus?|cards?))(?![a-z])",
    re.IGNORECASE,
)
_BATCH = re.compile(r"\b(?:batch(?:[\s_-]*size)?|bs)(?:\s*(?:of|is|=|:))?\s*(\d{1,6})(?![\d.])", re.IGNORECASE)
_ENDS = re.compile(r"[,;\n]|\.\s|\.$")


class StepOn(NamedTuple):
    """`seconds` of a step on `cards`; the `batch` that was said with it, if one was."""

    cards: int
    batch: int | None
    seconds: float


def steps_on(text: str) -> tuple[StepOn, StepOn] | None:
    """The step on the fewest and on the most cards; None where not two numbers of cards have one."""
    found: dict[int, StepOn] = {}
    begins = 0
    times = sorted((*_timed(text),), key=lambda one: one[0])
    told: list[tuple[int | None, int | None, float]] = []
    for first, last, seconds in times:
        ended = _ENDS.search(text, last)
        behind = text[last : ended.start() if ended else len(text)]
        before = text[begins:first]
        told.append((_cards(before, behind), _batch(before, behind), seconds))
        begins = last + len(behind)
    if sum(cards is None for cards, _, _ in told) > 1:
        return None
    for cards, batch, seconds in told:
        known = cards or 1  # "on H100", beside "on 2x H100"
        found.setdefault(known, StepOn(known, batch, seconds))
    few, many = min(found, default=0), max(found, default=0)
    return (found[few], found[many]) if few < many else None


def _timed(text: str) -> list[tuple[int, int, float]]:
    """Where each time of a step begins and ends, and its seconds."""
    times = [
        (one.start(), one.end(), _number(one[1]) / (MILLISECONDS_PER_SECOND if one[2][0] in "mM" else 1.0))
        for one in _TIME.finditer(text)
    ]
    rates = [(one.start(), one.end(), 1 / _number(one[1])) for one in _RATE.finditer(text) if _number(one[1])]
    return [one for one in (*times, *rates) if one[2] > 0]


def _cards(before: str, behind: str) -> int | None:
    found = [*_CARDS.finditer(behind)][:1] or [*_CARDS.finditer(before)][-1:]
    return (int(found[0][1]) if found[0][1] else _WORDS[found[0][2].lower()]) or None if found else None


def _batch(before: str, behind: str) -> int | None:
    found = [*_BATCH.finditer(behind)][:1] or [*_BATCH.finditer(before)][-1:]
    return int(found[0][1]) or None if found else None


def _number(digits: str) -> float:
    return float(digits.replace(",", ""))
