"""Speeds that somebody tells: of generating text ("30 ms/token", "takes 20 seconds to answer"), and "40% MFU".

Written for free text in English and Chinese; a text without such figures gives none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.base.of_texts import made_once, read_once
from engine.workload.profile import Reading
from knowledge.units import MILLISECONDS_PER_SECOND

_NUMBER = r"(?<![A-Za-z0-9_.,$])(\d[\d,]*(?:\.\d+)?)(?:\s*(?:to|-|~|–)\s*(\d[\d,]*(?:\.\d+)?))?\s*"
_WORD = r"(?:tokens?|toks?|t|words)"
_UNIT = r"(ms|milliseconds?|msec|s|secs?|seconds?)"
_SECONDS = r"(?:s|secs?|seconds?|秒)"
_ABOUT = r"\s*(?:about|around|me|almost|nearly|over|up to|only|\s)*"
_TAKES = r"(?:takes?|took|taking|in|after|waits?|waiting|needs?|要|需要|用)"
_ANSWER = r"(?:answer|respon|repl|generat|inference|推理|回答|生成)"
_EACH = re.compile(_NUMBER + _UNIT + r"\s*(?:/|per|an?|for each|for every|each)\s*" + _WORD + r"\b", re.IGNORECASE)
_EACH_BEFORE = re.compile(_UNIT + r"\s*(?:/|per)\s*token[^.?!\n\d]{0,24}?" + _NUMBER, re.IGNORECASE)
_RATE = re.compile(_NUMBER + _WORD + r"\s*(?:/|per|an?|each|every)\s*s(?:ec|econd)?s?\b", re.IGNORECASE)
_ANSWER_TAKES = re.compile(
    _ANSWER + r"[^.?!\n\d]{0,40}?" + _TAKES + _ABOUT + _NUMBER + _SECONDS + "(?![a-z])", re.IGNORECASE
)
_TAKES_ANSWER = re.compile(
    _TAKES + _ABOUT + _NUMBER + _SECONDS + r"\s*(?:to|for|per|an?|one|each|until|before|的|\s)*" + _ANSWER,
    re.IGNORECASE,
)


_OF_EACH = re.compile(
    r"\W{0,2}\s*(?:(?:for|per)\s+)?(?:each|every|per)?\s*(?:user|request|stream|sequence|client)\b", re.I
)
_PARTLY = re.compile(
    r"\b\d+\s*(?:/|(?:out )?of)\s*\d+ layers|\blayers? (?:on|left on|in) (?:the )?(?:cpu|ram)\b", re.IGNORECASE
)
_WANTED = re.compile(
    r"\b(?:reach|achieve|hit|get (?:up )?to|target(?: of)?|aim(?:ing)? (?:for|at))\s+(?:about|around|at least|~)?\s*"
    r"(\d{1,5}(?:\.\d+)?)(?=\s*(?:[?.!,]|$|tok|t/s|tps))",
    re.IGNORECASE,
)

OF_MATH = ("mfu", "hfu", "flop")
JUDGED = frozenset({"judged", "asks_good", "asks_bad", "is_normal"})  # cues: of a share that is asked about
LEAST_MFU, MOST_MFU = 0.01, 2.0  # of the peak
_MFU = (
    r"(?:mfu|hfu|model[\s-]*flops?|(?:model[\s-]*)?flops?[\s-]*utili[sz]ation"
    r"|(?:of\s+)?(?:the\s+)?(?:peak|theoretical)|利用率)"
)
_MFU_BEHIND = re.compile(rf"(?<![\w.,])(\d{{1,3}}(?:\.\d+)?)\s*%\s*(?:of\s+)?(?:the\s+)?{_MFU}", re.IGNORECASE)
_MFU_BEFORE = re.compile(
    rf"{_MFU}\s*(?:of|is|at|=|:|about|around|only|~|\s)*(\d{{1,3}}(?:\.\d+)?)\s*%", re.IGNORECASE
)
_MFU_SHARE = re.compile(r"\b(?:mfu|hfu)\s*(?:of|is|at|=|:|about|around|only|~|\s)*(0\.\d+)\b", re.IGNORECASE)


class ToldMfu(NamedTuple):
    """A share of a peak, and the characters that tell it."""

    share: float
    first: int
    last: int


class ToldSpeed(NamedTuple):
    """Seconds of one token, or of a whole answer; where in the text it stands."""

    seconds: float
    of_answer: bool
    at: int


@read_once
def told_mfu(text: str) -> ToldMfu | None:
    """The first share of a peak in a text: "40% MFU", "MFU of 40%", "MFU = 0.4"."""
    found = _MFU_BEHIND.search(text) or _MFU_BEFORE.search(text)
    plain = None if found else _MFU_SHARE.search(text)
    match = found or plain
    if match is None:
        return None
    share = float(match[1]) / (100 if found else 1)
    return ToldMfu(share, match.start(), match.end()) if LEAST_MFU <= share <= MOST_MFU else None


@made_once
def share_counted(reading: Reading) -> float | None:
    """The share of the peak by which a run of the thread is to be counted; None where it is itself asked about."""
    if not JUDGED.isdisjoint(reading.cues):
        return None
    texts = (reading.text, *(one.text for one in reversed(reading.thread)))
    found = ((one, told_mfu(one)) for one in texts)
    return next((told.share for text, told in found if told and told.share < 1 and _is_of_math(text, told)), None)


def _is_of_math(text: str, told: ToldMfu) -> bool:
    """Of the math by its name: "30% of peak" may be one of traffic."""
    return any(name in text[told.first : told.last].casefold() for name in OF_MATH)


def told_speeds(text: str) -> tuple[ToldSpeed, ...]:
    """In the order of the text; of a span, as in "50 to 60 ms", the middle."""
    return tuple(sorted((one for one in _found(text) if one.seconds > 0), key=lambda one: one.at))


def is_of_each(text: str, at: int) -> bool:
    """Whether a rate that stands there is of each request: "10 tokens/s per user"."""
    rate = _RATE.match(text, at)
    return rate is not None and _OF_EACH.match(text, rate.end()) is not None


def is_partly_on_host(text: str) -> bool:
    """Whether only some of the layers are said to be on the card: "40 of 80 layers"."""
    return _PARTLY.search(text) is not None


def wanted_speed(text: str) -> float | None:
    """Tokens a second that shall be reached: "how can I reach 30?"; None where no such number is said."""
    found = _WANTED.search(text)
    return float(found[1]) if found else None


def _found(text: str) -> Iterator[ToldSpeed]:
    for match in _EACH.finditer(text):
        yield ToldSpeed(_middle(match[1], match[2]) / _per_second(match[3]), False, match.start())
    for match in _EACH_BEFORE.finditer(text):
        yield ToldSpeed(_middle(match[2], match[3]) / _per_second(match[1]), False, match.start(2))
    for match in _RATE.finditer(text):
        rate = _middle(match[1], match[2])
        yield ToldSpeed(1 / rate if rate else 0.0, False, match.start())
    for pattern in (_ANSWER_TAKES, _TAKES_ANSWER):
        for match in pattern.finditer(text):
            yield ToldSpeed(_middle(match[1], match[2]), True, match.start(1))


def _per_second(unit: str) -> float:
    return MILLISECONDS_PER_SECOND if unit.lower().startswith("m") else 1.0


def _middle(low: str, high: str | None) -> float:
    one = float(low.replace(",", ""))
    return (one + float(high.replace(",", ""))) / 2 if high else one
