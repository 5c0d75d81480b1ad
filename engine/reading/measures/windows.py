"""Hours between two moments of which days or times of a day tell: "friday 18:00 to monday 8am", "now 17:00, by
tomorrow 9", "over the weekend".
"""

from __future__ import annotations

from typing import NamedTuple

from engine.base.measures import unit
from engine.reading.measures.spans import time_of_day
from engine.reading.measures.text import Amount, Text, norm
from engine.reading.words.numbers import Number
from knowledge.units import DAYS_PER_WEEK, HOURS_PER_DAY

_DAY = float(HOURS_PER_DAY)
_WEEK = _DAY * DAYS_PER_WEEK
_NEAR = 3  # tokens between a day and its time
_BEFORE, _BEHIND = 7, 3  # tokens around a moment in which it is said whether work begins or ends then


class Window(NamedTuple):
    """So many hours; its tokens, and those of its two moments."""

    hours: float
    first: int
    last: int
    taken: frozenset[int]


class _Moment(NamedTuple):
    """An hour of a day: `weekday` from Monday, `ahead` in days from today, None where that is not told."""

    hour: float
    weekday: int | None
    ahead: int | None
    first: int
    last: int

    @property
    def has_day(self) -> bool:
        return self.weekday is not None or self.ahead is not None


def window(text: Text) -> Window | None:
    """None unless exactly two moments leave one way to read them, or a weekend is said."""
    found = _moments(text)
    if len(found) == 2:
        first, last = found
        told_later = _is(text, "measure_ends", first, last) and _is(text, "measure_begins", last, first)
        if told_later or (first.ahead or 0) > (last.ahead or 0):
            first, last = last, first
        hours = _between(text, first, last)
        if hours:
            taken = frozenset(at for one in found for at in range(one.first, one.last))
            return Window(hours, found[0].first, found[1].last, taken)
    for match in text.classes.get("measure_weekend", {}).values():
        return Window(float(match.value), match.first, match.last, frozenset(range(match.first, match.last)))
    return None


def of_window(text: Text, told: Window) -> Amount:
    """The same as an amount, in the words of its moments."""
    apart = [at for at in sorted(told.taken) if at + 1 not in told.taken]
    whole = not any(told.first <= one.first < told.last and one.first not in told.taken for one in text.numbers)
    starts = [at for at in sorted(told.taken) if at - 1 not in told.taken]
    pieces = [text.slice(first, last + 1) for first, last in zip(starts, apart, strict=True)]
    words = text.slice(told.first, told.last) if whole else " - ".join(pieces)
    return Amount(told.hours, (unit(h=1),), told.first, told.last, words=words, between=True)


def _between(text: Text, first: _Moment, last: _Moment) -> float:
    """Hours; 0 where the days do not tell them."""
    hours = last.hour - first.hour
    if first.weekday is not None and last.weekday is not None:
        return (hours + (last.weekday - first.weekday) * _DAY) % _WEEK
    if last.ahead is not None and first.weekday is None:
        return max(0.0, hours + (last.ahead - (first.ahead or 0)) * _DAY)
    marked = _is(text, "measure_begins", first, last) and _is(text, "measure_ends", last, first)
    daily = any(text.classes.get(name) for name in ("measure_weekdays", "measure_rhythm", "measure_always"))
    if first.weekday is None and last.weekday is None and marked and not daily:
        return hours % _DAY  # "11pm kick off, ready by 7am"
    return 0.0


def _is(text: Text, name: str, moment: _Moment, other: _Moment) -> bool:
    """Whether a word of a class stands beside a moment, in its clause and nearer to it than the other one."""
    for at in range(moment.first - 1, max(-1, moment.first - 1 - _BEFORE), -1):
        if (text.ends_clause(at) and at != moment.first - 1) or other.first <= at < other.last:
            break
        if text.at(name, at) is not None:
            return True
    end = other.first - 1 if other.first >= moment.last else len(text.tokens)
    behind = range(moment.last, min(moment.last + _BEHIND, end))
    return any(text.at(name, at) is not None for at in (*range(moment.first, moment.last), *behind))


def _moments(text: Text) -> list[_Moment]:
    """In the order of the text, none overlapping."""
    found: list[_Moment] = []
    for moment in sorted([*_by_number(text), *_by_name(text)], key=lambda one: (one.first, -one.last)):
        if not found or moment.first >= found[-1].last:
            found.append(moment)
    return found


def _by_number(text: Text) -> list[_Moment]:
    found: list[_Moment | None] = [_moment(text, one) for one in text.numbers if not one.money and one.scale == 1]
    for span in text.spans:  # "Freitag 19h30"
        if span.hours <= _DAY:
            found.append(_with_day(text, span.hours, span.first, span.last))
    return [one for one in found if one is not None]


def _moment(text: Text, number: Number) -> _Moment | None:
    hour, last, shown = time_of_day(text, number)
    if not 0 <= number.value <= _DAY or number.value != int(number.value):
        return None
    moment = _with_day(text, hour, number.first, last)
    if moment is not None and (shown or text.ends_clause(last) or _joins(text, last)):
        return moment
    of_hours = norm(text, last - 1) == "h"  # "9h" alone is nine hours
    return _Moment(hour, None, None, number.first, last) if shown and not of_hours else None


def _joins(text: Text, at: int) -> bool:
    return text.at("measure_until", at) is not None or norm(text, at) == ")" or at >= len(text.tokens)


def _with_day(text: Text, hour: float, first: int, last: int) -> _Moment | None:
    """The time on the day that stands beside it; None where none does."""
    for at in range(first - 1, max(-1, first - 1 - _NEAR - 1), -1):
        if any(number.first == at for number in text.numbers) or text.ends_clause(at):
            break
        for name in ("measure_weekday", "measure_ahead"):
            match = text.at(name, at)
            if match is not None and match.last <= first:
                return _on(name, int(match.value), hour, at, last)
    for at in (last, last + 1):
        for name in ("measure_weekday", "measure_ahead"):
            if (match := text.at(name, at)) is not None and not text.ends_clause(last):
                return _on(name, int(match.value), hour, first, match.last)
    return None


def _on(name: str, day: int, hour: float, first: int, last: int) -> _Moment:
    of_week = name == "measure_weekday"
    return _Moment(hour, day if of_week else None, None if of_week else day, first, last)


def _by_name(text: Text) -> list[_Moment]:
    """ "midnight", "friday evening" """
    found: list[_Moment | None] = []
    for match in text.classes.get("measure_noon_named", {}).values():
        hour = float(match.value)
        found.append(
            _with_day(text, hour, match.first, match.last) or _Moment(hour, None, None, match.first, match.last)
        )
    for match in text.classes.get("measure_part_of_day", {}).values():
        found.append(_with_day(text, float(match.value), match.first, match.last))
    return [one for one in found if one is not None]
