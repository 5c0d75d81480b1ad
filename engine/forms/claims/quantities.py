"""Amounts that a message tells, with what each is of: a time or rate of one thing, dollars, a link, gigabytes.

A rate is kept as seconds of one. A bare number set against an amount has its unit: "0.81 steps/s instead of 0.51".
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from engine.forms.joined.told_amounts import Time, is_of_content
from engine.workload.hours.told_times import seconds_in
from knowledge.units import SECONDS_PER_HOUR

Kind = Literal["time", "usd", "gbps", "gb"]
RUN = ""  # the thing of a time of a whole run
_N = r"(?<![\w.,$€£/-])(?:(\d[\d,]*(?:\.\d+)?)\s?(?:-|–|~|to)\s?)?(\d[\d,]*(?:\.\d+)?)\s?(k)?[\s-]*"
_UNIT = r"(ms|msec|milliseconds?|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?)"
_THING = (
    r"(tokens?|toks?|t(?=/)|steps?|its?|iters?|iterations?|epochs?|images?|imgs?|samples?|seqs?|sequences?|requests?|"
    r"reqs?|quer(?:y|ies)|frames?|pages?|clips?|files?)"
)
_OF_ONE = rf"(?:\s*(?:/|per|an?|each|every|for (?:an?|one|each|every))\s*(?:\d+\s*)?(?:output |generated )?{_THING})?"
_TIME = re.compile(rf"{_N}{_UNIT}(?![a-z0-9]|/(?:h|hour|day|month)\b){_OF_ONE}(?![a-z0-9])", re.I)
_LATENCY = re.compile(rf"{_N}{_UNIT}\s*(?:/|per|an?|each)\s*{_THING}(?![a-z0-9])", re.I)
_RATE = re.compile(
    rf"{_N}(?:output |generated )?{_THING}\s*(?:/|per|an?|each|every)\s*(s|sec|second|min|minute|h|hr|hour)(?![a-z])",
    re.I,
)
_SHORT_RATE = re.compile(rf"{_N}(tps|t/s|fps|rps|qps)(?![a-z])", re.I)
_SHORTS = {"tps": "token", "t/s": "token", "fps": "frame", "rps": "request", "qps": "request"}
_USD = re.compile(
    r"(?<![\w.])(?:us)?\$\s?(\d[\d,]*(?:\.\d+)?)\s?(k)?(?![\w.]*\s*(?:/|per|an?)\s*(?:\w+[- ])?(?:hour|hr|h|month|mo|"
    r"million|1m|token)\b)|(?<![\w.$])(\d[\d,]*(?:\.\d+)?)\s?(k)?\s?(?:usd|dollars?|bucks)(?!\w|\s*(?:/|per|an?)\s*(?:\w+"
    r"[- ])?(?:hour|hr|h|month|mo)\b)",
    re.I,
)
_GBPS = re.compile(rf"{_N}(?:gbps|gbit/s|gbit|gb/s|gigabits?)(?![a-z])", re.I)
_GB = re.compile(
    rf"{_N}([mgt])i?b(?:ytes?)?\s*(?:(?:sent|moved|transferred|exchanged|traffic|of \w+)\s*)?"
    r"(?:/|per|an?|each|every|in (?:an?|each|every))\s*(?:training |optimi[sz]er )?"
    r"(?:step|iteration|iter|it|update|batch)(?![a-z])",
    re.I,
)
_SCALE = {"m": 1e-3, "g": 1.0, "t": 1e3}
_AGAINST = (
    r"(?:instead of|rather than|vs\.?|versus|against|up from|down from|from|compared (?:to|with)|(?:it )?was|not|to|"
    r"and|but|,|->|→|than|says|say|said|claims|claimed|gives|gave|shows|predicts|predicted|estimates|estimated|promises"
    r"|promised|quotes|is|took|takes|needed|needs)"
)
_BARE = re.compile(
    rf"(?:^|(?<=[\s,(])){_AGAINST}\s+(?:only |just |about |around |roughly |~)?(\d[\d,]*(?:\.\d+)?)"
    r"(?=\s*(?:[.,;:?!)]*(?:\s|$))(?:$|[^\w\s]|(?:on|with|without|for|before|after|using|in|and|but|so|what|why|which|is|now"
    r"|to|instead|rather|than|per|vs|versus|->)\b|\s*$)|[.,;:?!)]|$)",
    re.I,
)
_BEFORE = re.compile(
    r"(?:^|(?<=[\s,(]))(?:from\s+)(\d[\d,]*(?:\.\d+)?)(?=\s*(?:to|->|→|up to|down to)\s)|"
    r"(?:^|(?<=[\s,(]))(\d[\d,]*(?:\.\d+)?)(?=\s*(?:->|→)\s*\d)",
    re.I,
)
_WANTED = re.compile(
    r"\b(?:want|wish|hope|hoping|aim|goal|target|limit|deadline|within|at most|under|below|less than|like (?:it|to)|"
    r"get it)\b[^.?!;\n]{0,30}$|\bneed\b[^.?!;\n]{0,24}\b(?:in|within|under|down to|to)\s+(?:about |around |~)?$"
    r"|\bexpect(?:ed|ing)?\s+(?:about |around |only |~)?$",
    re.I,
)
_BEFORE_IT = re.compile(  # "an epoch takes", before the time
    rf"\b(?:an?|one|each|every|per|the|my|our|single)\s+(?:training |full |single )?{_THING}\s+(?:[a-z]+\s+){{0,3}}?"
    r"(?:takes?|took|is|was|needs?|needed|costs?|lasts?|in|=|:)\s*(?:me |us |about |around |roughly |only |~)*$",
    re.I,
)
_GLUED = re.compile(r"(?<![\w.])(\d{1,3})(h|m)\s?(\d{1,2})\s?(m(?:in)?|s(?:ec)?)?(?![\w.])", re.I)  # "1h20", "3m51s"
_AS_UNIT = re.compile(rf"\d[\s-]*{_UNIT}(?![a-z])", re.I)
_GOES_ON = re.compile(r"\s*(?:and |, )?\s*")
_FROM = re.compile(r"\bfrom\s+(?:about |around |~)?$", re.I)
_KILO = 1e3


class Quantity(NamedTuple):
    """`value`: seconds of one `thing`, dollars, Gbit/s or GB; of a range the middle, with `low` and `high`.

    `rate`: told as so many a second; `bare`: its unit is that of the amount it is set against.
    """

    kind: Kind
    thing: str
    value: float
    low: float
    high: float
    rate: bool
    wanted: bool
    first: int
    last: int
    bare: bool = False


def quantities(text: str) -> tuple[Quantity, ...]:
    """In the order of the text."""
    found: list[Quantity] = []

    def add(kind: Kind, thing: str, ends: tuple[float, float], match: re.Match[str], *, rate: bool = False) -> None:
        low, high = sorted(ends)
        taken = any(one.first < match.end() and match.start() < one.last for one in found)
        if taken or low <= 0:
            return
        first = match.start()
        if kind == "time" and _is_change(text, match):
            low, high, first = ends[1], ends[1], match.start(2)
        wanted = kind == "time" and bool(_WANTED.search(text[: match.start()]))
        found.append(Quantity(kind, thing, (low + high) / 2, low, high, rate, wanted, first, match.end()))

    for match in _RATE.finditer(text):
        unit = seconds_in(match[5])
        low, high = _ends(match)
        if low:
            add("time", _thing(match[4]), (unit / low, unit / high), match, rate=True)
    for match in _SHORT_RATE.finditer(text):
        low, high = _ends(match)
        if low:
            add("time", _SHORTS[match[4].lower()], (1 / low, 1 / high), match, rate=True)
    for match in _GBPS.finditer(text):
        add("gbps", "", _ends(match), match)
    for match in _GB.finditer(text):
        low, high = (value * _SCALE[match[4].lower()] for value in _ends(match))
        add("gb", "step", (low, high), match)
    for match in _USD.finditer(text):
        usd = _number(match[1] or match[3]) * (_KILO if match[2] or match[4] else 1.0)
        add("usd", "", (usd, usd), match)
    for match in _GLUED.finditer(text):
        smaller = match[4] or ("m" if match[2].lower() == "h" else "s")
        seconds = float(match[1]) * seconds_in(match[2]) + float(match[3]) * seconds_in(smaller)
        add("time", _before_it(text, match.start()), (seconds, seconds), match)
    for match in _TIME.finditer(text):
        if match[3]:
            continue  # "4k h"
        unit = seconds_in(match[4])
        low, high = (value * unit for value in _ends(match))
        if not is_of_content(text, Time(high / SECONDS_PER_HOUR, match.start(), match.end())):
            thing = _thing(match[5]) if match[5] else _before_it(text, match.start())
            add("time", thing, (low, high), match)
    return _with_bare(text, _joined(text, sorted(found, key=lambda one: one.first)))


def _before_it(text: str, at: int) -> str:
    """The thing that a time right behind it is of: "an epoch takes 6 h"."""
    match = _BEFORE_IT.search(text[max(0, at - 60) : at])
    return _thing(match[1]) if match else RUN


def _joined(text: str, found: list[Quantity]) -> list[Quantity]:
    """Times of two units as one: "3 min 51 s"."""
    made: list[Quantity] = []
    for one in found:
        last = made[-1] if made else None
        timed = last is not None and last.kind == one.kind == "time" and not (last.rate or one.rate)
        if timed and last is not None and one.value < last.value and _is_smaller(text, last, one):
            both = last.value + one.value
            made[-1] = last._replace(value=both, low=both, high=both, thing=last.thing or one.thing, last=one.last)
        else:
            made.append(one)
    return made


def _is_smaller(text: str, one: Quantity, other: Quantity) -> bool:
    """Whether the second is of a smaller unit and goes on right behind."""
    units = [_AS_UNIT.findall(text[each.first : each.last]) for each in (one, other)]
    first, second = (seconds_in(found[-1]) if found else 0.0 for found in units)
    return second < first and _GOES_ON.fullmatch(text[one.last : other.first]) is not None


def _with_bare(text: str, found: list[Quantity]) -> tuple[Quantity, ...]:
    """With the bare numbers that are set against an amount of the same sentence, the one that stands nearest."""
    made = list(found)
    for pattern in (_BEFORE, _BARE):
        for match in pattern.finditer(text):
            number = match[1] or (match[2] if pattern is _BEFORE else None)
            at = match.end() - len(number) if number else -1
            at = match.end(1) - len(match[1]) if match[1] else at
            if number is None or any(one.first <= at < one.last for one in made):
                continue
            near = [one for one in found if one.kind in ("time", "usd") and not _apart(text, one, at)]
            if not near:
                continue
            own = min(near, key=lambda one: abs(one.first - at))
            value = _as_own(_number(number), own, text)
            if value and 1 / _ALIKE < value / own.value < _ALIKE:
                made.append(
                    own._replace(value=value, low=value, high=value, first=at, last=at + len(number), bare=True)
                )
    return tuple(sorted(made, key=lambda one: one.first))


_ALIKE = 100.0  # times apart that two figures of the same thing may be
_ENDS = re.compile(r"[.?!\n](?=\s|$)")


def _apart(text: str, one: Quantity, at: int) -> bool:
    first, last = (one.last, at) if one.first < at else (at, one.first)
    return _ENDS.search(text[first:last]) is not None


def _as_own(number: float, own: Quantity, text: str) -> float:
    """The value of a number in the unit of an amount."""
    if not number:
        return 0.0
    told = re.search(r"\d[\d,]*(?:\.\d+)?", text[own.first : own.last])
    many = _number(told[0]) if told else 0.0
    if not many:
        return 0.0
    unit = own.low if not own.rate else own.high
    return unit * many / number if own.rate else unit * number / many


def _is_change(text: str, match: re.Match[str]) -> bool:
    """ "From 0.51 to 0.81 steps/s": two amounts, and no range."""
    return bool(match[1]) and _FROM.search(text[: match.start()]) is not None


def _ends(match: re.Match[str]) -> tuple[float, float]:
    scale = _KILO if match[3] else 1.0
    high = _number(match[2]) * scale
    return (_number(match[1]) * scale if match[1] else high), high


def _number(text: str) -> float:
    return float(text.replace(",", "").rstrip(".") or 0)


def _thing(word: str) -> str:
    plain = word.lower()
    for start, name in _NAMES:
        if plain.startswith(start):
            return name
    return "token" if plain == "t" else plain.rstrip("s")


_NAMES = (
    ("tok", "token"), ("step", "step"), ("it", "step"), ("epoch", "epoch"), ("im", "image"), ("sample", "sample"),
    ("seq", "sample"), ("req", "request"), ("quer", "request"),
)  # fmt: skip
