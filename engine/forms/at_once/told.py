"""What somebody measured with several requests at once: real-time factors, seconds, or how much sound in a second.

Written for free text in English and Chinese; a text without such figures gives none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from knowledge.units import MILLISECONDS_PER_SECOND

POWER, THOUSAND = 1024.0, 1000.0  # tokens of "8k", and of "10k"
POWERS = frozenset(2.0**one for one in range(1, 8))  # thousands of tokens that are powers of two
REACH = 90  # characters behind a number of requests in which its figure stands
_WORDS = {"one": 1, "two": 2, "four": 4, "eight": 8, "ten": 10, "一": 1, "两": 2, "二": 2, "四": 4, "八": 8, "十": 10}
_ABOUT = r"(?:of|is|was|about|around|roughly|value|[\s=:~≈])*"
_REQUESTS = re.compile(
    r"(?<![A-Za-z0-9_.,$-])(\d{1,4}|one|two|four|eight|ten|一|两|二|四|八|十)\s*(?:\+|个|路)?\s*"
    r"(?:(?:concurrent|simultaneous|parallel|audio|live)\s+)*"
    r"(?:req(?:uest)?s?\b|streams?\b|users?\b|sessions?\b|clients?\b|calls?\b|并发)",
    re.IGNORECASE,
)
_RTF = re.compile(r"(?:\brtf\b|real[- ]time factor)\s*" + _ABOUT + r"(\d+(?:\.\d+)?)", re.IGNORECASE)
_SECONDS = re.compile(
    r"(?:latency|takes?|took|taking|time|要|用时|耗时|平均)[^\d\n.?!。]{0,24}(\d+(?:\.\d+)?)\s*(ms|s|secs?|seconds?|毫秒|秒)(?![a-z])",
    re.IGNORECASE,
)
_SOUND = re.compile(
    r"(?<![A-Za-z0-9_.])(\d+(?:\.\d+)?)[\s-]*(?:s|secs?|seconds?|秒)\s*(?:的|long|of|\s)*\s*(?:语音|音频|audio|speech|clips?|sound|utterances?)",
    re.IGNORECASE,
)
_A_SECOND = re.compile(
    r"每秒[^\d。]{0,16}(\d+)\s*(?:个|条|路)|(?<![A-Za-z0-9_.])(\d+)\s*(?:results?|requests?|files?|clips?|inferences?|utterances?)\s*"
    r"(?:per|a|each|every|/)\s*s(?:ec|econd)?\b",
    re.IGNORECASE,
)
_CACHE = re.compile(
    r"concurrency for (\d[\d,]*)\s?(k)? tokens[^:\n]{0,24}[:=]\s*(\d+(?:\.\d+)?)\s?x"
    r"|kv[- ]?cache (?:size|holds|of|capacity|has)[^\d\n]{0,12}(\d[\d,]*)\s?(k)?[ -]?tokens",
    re.IGNORECASE,
)
_LONG = re.compile(r"(?<![\w.,])(\d[\d,]*)\s?(k)?[ -]?tok(?:en)?s?\b", re.IGNORECASE)
_STALLS = re.compile(r"stutter|\blags?\b|lagging|choppy|卡顿|卡住", re.IGNORECASE)
_VIDEO = re.compile(
    r"\brtsp\b|\bnvdec\b|\bcctv\b|\bip cameras?\b|\bvideo (?:streams?|feeds?)\b|视频流|视频解码|摄像头|并行解码", re.I
)


class AtOnce(NamedTuple):
    """With so many requests at once, the real-time factor of each, or the seconds that one takes; 0: not told."""

    requests: int
    rtf: float = 0.0
    seconds: float = 0.0


def told_at_once(text: str) -> tuple[AtOnce, ...]:
    """By the number of requests, each number once."""
    found: dict[int, AtOnce] = {}
    for one in _found(text):
        found.setdefault(one.requests, one)
    return tuple(found[number] for number in sorted(found))


def _found(text: str) -> Iterator[AtOnce]:
    counts = list(_REQUESTS.finditer(text))
    for at, match in enumerate(counts):
        end = min(match.end() + REACH, counts[at + 1].start() if at + 1 < len(counts) else len(text))
        behind = text[match.end() : end]
        number = _WORDS.get(match[1].lower()) or int(match[1])
        if (rtf := _RTF.search(behind)) is not None:
            yield AtOnce(number, rtf=float(rtf[1]))
        elif (seconds := _SECONDS.search(behind)) is not None:
            short = seconds[2].lower() in ("ms", "毫秒")
            yield AtOnce(number, seconds=float(seconds[1]) / (MILLISECONDS_PER_SECOND if short else 1.0))


def wanted_at_once(text: str) -> int:
    """The number of requests that is spoken of where nothing was measured with it; 0 where none or several are."""
    if _STALLS.search(text):
        return 0  # it was tried with so many
    told = {one.requests for one in told_at_once(text)}
    numbers = {_WORDS.get(match[1].lower()) or int(match[1]) for match in _REQUESTS.finditer(text)} - told - {1}
    return numbers.pop() if len(numbers) == 1 else 0


def rtf_alone(text: str) -> float:
    """The one real-time factor that is told with no number of requests; 0 where none is."""
    told = {float(match[1]) for match in _RTF.finditer(text)} if not told_at_once(text) else set()
    return told.pop() if len(told) == 1 else 0.0


def sound_a_second(text: str) -> float:
    """Seconds of sound that are worked off in a second: "clips of 10 s, 5 results per second" are 50; else 0."""
    sound, rate = _SOUND.search(text), _A_SECOND.search(text)
    return float(sound[1]) * float(rate[1] or rate[2]) if sound and rate else 0.0


def cache_told(text: str) -> tuple[float, float] | None:
    """Tokens that the cache of an engine holds, as it logs them, and those of one request that is asked about."""
    found = _CACHE.search(text)
    if found is None:
        return None
    held = _tokens(found[1], found[2]) * float(found[3]) if found[1] else _tokens(found[4], found[5])
    rest = text[: found.start()] + text[found.end() :]
    long = {_tokens(one[1], one[2]) for one in _LONG.finditer(rest)}
    return (held, long.pop()) if len(long) == 1 else None


def _tokens(digits: str, thousand: str | None) -> float:
    value = float(digits.replace(",", ""))
    if not thousand:
        return value
    return value * (POWER if value in POWERS else THOUSAND)


def is_of_video(text: str) -> bool:
    """Whether the streams are video that has to be decoded."""
    return _VIDEO.search(text) is not None
