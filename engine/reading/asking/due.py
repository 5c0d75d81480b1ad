"""A day by which work has to be done, as the days that are left: "by end of March" of a text asked on 30 November."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from engine.reading.document import Document
from engine.reading.words.patterns import Match
from engine.workload.profile import Profile
from knowledge.units import DAYS_PER_WEEK, MONTHS_PER_YEAR

WORK = ("tokens", "samples", "data_gb", "dataset", "steps", "epochs", "run_hours")  # slots of work that ends
OTHERWISE = ("deadline_days", "credits_until", "current_usd_per_month")  # slots: a time is told, or it is of money
TRAINS = frozenset({"pretraining", "fine_tuning"})  # tasks
_DATE = re.compile(r"(?<![\d.-])(20\d\d)-(0[1-9]|1[0-2])-([0-2]\d|3[01])(?![\d-])")
_BEFORE, _BEHIND = 5, 2  # tokens around a day in which it is said that work ends then
_BESIDE = 3  # tokens between a month and the day or the part of it
_YEARS = range(2020, 2100)
_MIDDLE = 15
_QUARTER = MONTHS_PER_YEAR // 4
_FRIDAY, _MOST = 4, 31  # a day of the week from Monday; days of a month


class Due(NamedTuple):
    """Days from today, and the tokens that say so."""

    days: int
    first: int
    last: int


def in_days(document: Document, said: Profile, today: date) -> str | None:
    """The text with the days that are left in place of the day; None where no work has to be done by one."""
    works = said.task in TRAINS or any(said.says(slot) for slot in WORK)
    if not works or any(said.says(slot) for slot in OTHERWISE):
        return None
    found = due(document, today)
    if found is None:
        return None
    first, last = document.tokens[found.first].start, document.tokens[found.last - 1].end
    return f"{document.text[:first]} within {found.days} days {document.text[last:]}"


def due(document: Document, today: date) -> Due | None:
    """The one day that is told, where it lies ahead; None of several."""
    told: list[Due] = []
    for one in sorted(filter(None, _told(document, today)), key=lambda one: one.first - one.last):
        if not any(one.first < other.last and other.first < one.last for other in told):
            told.append(one)  # "3月末" and no "月末" in it
    days = {one.days for one in told}
    return told[0] if len(days) == 1 and told[0].days > 0 else None


def _told(document: Document, today: date) -> Iterator[Due | None]:
    for at, token in enumerate(document.tokens):
        written = _DATE.match(document.text, token.start)
        if written is not None:
            behind = (i for i, one in enumerate(document.tokens) if one.start >= written.end())
            last = next(behind, len(document.tokens))
            yield _until(document, _day(*(int(part) for part in written.groups())), at, last, today)
    for match in document.classes.get("month_name", {}).values():
        yield _in_month(document, match, int(match.value), today)
    for match in document.classes.get("month_count", {}).values():  # "3月末"
        number = next((one for one in document.numbers if one.last == match.first), None)
        if number is not None and 1 <= number.value <= MONTHS_PER_YEAR and number.value == int(number.value):
            yield _in_month(document, match._replace(first=number.first), int(number.value), today)
    for match in document.classes.get("due_day", {}).values():
        yield _until(document, _named(str(match.value), today), match.first, match.last, today)
    for match in document.classes.get("due_span", {}).values():  # "within the quarter"
        yield Due((_named(str(match.value), today) - today).days, match.first, match.last)
    for match in document.classes.get("measure_weekday", {}).values():
        ahead = (int(match.value) - today.weekday() - 1) % DAYS_PER_WEEK + 1
        yield _until(document, today + timedelta(days=ahead), match.first, match.last, today)


def _named(name: str, today: date) -> date:
    """ "month", "quarter", "week" and "year" end it; "91" is so many days ahead; else "12-24", a day of a year."""
    if name.isdecimal():
        return today + timedelta(days=int(name))
    if name == "week":
        return today + timedelta(days=(_FRIDAY - today.weekday() - 1) % DAYS_PER_WEEK + 1)
    if name == "month":
        return _ends(today.year, today.month)
    if name == "quarter":
        return _ends(today.year, -(-today.month // _QUARTER) * _QUARTER)
    month, day = (int(part) for part in name.split("-"))
    this = date(today.year, month, day)
    return this if this > today else date(today.year + 1, month, day)


def _in_month(document: Document, match: Match, month: int, today: date) -> Due | None:
    """A day of it that stands beside it, its middle, or its end; of a bare month the day before it begins."""
    first, last = match.first, match.last
    year = day = 0
    for number in document.numbers:
        if not first - 2 <= number.first <= last + 2 or number.scale != 1 or number.money:
            continue
        if number.value in _YEARS:
            year = int(number.value)
        elif number.value == int(number.value) and 1 <= number.value <= _MOST and not first <= number.first < last:
            day = int(number.value)
        else:
            continue
        first, last = min(first, number.first), max(last, number.last)
    part = _part(document, match)
    if part is not None:
        first, last = min(first, part.first), max(last, part.last)
    written = document.slice(match.first, match.last).lower()
    ends = _ends(year or today.year, month)
    if day:
        ends = ends.replace(day=min(day, ends.day))
    elif part is not None and part.value == "middle":
        ends = ends.replace(day=_MIDDLE)
    elif (part is None or part.value == "start") and not written.startswith("q") and match.last - match.first == 1:
        ends = ends.replace(day=1) - timedelta(days=0 if part is not None else 1)
    if not year and ends < today:
        ends = _later(ends)
    return _until(document, ends, first, last, today)


def _later(day: date) -> date:
    """The same of the next year; the last of February stays the last."""
    return day.replace(year=day.year + 1, day=min(day.day, _days_of(day.year + 1, day.month)))


def _part(document: Document, month: Match) -> Match | None:
    """ "end of", "mid" before a month, or "末" behind it."""
    for at in range(max(0, month.first - _BESIDE), month.first):
        part = document.at("month_part", at)
        if part is not None and part.last >= month.first - 1:
            return part
    return document.at("month_part", month.last)


def _until(document: Document, day: date | None, first: int, last: int, today: date) -> Due | None:
    """Where a word says that work ends then, right before it or, in other languages, behind it."""
    if day is None:
        return None
    for at in range(first - 1, max(-1, first - 1 - _BEFORE), -1):
        if document.ends_clause(at) and document.tokens[at].norm != "(":
            break
        opens = document.at("due_by", at)
        if opens is not None and opens.last <= first:
            return Due((day - today).days, opens.first, last)
    for at in range(last, last + _BEHIND):
        closes = document.at("due_behind", at)
        if closes is not None:
            return Due((day - today).days, first, closes.last)
    return None


def _day(year: int, month: int, day: int) -> date | None:
    """None where the calendar has no such day."""
    return date(year, month, day) if 1 <= day <= _days_of(year, month) else None


def _days_of(year: int, month: int) -> int:
    next_month = date(year + month // MONTHS_PER_YEAR, month % MONTHS_PER_YEAR + 1, 1)
    return (next_month - timedelta(days=1)).day


def _ends(year: int, month: int) -> date:
    return date(year, month, _days_of(year, month))
