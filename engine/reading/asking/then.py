"""The day of the past that a text names: "what did p5.48xlarge cost in January 2025?", "a year ago"."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import NamedTuple

from engine.reading.document import Document
from engine.reading.words.patterns import Match
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH, MONTHS_PER_YEAR

_DATE = re.compile(r"(?<![\d.-])(20\d\d)-(0[1-9]|1[0-2])(?:-([0-2]\d|3[01]))?(?![\d-])")
_BEFORE = frozenset({"in", "of", "on", "at", "during", "since", "back", "end", "the", "by", "as"})  # such a day
_PAST = re.compile(r"\b(?:did|was|were|had|used to|compared|since|than|seit|als|depuis|desde|dal?)\b", re.IGNORECASE)
_AHEAD = re.compile(
    r"\b(?:will|would|next|coming|upcoming|going to|plan|planned|planning|start|starting|until|by|need|needs|may)\b",
    re.IGNORECASE,
)  # of what is to come
_MAY_THEN = re.compile(r"\bin may\b", re.IGNORECASE)  # the month
_PRICED = frozenset({"price", "price_short", "price_strong", "price_word"})  # cues
_SINCE = frozenset({"since", "since_end"})  # values of `before_then`
_NOW = "and_now"  # a cue
_SINCE_THEN = re.compile(r"\bsince\b(?:\s+then)?\s*(?:[,?.!]|$|\bor\b)|\bseither\b|\bdepuis\s*[,?.!]", re.IGNORECASE)
_ARTICLES = frozenset({"a", "an", "one"})
_NAMED_YEARS = {"this_year": 0, "year": 1}  # values of `last_period`, in years before this one
_YEARS = range(2015, 2100)
_OF = frozenset({"of", "de", "del", "du", "des", "da", "do"})
_SEASON, _LASTS = "season ", 3  # of a value of `last_period`; months of one
_MOST = 31  # days of a month
_TRIED = 50  # years that lie further back are none of ours


class Then(NamedTuple):
    """The last day of a year or a month, or a day, that a text names, and the text without it.

    `first` is the first day of that year or month; `since`: what happened from then on is asked; `now`: what it costs
    today is asked as well.
    """

    day: date
    rest: str
    first: date
    since: bool
    now: bool
    window: bool = False  # it is a span up to today: "over the last 18 months"
    ranged: bool = False  # it is told from one month to another


def then_of(document: Document, text: str, today: date | None = None) -> Then | None:
    """The first such day; None where none is named. Never fails. Without `today` "a year ago" is none."""
    if (written := _DATE.search(text)) is not None:
        span = _span(int(written[1]), int(written[2]), int(written[3]) if written[3] else None)
        return _then(document, text, *span, *written.span()) if span else None
    if today is not None and (ranged := _range(document, today)) is not None:
        begins, ends, first, last = ranged
        words = document.slice(first, last)
        if (at := text.find(words)) >= 0:
            return _then(document, text, begins, ends, at, at + len(words))._replace(since=False, ranged=True)
    windows = _windows(document, today)
    if windows:
        begins, first, last = windows[0]
        at = text.find(words := document.slice(first, last))
        if at >= 0 and today is not None:
            return Then(
                today, _without(text[:at], text[at + len(words) :]), begins, since=True, now=False, window=True
            )
    named = (*_months(document, today), *_back(document, today), *_years(document))
    for first, last, begins, ends in named or _bare_months(document, text, today):
        words = document.slice(first, last)
        at = text.find(words)
        if at >= 0:
            return _then(document, text, begins, ends, at, at + len(words))
    return None


def asks_now_too(document: Document, at: int) -> bool:
    """Whether the words here ask what is asked of a day that is past of today as well: one question, not two."""
    dated = any(document.classes.get(name) for name in ("month_name", "ago", "last_period")) or _years(document)
    return bool(dated) and at in document.where("cue", _NOW)


def _then(document: Document, text: str, begins: date, ends: date, first: int, last: int) -> Then:
    """What stands before it is the longest phrase that does; "the beginning of 2025" is of its first day."""
    ahead = text[:first].rstrip()
    leads = {
        document.slice(match.first, match.last): match for match in document.classes.get("before_then", {}).values()
    }
    lead = max((words for words in leads if f" {ahead}".endswith(f" {words}")), key=len, default="")
    value = leads[lead].value if lead else ""
    ahead = ahead.removesuffix(lead)
    ends = begins if value == "outset" else ends
    begins = ends if value == "since_end" else begins
    if value == "before":  # what held until then
        begins = ends = begins - timedelta(days=1)
        behind = next((at for at, token in enumerate(document.tokens) if token.start >= last), len(document.tokens))
        move = document.at("behind_then", behind)
        last = document.tokens[move.last - 1].end if move else last
    now = bool(document.where("cue", _NOW))
    since = value in _SINCE or _SINCE_THEN.search(text[last:]) is not None  # "it was $3 in May. Has it risen since?"
    return Then(ends, _without(f"{ahead} ", text[last:]), begins, since, now)


def _range(document: Document, today: date) -> tuple[date, date, int, int] | None:
    """From the first day of one month to the last of another, and their tokens: of the year that is told, else the
    latest of which the first has begun and the last is over or runs."""
    months = document.classes.get("month_name", {})
    for at, month in sorted(months.items()):
        year, behind = _year_at(document, month.last, today)
        link = document.at("then_to", behind)
        end = document.at("month_name", link.last) if link else None
        if end is None:
            continue
        told, last = _year_at(document, end.last, today)
        first_month, last_month = int(month.value), int(end.value)
        of_end = told or (year and year + (last_month < first_month))
        of_end = of_end or today.year - (date(today.year, last_month, 1) > today)
        begins = date(year or of_end - (first_month > last_month), first_month, 1)
        ends = min(_month_end(date(of_end, last_month, 1)), today - timedelta(days=1))
        if begins < ends:
            return begins, ends, at, last
    return None


def _year_at(document: Document, at: int, today: date | None) -> tuple[int | None, int]:
    """The year behind a month, "of 2025" or "this year", and the token behind it; None where none is told."""
    tokens = document.tokens
    behind = at + (at < len(tokens) and tokens[at].norm in (",", *_OF))
    year = tokens[behind].norm if behind < len(tokens) else ""
    if year.isdecimal() and int(year) in _YEARS:
        return int(year), behind + 1
    period = document.at("last_period", at) if today else None
    if period and today and str(period.value) in _NAMED_YEARS:
        return today.year - _NAMED_YEARS[str(period.value)], period.last
    return None, at


def _months(document: Document, today: date | None) -> list[tuple[int, int, date, date]]:
    """Months, and days of one, with their year: their tokens, their first day and their last one."""
    tokens, found = document.tokens, []
    for at, month in sorted(document.classes.get("month_name", {}).items()):
        year, behind = _year_at(document, month.last, today)
        if year is None:
            continue
        ahead = tokens[at - 1].norm if at else ""
        named = int(ahead) if ahead.isdecimal() and int(ahead) <= _MOST else None
        if (span := _span(year, int(month.value), named)) is not None:
            found.append((at - 1 if named else at, behind, *span))
    return found


def _bare_months(document: Document, text: str, today: date | None) -> list[tuple[int, int, date, date]]:
    """Months without a year behind a word that leads to one, in a text that tells of the past, or that asks a price
    and of nothing to come: the latest such month that has begun, up to the day before today."""
    if today is None or not (_PAST.search(text) or _is_priced(document, text)):
        return []
    found = []
    for at, month in sorted(document.classes.get("month_name", {}).items()):
        alone = month.last == at + 1 and document.tokens[at].norm.isalpha()
        if not alone or document.ending("before_then", at, 0) is None:
            continue
        year = today.year - (date(today.year, int(month.value), 1) >= today)
        if (span := _span(year, int(month.value), None)) is not None:
            found.append((at, month.last, span[0], min(span[1], today - timedelta(days=1))))
    return found


def _is_priced(document: Document, text: str) -> bool:
    """Whether a price is asked, and none of a time to come, of which none is known."""
    asked = any(match.slot == "cue" and match.value in _PRICED for match in document.matches)
    return asked and not _AHEAD.search(_MAY_THEN.sub("", text))


def _years(document: Document) -> list[tuple[int, int, date, date]]:
    """Years by themselves, behind a word that leads to one: "in 2023"."""
    return [
        (at, at + 1, date(int(token.norm), 1, 1), date(int(token.norm), 12, 31))
        for at, token in enumerate(document.tokens)
        if at
        and token.norm.isdecimal()
        and int(token.norm) in _YEARS
        and document.ending("before_then", at, 0) is not None
        and not any(document.at(name, at + 1) for name in ("candidates", "card", "item"))
    ]


def _back(document: Document, today: date | None) -> list[tuple[int, int, date, date]]:
    """Spans of time before today: "6 months ago", "last year"."""
    if today is None:
        return []
    found = []
    for at, ago in sorted(document.classes.get("ago", {}).items()):
        unit = next(
            (one for name in ("years_in", "hours_in") if (one := document.ending(name, at, 0)) is not None), None
        )
        counted = None if unit is None else _count(document, unit.first)
        if unit is not None and counted is not None:
            days = round(counted[1] * float(unit.value) / HOURS_PER_DAY)
            if 0 < days < _TRIED * 365:
                then = today - timedelta(days=days)
                found.append((counted[0], ago.last, then, then))
    for at, period in sorted(document.classes.get("last_period", {}).items()):
        match str(period.value):
            case "year":
                span = date(today.year - 1, 1, 1), date(today.year - 1, 12, 31)
            case "month":
                end = today.replace(day=1) - timedelta(days=1)
                span = end.replace(day=1), end
            case "this_year":
                span = today.replace(month=1, day=1), today
            case season if season.startswith(_SEASON):
                found += _season(document, period, int(season.removeprefix(_SEASON)), today)
                continue
            case ago_in_days:
                span = (today - timedelta(days=int(ago_in_days)),) * 2
        found.append((at, period.last, *span))
    return found


def _windows(document: Document, today: date | None) -> list[tuple[date, int, int]]:
    """Spans of time that end today, by their first day and their tokens: "over the last 18 months".

    A unit without a number is one only behind a word that leads to a span: "last year" alone is that of the calendar.
    """
    found = []
    for at, lead in sorted(document.classes.get("window", {}).items()) if today else ():
        number = next((one for one in document.numbers if one.first == lead.last), None)
        behind = document.skip(number.last) if number else lead.last
        word = document.at("window_more", behind)
        unit = document.at("window_unit", word.last if word else behind)
        if unit is None or today is None or (number is None and lead.value != "led"):
            continue
        months = (number.value if number else 1.0) * float(unit.value)
        if 0 < months < _TRIED * MONTHS_PER_YEAR:
            found.append((_months_before(today, months), at, unit.last))
    return found


def _months_before(today: date, months: float) -> date:
    """The same day so many months ago, the last of that month where it has none; of a part of one by its days."""
    if months != int(months):
        return today - timedelta(days=round(months * HOURS_PER_MONTH / HOURS_PER_DAY))
    year, month = divmod(today.year * MONTHS_PER_YEAR + today.month - 1 - int(months), MONTHS_PER_YEAR)
    first = date(year, month + 1, 1)
    return first.replace(day=min(today.day, _month_end(first).day))


def _season(document: Document, period: Match, month: int, today: date) -> list[tuple[int, int, date, date]]:
    """Three months from one on, of the year that stands behind it, else the latest that are over."""
    tokens = document.tokens
    behind = period.last + (period.last < len(tokens) and tokens[period.last].norm in _OF)
    year = tokens[behind].norm if behind < len(tokens) else ""
    named = int(year) if year.isdecimal() and int(year) in _YEARS else None
    first = date(named or today.year, month, 1)
    if named is None and _quarter_end(first) >= today:
        first = first.replace(year=first.year - 1)
    end = _quarter_end(first)
    return [(period.first, behind + 1 if named else period.last, first, end)] if end < today else []


def _quarter_end(first: date) -> date:
    month = first.month + _LASTS
    return date(first.year + (month - 1) // 12, (month - 1) % 12 + 1, 1) - timedelta(days=1)


def _count(document: Document, unit: int) -> tuple[int, float] | None:
    """How many of a unit stand before it, and from which token on."""
    for number in document.numbers:
        if number.first < unit and document.skip(number.last) == unit:
            return number.first, number.value
    if unit and document.tokens[unit - 1].norm in _ARTICLES:
        return unit - 1, 1.0
    return None


def _span(year: int, month: int, day: int | None) -> tuple[date, date] | None:
    """The day twice, or the first and the last one of the month; None where the month has no such day."""
    last = _month_end(date(year, month, 1))
    if day is None:
        return last.replace(day=1), last
    return (last.replace(day=day),) * 2 if 0 < day <= last.day else None


def _month_end(first: date) -> date:
    return date(first.year + first.month // 12, first.month % 12 + 1, 1) - timedelta(days=1)


def _without(ahead: str, behind: str) -> str:
    """The text without these words and the small ones that lead to them."""
    before = ahead.split()
    while before and before[-1].lower() in _BEFORE:
        before.pop()
    return f"{' '.join(before)} {behind.lstrip(' ,')}".strip()
