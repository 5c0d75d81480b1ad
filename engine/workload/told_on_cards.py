"""How much a second, or how long, a text tells for numbers of cards: "1 GPU: 5 images/s, 8 GPUs: 25 images/s".

Written for free text in English and Chinese; a text without such figures for two numbers of cards gives none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from knowledge.units import HOURS_PER_DAY, MILLISECONDS_PER_SECOND, SECONDS_PER_HOUR, SECONDS_PER_MINUTE

_WORDS = {
    "one": 1, "single": 1, "a": 1, "two": 2, "dual": 2, "both": 2, "three": 3, "four": 4, "eight": 8, "sixteen": 16,
    "单": 1, "一": 1, "双": 2, "两": 2, "四": 4, "八": 8,
}  # fmt: skip
_SECONDS = {
    "ms": 1 / MILLISECONDS_PER_SECOND,
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds", "秒"), 1.0),
    **dict.fromkeys(("min", "mins", "minute", "minutes", "分钟"), SECONDS_PER_MINUTE),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours", "小时"), SECONDS_PER_HOUR),
    **dict.fromkeys(("day", "days", "天"), HOURS_PER_DAY * SECONDS_PER_HOUR),
}
_THINGS = (
    "samples?|images?|imgs?|examples?|sequences?|sentences?|frames?|clips?|videos?|tokens?|toks?|requests?|reqs?"
)
_FIGURE = r"(?<![A-Za-z0-9_.,:/-])(\d[\d,]*(?:\.\d+)?)\s*(k)?\s*"
_RATE = re.compile(
    _FIGURE + rf"({_THINGS}|fps|tps|rps|qps|infer(?:ences?)?|t)\s*(?:/|per|an?)?\s*(s|secs?|seconds?)?(?![a-z])", re.I
)
_BARE = frozenset({"fps", "tps", "rps", "qps"})  # they are of a second by themselves
_UNITS = "|".join(sorted(_SECONDS, key=len, reverse=True))
_TIME = re.compile(_FIGURE + rf"({_UNITS})(?![a-z])(?!\s*(?:/|per)\s*(?:it|step|iter|batch|token))", re.IGNORECASE)
_CLOCK = re.compile(r"(?<![\w.,:])(\d{1,3})['′:](\d{2})(?:[\"″]|'')(?!\w)")  # 2'42" and 2:42"
_COUNT = "|".join(_WORDS)
_CHIP = r"(?:[a-z]+\s+)?(?:[A-Z]{1,3}-?\d{1,4}\w*|TITAN|[Tt]itan\w*|\d{4}(?:\s?[Tt]i)?)"
_CARDS = re.compile(
    rf"(?<![A-Za-z0-9_.,])(?:(\d{{1,4}})|((?i:{_COUNT})))(?:\s*[x×*]\s*{_CHIP}|\s*(?i:(?:[a-z][\w-]*\s+){{0,2}}?"
    rf"(?:gpus?|cards?))(?![a-z])|\s+{_CHIP}|\s*[张个块]?\s*[卡](?!\s*级))",
)
_NAMED = re.compile(r"\b(?:n_?|num_?)?gpus?(?:_count|_num)?\s*[=:]\s*(\d{1,4})(?![\d.])", re.IGNORECASE)
_SENTENCE = re.compile(r"[;\n。]|\.\s|\.$")
_JOINS = re.compile(r"\s*(?:(?:/|per|an?|each)\s*\w+\s*)?(?:for|on|with|using|by|in case of)\b", re.IGNORECASE)
MOST = 512  # cards


class OnCards(NamedTuple):
    """`value` on `cards`: so much a second of `thing`, or seconds of the same job where `thing` is empty."""

    cards: int
    value: float
    thing: str


def told_on_cards(text: str) -> tuple[OnCards, ...]:
    """The figures by their number of cards, the fewest first; empty where not two numbers of cards have one."""
    rates = _bound(text, tuple(_rates(text)))
    return rates or _bound(text, tuple(sorted(_times(text))))


def _rates(text: str) -> Iterator[tuple[int, int, float, str]]:
    for one in _RATE.finditer(text):
        thing = one[3].lower()
        if one[4] or thing in _BARE:
            yield one.start(), one.end(), _number(one[1], one[2]), thing


def _times(text: str) -> Iterator[tuple[int, int, float, str]]:
    for one in _TIME.finditer(text):
        yield one.start(), one.end(), _number(one[1], one[2]) * _SECONDS[one[3].lower()], ""
    for one in _CLOCK.finditer(text):
        yield one.start(), one.end(), float(int(one[1]) * SECONDS_PER_MINUTE + int(one[2])), ""


def _bound(text: str, figures: tuple[tuple[int, int, float, str], ...]) -> tuple[OnCards, ...]:
    """Each figure with the cards it is of: those named behind it, else the last before it, the same way for all.

    Two figures for one number of cards say nothing of which is meant.
    """
    if len(figures) < 2 or len({thing.rstrip("s") for *_, thing in figures}) > 1:
        return ()
    starts = (*(first for first, *_ in figures), len(text))
    ends = (0, *(last for _, last, *_ in figures))
    found: dict[int, OnCards] = {}
    behind = [_behind(text[last : starts[at + 1]]) for at, (_, last, *_) in enumerate(figures)]
    before = [_before(text[ends[at] : first]) for at, (first, *_) in enumerate(figures)]
    cards = behind if all(behind) and not all(before) else before if all(before) else []
    if all(behind) and all(_JOINS.match(text[last:]) for _, last, *_ in figures):
        cards = behind
    for count, (*_, value, thing) in zip(cards, figures, strict=False):
        if count is None or count > MOST or not value or (count in found and found[count].value != value):
            return ()
        found[count] = OnCards(count, value, thing)
    return tuple(found[count] for count in sorted(found)) if len(found) > 1 else ()


def _behind(part: str) -> int | None:
    ended = _SENTENCE.search(part)
    cards = _all(part[: ended.start()] if ended else part)
    return cards[0] if cards else None


def _before(part: str) -> int | None:
    cards = _all(part)
    return cards[-1] if cards else None


def _all(part: str) -> list[int]:
    named = [(one.start(), int(one[1])) for one in _NAMED.finditer(part)]
    plain = [(one.start(), int(one[1]) if one[1] else _WORDS[one[2].lower()]) for one in _CARDS.finditer(part)]
    return [count for _, count in sorted((*named, *plain)) if count]


def _number(digits: str, thousands: str | None) -> float:
    return float(digits.replace(",", "")) * (1000.0 if thousands else 1.0)
