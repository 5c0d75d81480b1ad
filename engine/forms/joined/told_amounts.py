"""What a text tells of the time of one of many things: "2,000 files, 40 s each", "12 s/it, 8000 its in all".

The product holds whatever the work is, so it is read apart from what describes it. Times of the whole that are told
beside it are the asker's own or those of others. Free text in English and Chinese; else nothing is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.base.measures import Measure, unit
from engine.workload.hours.told_times import HOURS
from knowledge.units import MINUTES_PER_HOUR, SECONDS_PER_HOUR

_NUMBER = r"(?<![A-Za-z0-9_.,$€/-])(\d[\d,]*(?:\.\d+)?|half an?|half|an? whole|an? full|an?|one|two|three|一|两|半)"
_NUMBER += r"(?:\s*(?:-|–|~|to|or)\s*(\d+(?:\.\d+)?))?"
_UNIT = r"(ms|milliseconds?|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?|"
_UNIT += r"秒|分钟?|个?小时|个?钟头|天|周|个?月)"
_TIME = re.compile(_NUMBER + r"\+?\s*-?\s*" + _UNIT + r"(?![a-z/]{1,3}\b|[a-z0-9])|" + _NUMBER + r"\s*(s)(?=/)", re.I)
_WORDS = {"half a": 0.5, "half an": 0.5, "half": 0.5, "半": 0.5, "two": 2.0, "两": 2.0, "three": 3.0}
_ARTICLES = ("a", "one")  # how a number in words begins
_PAID = re.compile(r"(?:[\d$€]|\dk|cents?|usd|dollars?|eur|euros?|times|it|its|steps?|images?)\s*$", re.I)
_SO_OFTEN = re.compile(r"(?:\b\d[\d.,]*k?\s+[a-z]{3,}|\b(?:once|twice|times))\s+$", re.IGNORECASE)  # "4 runs a year"
_SHORT = {
    **dict.fromkeys(("it", "its", "iter", "iters", "iteration", "iterations"), "step"),
    **dict.fromkeys(("img", "imgs"), "image"),
}
_NOUN = r"([a-z]{2,14})"
_PARTS = r"epoch|step|iter|batch|image|frame|sample|video|clip|sentence|file|sequence"  # what a work has many of
_EACH_BEHIND = re.compile(
    r"\s*(?:of \w+ )?(?:(each|apiece)\b|"
    r"(?:/|(?:per|for (?:each|every|one|1|an?(?= (?:" + _PARTS + r")))|an?|every|each)\b)"
    r"\s*(?:an?\s|one\s|1\s?)?" + _NOUN + r")", re.I,
)  # fmt: skip
_EACH_BEFORE = re.compile(
    r"\b(?:an?|one|each|every|per|single|1)\s+" + _NOUN
    + r"\s+(?:[\w-]+\s+){0,3}?(?:takes?|took|needs?|taking|is|costs?|in|=|:)\s*"
    r"(?:me\s|about|around|roughly|over|almost|nearly|up to|at least|more than|~|≈|\s)*$",
    re.I,
)  # fmt: skip
_RATE = re.compile(
    r"(?<![\w.,$€])(?:\d[\d,]*(?:\.\d+)?k?\s*[-–~]\s*)?(\d[\d,]*(?:\.\d+)?)(k)?\s*(?:\w+\s)?" + _NOUN
    + r"\s*(?:/\s*|per\s+|an?\s+|each\s+|every\s+|in a\s+)(s|sec|second|min|minute|h|hour|day)\b",
    re.I,
)  # fmt: skip
_LOGGED = re.compile(  # a log: '"step_time": 2.98', "avg_batch_cost: 0.53 s"
    r"(?:step_?time|time_per_(?:step|iter)|iter(?:ation)?_?time|batch_?(?:cost|time)|sec(?:onds)?_per_(?:step|iter))"
    r"\W{1,4}(\d+\.\d+)", re.I,
)  # fmt: skip
_IN_TIME = re.compile(  # "300,000 iterations took 40 hours", before the time
    r"(?<![\w.,$€/-])(\d[\d,]*(?:\.\d+)?)\s?(k|w|m|thousand|million)?\s+(?:training\s)?" + _NOUN
    + r"\s*(?:takes?|took|taking|in|within|for|=|:|need(?:s|ed)?|cost)?\s*"
    r"(?:just|only|about|around|approximately|roughly|me|us|over|more than|~|≈|\s)*$",
    re.I,
)  # fmt: skip
_CONTENT = (
    r"audio|videos?|clips?|speech|songs?|lectures?|footage|music|films?|movies?|wavs?|mp3|recordings?|data|podcasts?"
)
_OF_CONTENT = re.compile(
    r"\.?\s*-?\s*(?:long\s+)?(?:of\s+)?(?:an?\s+|the\s+|my\s+)?(?:[a-z]+\s+)?(?:"
    + _CONTENT
    + r")\b|的?\s*(?:训练)?(?:音频|视频|数据|语音)",
    re.I,
)
_HOURS_OF_DATA = re.compile(r"\d\s?k?\s?(?:hours|hrs|h)\s+of\s+(?:[a-z]+\s+)?(?:" + _CONTENT + r")\b", re.I)
_SPENT = re.compile(
    r"(?:t[ao]kes?|took|taking|ran|runs?|running|in|within|after|for|needs?|costs?)\W+(?:\w+\W+){0,2}$", re.I
)
_MUCH = 100.0  # hours
PLAIN = frozenset({"machine", "chip", "token", "h", "day", "usd", "step", "person"})  # units that are no things
_MADE = re.compile(r"\b(?:generat|produc|render|synthesi[sz])(?:e|ing)\s+(?:a\s+|an\s+)?$", re.I)
_HOPED = re.compile(
    r"should|expect|(?<!why )\b(?:will|would|could|can) (?:it|this|that|they) (?:take|be|need|run|finish)|\bhope|"
    r"supposed|ideally|\bwant|\bwish|reduce|\bcut\b|bring .* to\s*$|deadline|within\s*$", re.I,
)  # fmt: skip
_COUNT = re.compile(
    r"(?<![\w.,$€/-])(\d[\d,]*(?:\.\d+)?)\s?(k|w|m|thousand|million)?\s+(?:(?:[a-z]{2,14})\s+){0,2}?" + _NOUN + r"\b",
    re.I,
)
_ROUNDS = re.compile(r"(?<![A-Za-z0-9_.,])(\d{1,6})\s*(?:次|个循环|轮|times|rounds|loops|cycles|batches|runs)", re.I)
_BATCH = re.compile(r"batch[\s_-]*size[\w]*\s*(?:=|:|is|of|equals?(?: to)?)?\s*(\d{1,5})\b", re.I)
_CLOCK = re.compile(r"(?<![\w.,:])(\d{1,3})['′:](\d{2})(?:[\"″]|'')(?!\w)")  # 2'42" and 2:42"
_BARE_RATE = re.compile(r"(?<![A-Za-z0-9_.,$€])(\d[\d,]*(?:\.\d+)?)\s*(fps|tps|rps|qps)(?![a-z])", re.I)
_OF_BARE = {"fps": "frame", "tps": "token", "rps": "request", "qps": "request"}
_MINUTES = re.compile(r"\s*(\d{1,2})\s?m\b", re.I)
_JOINED = re.compile(r"\s*(?:and\s*)?")
_SCALE = {"k": 1e3, "thousand": 1e3, "w": 1e4, "m": 1e6, "million": 1e6}  # "w": ten thousand, as Chinese writers do
_MORE = re.compile(  # "how long for 1 million?"
    r"\bhow (?:long|much time|many (?:hours|days))\b[^?.;\n]{0,40}?(?<![\w.,$€/-])(\d[\d,]*(?:\.\d+)?)"
    r"\s?(k|w|m|thousand|million)?\s*(?:of (?:them|those|these)\s*)?(?:take\w*\s*)?[?.]", re.I,
)  # fmt: skip
_OF_PASS = re.compile(r"\b(?:per|an?|each|every|one) (?:full |training )?epoch|\bepoch (?:has|is|of|takes)", re.I)
_PASSES = re.compile(r"(?<![\w.,/])(\d[\d,]{0,8})\s*(?:full |training )?epochs?\b", re.I)
THEIRS = re.compile(
    r"should|supposed|\bread\b|claim|report|paper|readme|author|expect|others?\b|people|instead of|said that|says|"
    r"mention|\bthey\b|tutorial|hoped?|usual|official", re.I,
)  # fmt: skip
_WISHED = re.compile(r"\b(?:within|limit|deadline|less than|under|at most|for only|in only|last)\s*$", re.I)
_USED_UP = frozenset({"unit"})  # what a service takes for its hours: no work
_NO_THING = frozenset({
    "gpu", "card", "gb", "gib", "hour", "day", "minute", "second", "sec", "min", "week", "node", "core", "worker",
    "token", "parameter", "param", "dollar", "usd", "euro", "month", "year", "vram", "ram", "machine", "and", "or",
    "cent", "ct", "flop", "tflop", "gflop", "tok", "bit", "byte", "mb", "kb", "watt", "degree", "percent", "px",
    "take", "taking", "took", "need", "cost", "run", "time", "whole", "total", "of", "to", "in", "on", "the", "gpus",
})  # fmt: skip
_TOKENS = frozenset({"token", "tok", "t"})
NEAR = 90  # characters
CLOSE = 0.03
SAME = 0.1  # share within which two figures that were rounded agree


class Told(NamedTuple):
    """`number` of a thing at `seconds` each, in each of `passes`; hours of the whole as asker and others tell."""

    number: float
    thing: str
    seconds: float
    passes: float
    own: float | None
    theirs: float | None

    @property
    def hours(self) -> float:
        return self.number * self.seconds / SECONDS_PER_HOUR


class Each(NamedTuple):
    """The thing ("" where it is not named), seconds of one, where they stand, whether a rate was told, and how many
    were told together."""

    thing: str
    seconds: float
    first: int
    last: int
    of_rate: bool = False
    number: float = 1.0


class Time(NamedTuple):
    """Hours (the upper of a span) and where they stand in the text."""

    hours: float
    first: int
    last: int


def told_amount(text: str) -> Told | None:
    """None where no number of a thing is told beside the time of one."""
    for each in _each(text):
        number = _number_of(text, each.thing, each.first, each.last)
        if number is None or each.thing in _USED_UP:
            continue
        many, at, name = number
        around = text[max(0, at - NEAR // 2) : at + NEAR // 2]
        passes = [_plain(one) for one in _PASSES.findall(text)]
        several = max(passes, default=1.0) if name != "epoch" and _OF_PASS.search(around) else 1.0
        wholes = [one for one in times(text) if one.last <= each.first or one.first >= each.last]
        return Told(many, each.thing and name, each.seconds, several, *_told_by(text, wholes))
    return told_in_proportion(text) or _agreeing(text)


def told_in_proportion(text: str) -> Told | None:
    """Another number of what so many of took so long: "10k documents took 3 hours, how long for 1 million?"."""
    for each in each_told(text):
        if each.number == 1 or each.thing in _NO_THING:
            continue
        named = _number_of(text, each.thing, each.first, each.last)
        bare = _MORE.search(text, each.last)
        many = named[0] if named else _plain(bare[1]) * _SCALE.get((bare[2] or "").lower(), 1.0) if bare else 0.0
        if many > 1 and many != each.number:
            return Told(many, each.thing, each.seconds, 1.0, None, None)
    return None


def _agreeing(text: str) -> Told | None:
    """A number and two times of which one is the other so many times: 24 rounds of 90 s, "about 36 minutes"."""
    found = times(text)
    for match in _ROUNDS.finditer(text):
        many = _plain(match[1])
        for one in found:
            for whole in found:
                if (
                    many > 1 and one.hours and abs(many * one.hours / whole.hours - 1) <= CLOSE
                    if whole.hours
                    else False
                ):
                    return Told(many, "", one.hours * SECONDS_PER_HOUR, 1.0, whole.hours, None)
    return None


def told_batch(text: str) -> int | None:
    """Samples of a step on each card, where a setting says so: "batch_size_per_gpu equals to 32"."""
    found = _BATCH.search(text)
    return int(found[1]) if found else None


def times(text: str) -> tuple[Time, ...]:
    """Every span of time."""
    found: list[Time] = []
    for match in _TIME.finditer(text):
        low, high, unit = (match[1], match[2], match[3]) if match[3] else match.group(4, 5, 6)
        word = " ".join(low.lower().split())
        if word.startswith(_ARTICLES) and (len(unit) == 1 or not match[0][len(low)].isspace()):
            continue  # "as"
        before = text[: match.start()]
        if word.startswith(_ARTICLES) and (_PAID.search(before) or _SO_OFTEN.search(before)):
            continue
        value = _WORDS.get(word, 1.0) if not word[0].isdecimal() else _plain(low)
        one = Time((_plain(high) if high else value) * _unit(unit), match.start(), match.end())
        minutes = _MINUTES.match(text, one.last) if unit.lower().startswith("h") else None
        if minutes is not None:
            one = Time(one.hours + int(minutes[1]) / MINUTES_PER_HOUR, one.first, minutes.end())  # "23h 17m"
        if found and word[0].isdecimal() and _goes_on(found[-1], one, text):
            one = Time(found[-1].hours + one.hours, found.pop().first, one.last)
        found.append(one)
    for match in _CLOCK.finditer(text):
        hours = int(match[1]) / MINUTES_PER_HOUR + int(match[2]) / SECONDS_PER_HOUR
        found.append(Time(hours, match.start(), match.end()))
    return tuple(sorted(found, key=lambda one: one.first))


def _goes_on(one: Time, other: Time, text: str) -> bool:
    """Whether two times are one: "1 hour and 20 minutes"."""
    return other.hours < one.hours and _JOINED.fullmatch(text[one.last : other.first]) is not None


def many_of_each(measures: tuple[Measure, ...]) -> float:
    """How many of the thing that a time is of were told, else 0: "1 h a clip, 1000 clips", "one fold ... 5 folds"."""
    of = {name for one in measures for name, power in one.units[0] if power < 0} - PLAIN
    counts = (one.value for one in measures for name in of if one.units[:1] == (unit(**{name: 1}),))
    return next((value for value in counts if value > 1), 0.0)


def is_of_content(text: str, one: Time) -> bool:
    """Whether the time is how long a recording is: "a 5 second video"; "I have 1,500 hours" where other hours are of
    speech, and nothing takes them."""
    before = text[max(0, one.first - NEAR) : one.first]
    data = one.hours >= _MUCH and _HOURS_OF_DATA.search(text) and not _SPENT.search(before)
    return bool(data or _OF_CONTENT.match(text, one.last) or _MADE.search(before))


def is_hoped(text: str, at: int) -> bool:
    """Whether somebody expects or wants it, by the words of its clause before it."""
    clause = re.split(r"[.?!;\n]|, and | but ", text[max(0, at - NEAR) : at])[-1]
    return bool(_HOPED.search(clause))


def is_theirs(text: str, at: int) -> bool:
    """Whether a figure is what others tell, by the words of its clause before it."""
    clause = re.split(r"[.?!;\n]|, and | but ", text[max(0, at - NEAR) : at])[-1]
    return bool(THEIRS.search(clause))


def _told_by(text: str, wholes: list[Time]) -> tuple[float | None, float | None]:
    """The last of the asker's own and of the others' hours that are told of the whole."""
    own, theirs = None, None
    for one in wholes:
        behind = text[one.last : one.last + 12]
        if _EACH_BEHIND.match(text, one.last) or re.match(r"\s*of\s", behind) or _WISHED.search(text[: one.first]):
            continue
        if is_theirs(text, one.first):
            theirs = one.hours
        else:
            own = one.hours
    return own, theirs


def each_told(text: str) -> Iterator[Each]:
    """Every time of one of something, every rate, and every number of a thing in so much time."""
    for one in times(text):
        seconds = one.hours * SECONDS_PER_HOUR
        behind = _EACH_BEHIND.match(text, one.last)
        before = _EACH_BEFORE.search(text[max(0, one.first - NEAR) : one.first])
        if behind is not None and (behind[1] or _noun(behind[2])):
            yield Each(_noun(behind[2] or ""), seconds, one.first, behind.end())
        elif before is not None and _noun(before[1]):
            yield Each(_noun(before[1]), seconds, one.first, one.last)
        elif (together := _IN_TIME.search(text[max(0, one.first - NEAR) : one.first])) is not None:
            number = _plain(together[1]) * _SCALE.get((together[2] or "").lower(), 1.0)
            if _thing(together[3]) and number > 1:
                first = max(0, one.first - NEAR) + together.start()
                yield Each(_noun(together[3]), seconds / number, first, one.last, number=number)
    for match in _LOGGED.finditer(text):
        yield Each("step", float(match[1]), match.start(), match.end())
    for match in _RATE.finditer(text):
        thing, many = _noun(match[3]), _plain(match[1]) * (1e3 if match[2] else 1.0)
        if thing and many:
            yield Each(thing, _unit(match[4]) * SECONDS_PER_HOUR / many, match.start(), match.end(), of_rate=True)


def bare_rates(text: str) -> Iterator[Each]:
    """Rates whose unit names the thing: "1.46 TPS". No work is counted by them: frames a second may be of a video."""
    for match in _BARE_RATE.finditer(text):
        if many := _plain(match[1]):
            yield Each(_OF_BARE[match[2].lower()], 1 / many, match.start(), match.end(), of_rate=True)


def _each(text: str) -> Iterator[Each]:
    """Those of one thing that work is counted in, as it is told."""
    for one in each_told(text):
        if one.thing not in _NO_THING and one.number == 1:
            yield one


def _number_of(text: str, thing: str, first: int, last: int) -> tuple[float, int, str] | None:
    """How many of the thing; of one that is not named the last number of anything before its time."""
    found: list[tuple[float, int, str]] = []
    rates = [rate.span() for rate in _RATE.finditer(text)]
    for match in _COUNT.finditer(text):
        name = _thing(match[3])
        many = _plain(match[1]) * _SCALE.get((match[2] or "").lower(), 1.0)
        inside = any(match.start() < b and match.end() > a for a, b in (*rates, (first, last)))
        if not name or many <= 1 or inside or (thing and name != thing):
            continue
        if not thing and not 0 <= first - match.end() <= NEAR:
            continue
        found.append((many, match.start(), name))
    return found[-1] if found else None


def _thing(word: str) -> str:
    """The noun in the singular; "" for what is no thing that work is counted in."""
    plain = _singular(word)
    return "" if plain in _NO_THING or word.lower() in _NO_THING else plain


def _noun(word: str) -> str:
    """The same, and a token."""
    return "token" if _singular(word) in _TOKENS else _thing(word)


def _singular(word: str) -> str:
    plain = word.lower()
    plain = _SHORT.get(plain, plain)
    if plain.endswith(("ches", "shes", "sses", "xes")):
        return plain[:-2]
    return plain[:-1] if plain.endswith("s") and not plain.endswith("ss") else plain


def _unit(word: str) -> float:
    plain = word.lower().lstrip("个")
    for two in ("ms", "mo"):
        if plain.startswith(two):
            return HOURS[two]
    return HOURS["ms"] if plain.startswith("milli") else HOURS[plain[0]]


def _plain(number: str) -> float:
    return float(number.replace(",", "") or 0)
