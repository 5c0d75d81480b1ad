"""Times that a text tells of a run: of one pass over the data, of so many steps, and how far it has come.

The sums over them hold whatever the model is, so they are read apart from what describes the work. Written for free
text in English and Chinese; a text without such figures gives empty ones.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from engine.base.of_texts import read_once
from knowledge.units import (
    DAYS_PER_WEEK,
    HOURS_PER_DAY,
    HOURS_PER_MONTH,
    HOURS_PER_YEAR,
    MILLISECONDS_PER_SECOND,
    MINUTES_PER_HOUR,
    SECONDS_PER_HOUR,
    SECONDS_PER_MINUTE,
)

PERCENT = 100.0
_WORDS = {"an": 1.0, "a": 1.0, "one": 1.0, "a whole": 1.0, "a full": 1.0, "half an": 0.5, "two": 2.0, "three": 3.0}
HOURS = {  # of a unit, by how its name begins
    "ms": 1 / MILLISECONDS_PER_SECOND / SECONDS_PER_HOUR,
    "s": 1 / SECONDS_PER_HOUR,
    "m": 1 / MINUTES_PER_HOUR,
    "h": 1.0,
    "d": HOURS_PER_DAY,
    "w": HOURS_PER_DAY * DAYS_PER_WEEK,
    "mo": HOURS_PER_MONTH,
    "y": HOURS_PER_YEAR,
    "秒": 1 / SECONDS_PER_HOUR,
    "分": 1 / MINUTES_PER_HOUR,
    "小": 1.0,
    "钟": 1.0,
    "天": HOURS_PER_DAY,
    "周": HOURS_PER_DAY * DAYS_PER_WEEK,
    "月": HOURS_PER_MONTH,
}
SECONDS = {  # of a unit, by how its name begins
    "ms": 1 / MILLISECONDS_PER_SECOND,
    "s": 1.0,
    "m": float(SECONDS_PER_MINUTE),
    "h": float(SECONDS_PER_HOUR),
    "d": float(SECONDS_PER_HOUR * HOURS_PER_DAY),
    "w": float(SECONDS_PER_HOUR * HOURS_PER_DAY * DAYS_PER_WEEK),
}
_NUMBER = r"(?<![A-Za-z0-9_.,$€-])(\d[\d,]{0,15}(?:\.\d+)?|half an|a whole|a full|an?|one|two|three)\s*-?\s*"
_UNIT = (
    r"(s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|d|days?|weeks?|months?|years?|秒|分钟?|个?小时|个?钟头|天|周)"
)
_REST = r"(?:\s*(?:and\s*)?(\d+)\s*(s|secs?|seconds?|mins?|minutes?|秒|分钟?))?"
SPAN = _NUMBER + _UNIT + "(?![a-z])" + _REST + "(?![a-z])"
_ABOUT = r"(?:about|around|almost|nearly|approximately|approx\.?|roughly|up to|over|more than|me|us|~|≈|\s)*"
_TAKES = r"(?:takes?|took|taking|is|it's|was|needs?|costs?|requires?|to be|about|around|in|=|:|~|"
_TAKES += r"要|需要|用|耗时|大约|大概|是)"
_ONE = r"(?:\b(?:an?|one|each|every|per|single|1)\s+|一个|每个|单个|1\s?个|一)\s*(?:full\s|training\s)?"
_WITHIN = r"(?:[^.?!\n\d]|\?\s*(?=for me|mine|on my|in my|my)){0,80}?"
_PASS_FIRST = re.compile(_ONE + r"epoch(?:'?s)?(?![a-z])" + _WITHIN + _TAKES + r"\s*" + _ABOUT + SPAN, re.IGNORECASE)
_SPAN_FIRST = re.compile(
    SPAN
    + r"\s*(?:for|per|/|an?|each|every|to (?:train|finish|complete|run)|in)\s*(?:(?:one|each|every|single|a|1)\s)?"
    r"\s*(?:full\s|training\s)?epoch(?![a-z])",
    re.IGNORECASE,
)
_COUNT = r"(?<![\w.,])(\d[\d,]{0,15})\s*(k\b)?\s*(?:个\s*)?(?:full |training |more )?"
_COUNT += r"(epochs?|steps?|iterations?|iters?)(?![a-z])"
_MANY_LATER = re.compile(
    SPAN + r"\s*(?:for|to|in)\b[^.?!\n\d]{0,30}?" + _COUNT, re.IGNORECASE
)  # "2 days to train it for 8 epochs"
_MANY_FIRST = re.compile(
    _COUNT + r"\s*(?:(?:will|would|should|does|do|did)\s*)?(?:takes?|took|in|needs?)\s*" + _ABOUT + SPAN,
    re.IGNORECASE,
)
_PASSES = re.compile(
    r"(?<![\w.,/])(\d[\d,]{0,15})\s*(?:full |training |more )?epochs?(?![a-z])|(\d[\d,]{0,15})\s*(?:个\s*epoch|轮)",
    re.I,
)
_PASSES_NAMED = re.compile(
    r"\b(?:num_?(?:train_?)?|max_?)?epochs?\s*[:=]\s*(\d[\d,]{0,15})(?![\d.])(?!\s*(?:[smhd分小天]))", re.I
)
_SOME = r"(\d[\d,]{0,15}(?:\.\d+)?)\s?(k|m)?(?![\w.])"
_STEPS = r"(?:steps?|iterations?|iters?|its?|epochs?|batches|schritten?|iterationen|itérations?|iteraciones|步|轮)"
_STEPS += r"(?![a-z])"
_OUT = r"\s*(?:/|out of|of|von|sur|de)\s*(?:the\s|a total of\s)?"
_DONE = re.compile(  # "1,300/150,000 steps", "1300 iterations out of 150k"
    rf"(?<![\w.,]){_SOME}(?:{_OUT}{_SOME}\s*(?:\w+\s){{0,2}}?{_STEPS}|\s*{_STEPS}{_OUT}{_SOME})", re.I
)
_BAR = re.compile(  # a progress bar: "100/10000 [05:00<8:15:00, 3.00s/it]"
    r"(\d+)/(\d+)\s*\[\s*((?:\d+:)+\d\d)\s*<\s*(?:(?:\d+:)+\d\d|\?)\s*,\s*(\d+(?:\.\d+)?)\s*(s/it|it/s)"
)
_SHARE = re.compile(r"(\d+(?:\.\d+)?)\s*%")
_OF_PROGRESS = re.compile(r"\b(?:done|complete[d]?|finished|progress|so far|through|denoising)\b|完成|进度", re.I)
_AT_SHARE = re.compile(  # "after 24 hours it is only at 7%"
    r"(?:\b(?:is|was|are|am|be|only|still|just)|'s|'m|'re)(?: only| still| just| now| currently)* at"
    r"(?: only| about| around)? (\d+(?:\.\d+)?)\s*%",
    re.I,
)
_OF_OTHER = re.compile(r"util|usage|memory|vram|mfu|load|gpus? |cpu|power|accura|discount|price|volatile", re.I)
_ELAPSED = re.compile(
    r"(?:\bgoing on for|\brunning for|\bafter|\balready|\bbeen|\bspent|\belapsed:?|\btook|\bin|已经|过了)\s*"
    r"(?:running\s|training\s|for\s)?" + _ABOUT + SPAN,
    re.IGNORECASE,
)
_NEAR = 70  # characters between a share and the word that says what it is of

Unit = Literal["epoch", "step"]


class Amount(NamedTuple):
    """So many passes or steps in so many hours."""

    unit: Unit
    number: float
    hours: float

    @property
    def each(self) -> float:
        """Hours of one."""
        return self.hours / self.number


class Progress(NamedTuple):
    """Hours that have passed, and the share that is done: `done` of `whole` steps or passes, where they are told."""

    hours: float
    share: float
    done: float | None = None
    whole: float | None = None


class ToldTimes(NamedTuple):
    """What a text tells of the time of its run; `passes`: how many it is to do in all, if more than one."""

    one_pass: float | None  # hours
    passes: float | None
    amounts: tuple[Amount, ...]  # of several passes or steps together, in the order told
    progress: Progress | None

    @property
    def any(self) -> bool:
        """Whether a time was told that sums can be made of."""
        return bool(self.one_pass or self.amounts or self.progress)


@read_once
def told_times(text: str) -> ToldTimes:
    """Everything of it; where nothing is told, `any` of it is False."""
    beside = _DONE.sub(" ", text)  # "2,000/80,000 steps in 6 h" are not 80,000
    amounts = tuple(sorted({*_many(_MANY_LATER, beside, 4, 0), *_many(_MANY_FIRST, beside, 0, 3)}))
    passes = [float(_plain(a or b)) for a, b in _PASSES.findall(text)]
    passes += [float(_plain(number)) for number in _PASSES_NAMED.findall(text)]
    of_amounts = {amount.number for amount in amounts}
    several = [number for number in passes if number > 1 and number not in of_amounts]
    return ToldTimes(_one_pass(text), several[-1] if several else None, amounts, _progress(text))


def _one_pass(text: str) -> float | None:
    found = _SPAN_FIRST.search(text) or _PASS_FIRST.search(text)
    return _hours(found.groups()) if found else None


def _many(pattern: re.Pattern[str], text: str, number: int, span: int) -> list[Amount]:
    """`number` and `span`: which group of the match each begins at."""
    found: list[Amount] = []
    for match in pattern.finditer(text):
        groups = match.groups()
        many = float(_plain(groups[number])) * (1e3 if groups[number + 1] else 1.0)
        unit: Unit = "epoch" if groups[number + 2].casefold().startswith("epoch") else "step"
        if many > 1:
            found.append(Amount(unit, many, _hours(groups[span : span + 4])))
    return found


def _progress(text: str) -> Progress | None:
    bar = _BAR.search(text)
    if bar is not None and int(bar[1]):
        return Progress(_clock(bar[3]), int(bar[1]) / int(bar[2]), float(bar[1]), float(bar[2]))
    done, whole, at = _done(text)
    share = done / whole
    passed = [(abs(match.start() - at), _hours(match.groups())) for match in _ELAPSED.finditer(text)]
    if not share or not passed:
        return None
    return Progress(min(passed)[1], share, *((done, whole) if whole != PERCENT else ()))


def _done(text: str) -> tuple[float, float, int]:
    """What is done, of how much, and where that stands."""
    done = _DONE.search(text)
    if done is not None:
        part, whole = _scaled(done[1], done[2]), _scaled(done[3] or done[5], done[4] or done[6])
        if 0 < part < whole:
            return part, whole, done.start()
    words = [match.start() for match in _OF_PROGRESS.finditer(text)]
    for match in _SHARE.finditer(text):
        if any(abs(at - match.start()) <= _NEAR for at in words) and 0 < float(match[1]) < PERCENT:
            return float(match[1]), PERCENT, match.start()
    for match in _AT_SHARE.finditer(text):
        beside = text[max(0, match.start() - _NEAR // 2) : match.end() + _NEAR // 4]
        if 0 < float(match[1]) < PERCENT and not _OF_OTHER.search(beside):
            return float(match[1]), PERCENT, match.start()
    return 0.0, PERCENT, 0


def _scaled(number: str, letter: str | None) -> float:
    return float(_plain(number)) * {"k": 1e3, "m": 1e6}.get((letter or "").casefold(), 1.0)


def span_in(text: str, before: str) -> float | None:
    """Hours of the first stretch of time behind words of the pattern `before`; None where no such is told."""
    found = re.search(before + SPAN, text, re.IGNORECASE)
    first = re.compile(before).groups
    return _hours(found.groups()[first:]) if found else None


def _hours(groups: tuple[str | None, ...]) -> float:
    """Hours of a span: its number and unit, and minutes or seconds behind them."""
    number, unit, more, more_unit = groups[:4]
    hours = _value(number or "") * _unit(unit or "")
    return hours + (float(more) * _unit(more_unit or "") if more else 0.0)


def _unit(word: str) -> float:
    plain = word.casefold().lstrip("个")
    return HOURS["mo"] if plain.startswith("mo") else HOURS[plain[0]]


def _value(word: str) -> float:
    named = _WORDS.get(" ".join(word.casefold().split()))
    return float(_plain(word)) if named is None else named


def _plain(number: str) -> str:
    return number.replace(",", "") or "0"


def _clock(text: str) -> float:
    """Hours of "1:02:03" or "02:03"."""
    parts = [float(part) for part in text.split(":")]
    return float(sum(part / 60**power for part, power in zip(reversed(parts), (2, 1, 0), strict=False)))


def seconds_in(unit: str) -> float:
    """Seconds of a unit of time as a text writes it: "ms", "Sekunde", "hrs"."""
    low = unit.casefold()
    return SECONDS["ms" if low.startswith(("ms", "milli")) else low[0]]
