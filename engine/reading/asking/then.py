"""The day of the past that a text names: "what did p5.48xlarge cost in January 2025?"."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import NamedTuple

from engine.reading.document import Document

_DATE = re.compile(r"(?<![\d.-])(20\d\d)-(0[1-9]|1[0-2])(?:-([0-2]\d|3[01]))?(?![\d-])")
_BEFORE = frozenset({"in", "of", "on", "at", "during", "since", "back", "end", "the", "by", "as"})  # such a day
_YEARS = range(2015, 2100)
_MOST = 31  # days of a month


class Then(NamedTuple):
    """The last day of a month, or a day, that a text names, and the text without it."""

    day: date
    rest: str


def then_of(document: Document, text: str) -> Then | None:
    """The first such day; None where none is named. Never fails."""
    if (written := _DATE.search(text)) is not None:
        day = _day(int(written[1]), int(written[2]), int(written[3]) if written[3] else None)
        return Then(day, _without(text, *written.span())) if day else None
    tokens = document.tokens
    for at, month in sorted(document.classes.get("month_name", {}).items()):
        behind = month.last + (month.last < len(tokens) and tokens[month.last].norm in (",", "of"))
        year = tokens[behind].norm if behind < len(tokens) else ""
        if not year.isdecimal() or int(year) not in _YEARS:
            continue
        ahead = tokens[at - 1].norm if at else ""
        named = int(ahead) if ahead.isdecimal() and int(ahead) <= _MOST else None
        words = document.slice(at - 1 if named else at, behind + 1)
        first, day = text.find(words), _day(int(year), int(month.value), named)
        return Then(day, _without(text, first, first + len(words))) if day and first >= 0 else None
    return None


def _day(year: int, month: int, day: int | None) -> date | None:
    """The day, or the last one of the month; None where the month has no such day."""
    last = date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
    return last.replace(day=day) if day and day <= last.day else None if day else last


def _without(text: str, first: int, last: int) -> str:
    """The text without these words and the small ones that lead to them."""
    before = text[:first].split()
    while before and before[-1].lower() in _BEFORE:
        before.pop()
    return f"{' '.join(before)} {text[last:].lstrip(' ,')}".strip()
