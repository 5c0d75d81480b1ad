"""Spans of time that are said in several units: "1h 45m", "2 days and 6 hours", "3h15m", "2小时30分钟"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.reading.words.numbers import Number
from engine.reading.words.patterns import Match
from engine.reading.words.tokens import Token
from knowledge.units import SECONDS_PER_HOUR

_MINUTE, _SECOND = 1 / 60, 1 / SECONDS_PER_HOUR  # in hours
_MILLION = 1e6
_IN_MS = 1000  # milliseconds of a second
_HOUR, _DIGITS = 1.0, 2  # "2h30": minutes behind hours, as a clock has them
CLOCK = re.compile(r"h([0-5]\d)")  # "2h20", which is no two H20
_HOURS = 48  # the most that a clock's hours are
_JOINTS = frozenset({"and", ",", "&"})
_APIECE = frozenset({"a", "an", "per", "/", "each", "every"})  # "3 days, 2 hours a day"


@dataclass(frozen=True, slots=True)
class Span:
    """So many hours, said in several units; `first` to `last` are its tokens."""

    hours: float
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class _Part:
    count: float
    unit: float  # in hours
    last: int


def compound(
    tokens: Sequence[Token], read: Sequence[Number], classes: Mapping[str, Mapping[int, Match]]
) -> tuple[list[Span], list[Number]]:
    """The spans of several units, and the numbers that are in none of them. One of a single unit is a number."""
    starts = {number.first: number for number in read}
    spans: list[Span] = []
    for number in read:
        if spans and number.first < spans[-1].last:
            continue
        clock = _clock(tokens, number, classes)
        if clock is not None:
            spans.append(clock)
            continue
        part = _part(number, classes)
        if part is None:
            continue
        hours, last, parts = part.count * part.unit, part.last, 1
        while (after := _next(tokens, starts, classes, part)) is not None:
            part, last, parts = after, after.last, parts + 1
            hours += part.count * part.unit
        if parts > 1:
            spans.append(Span(hours, number.first, last))
    inside = {at for span in spans for at in range(span.first, span.last)}
    return spans, [number for number in read if number.first not in inside]


def _clock(tokens: Sequence[Token], number: Number, classes: Mapping[str, Mapping[int, Match]]) -> Span | None:
    """Hours and minutes in the name of a card, where words beside say that it is a time: "takes 2h20 on"."""
    behind = tokens[number.last] if number.last < len(tokens) else None
    minutes = CLOCK.fullmatch(behind.norm) if behind is not None and behind.glued else None
    if minutes is None or number.scale != 1 or number.value > _HOURS or number.last - number.first > 1:
        return None
    beside = classes.get("clock_beside", {})
    before, after = beside.get(number.first - 1), beside.get(number.last + 1)
    shown = (before is not None and before.value == "before") or (after is not None and after.value == "behind")
    hours = number.value + int(minutes[1]) * _MINUTE
    return Span(hours, number.first, number.last + 1) if shown else None


def without_clocks(
    spans: Sequence[Span], matches: list[Match], classes: Mapping[str, dict[int, Match]]
) -> list[Match]:
    """The phrases without cards whose names are minutes of a span; they are taken out of their class as well."""
    inside = {at for span in spans for at in range(span.first, span.last)}
    for at in inside & classes.get("candidates", {}).keys():
        del classes["candidates"][at]
    return [match for match in matches if match.slot != "candidates" or match.first not in inside]


def _part(number: Number, classes: Mapping[str, Mapping[int, Match]]) -> _Part | None:
    """A number with the unit of time behind it; the "m" that multiplies elsewhere is minutes here."""
    if number.money:
        return None
    if number.letter == "m" and number.scale == _MILLION:
        return _Part(number.value / _MILLION, _MINUTE, number.last)
    if number.scale != 1:
        return None
    unit = classes.get("hours_in", {}).get(number.last)
    if unit is not None:
        return _Part(number.value, float(unit.value), unit.last)
    seconds = classes.get("ms_in", {}).get(number.last)
    if seconds is not None and float(seconds.value) == _IN_MS:
        return _Part(number.value, _SECOND, seconds.last)
    return None


def _next(
    tokens: Sequence[Token], starts: Mapping[int, Number], classes: Mapping[str, Mapping[int, Match]], part: _Part
) -> _Part | None:
    """The part that goes on with a span: of a smaller unit, and less than one of the unit before."""
    at = part.last
    joined = at < len(tokens) and tokens[at].norm in _JOINTS
    number = starts.get(at + joined)
    if number is None:
        return None
    after = _part(number, classes)
    if after is None and part.unit == _HOUR and tokens[number.first].glued:
        is_clock = len(tokens[number.first].norm) == _DIGITS and number.last == number.first + 1
        after = _Part(number.value, _MINUTE, number.last) if is_clock else None
    if after is None or not after.count * after.unit < part.unit or after.unit >= part.unit:
        return None
    behind = tokens[after.last].norm if after.last < len(tokens) else ""
    of_millions = number.letter == "m" and _counts(classes, after.last)  # "6 hours, 9M records"
    return None if joined and (behind in _APIECE or of_millions) else after


def _counts(classes: Mapping[str, Mapping[int, Match]], at: int) -> bool:
    """Whether what is counted stands here."""
    return any(at in classes.get(name, {}) for name in ("thing", "item", "measure_thing"))
