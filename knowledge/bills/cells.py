"""Cells of a bill as values: amounts, hours, days, tags, machine types."""

from __future__ import annotations

import json
import re
from calendar import monthrange
from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from functools import lru_cache

from knowledge import bounded_json
from knowledge.bills.rows import Rows
from knowledge.bills.rules import BillFormat, rules
from knowledge.types.base import Cloud
from knowledge.types.bill import ZERO, BillContext, BillError, BillLine, BillWay

NUMBER = re.compile(r"[+-]?(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,3})?")
NAME = re.compile(r"[\w ()./:-]{0,100}")  # of a machine type or a region
_CLOCK = r"(?:[T ]([0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)(?:\.[0-9]+)?)?(?: ?(?:Z|UTC|[AP]M|[+-][0-9]{2}:?[0-9]{2}))?"
_AMERICAN = re.compile(rf"([0-9]{{1,2}})/([0-9]{{1,2}})/([0-9]{{4}}){_CLOCK}")
_ISO = re.compile(rf"([0-9]{{4}})-?([0-9]{{2}})-?([0-9]{{2}}){_CLOCK}")
_WORDS = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
_SIGNS = re.compile(r"[\W_]+")
_OF_USER = re.compile(r"user[\W_]", re.IGNORECASE)
NULLS = rules().nulls
TAG_COLUMNS = "tag_columns"  # the name of what columns begin with that hold a tag each


class Row:
    """One row: its cells by what they hold, as the format's rules name it."""

    __slots__ = ("_begins", "_cells", "_places", "_tags", "number")

    def __init__(
        self,
        places: Mapping[str, int],
        cells: tuple[str, ...],
        number: int,
        tags: tuple[str, ...] = (),
        begins: tuple[str, ...] = (),
    ) -> None:
        """`tags` are columns, after the others, that hold a tag each; `begins` is what stands before their names."""
        self._places, self._cells, self.number, self._tags, self._begins = places, cells, number, tags, begins

    def __getitem__(self, name: str) -> str:
        """The cell; empty where it says in words that it is."""
        cell = self._cells[self._places[name]]
        return "" if cell and cell.strip().lower() in NULLS else cell

    def amount(self, *names: str) -> Decimal:
        """The first of these cells that is not empty, as a number; 0 if all are.

        Raises:
            BillError: it is no number.
        """
        for name in names:
            text = self[name].strip()
            if text:
                return self.number_of(text)
        return ZERO

    def tags(self, name: str) -> dict[str, str]:
        """The tags of a line: those of one cell, or of the columns that hold one each."""
        if told := mapping(self[name]):
            return told
        cells = zip(self._tags, self._cells[len(self._places) :], strict=True)
        return {column.removeprefix(self._prefix(column)): cell for column, cell in cells if cell}

    def _prefix(self, column: str) -> str:
        return next(begin for begin in self._begins if column.startswith(begin))

    def day(self, name: str) -> str:
        """The moment in a cell.

        Raises:
            BillError: no calendar has it.
        """
        text = self[name]
        try:
            return day(text)
        except ValueError:
            raise BillError("no_date", text, self.number) from None

    def number_of(self, text: str) -> Decimal:
        """
        Raises:
            BillError: it is no number, or beyond what a line of a bill can hold.
        """
        if NUMBER.fullmatch(text) is None:
            raise BillError("no_number", text, self.number)
        number = Decimal(text)
        if abs(number) > rules().largest:
            raise BillError("too_large", text, self.number)
        return number


def rows_of(table: Rows, known: BillFormat) -> Iterator[Row]:
    """The rows of a file of that format."""
    single = {what: names for what, names in known.columns.items() if what != TAG_COLUMNS}
    names = [next((name for name in names if name in table.columns), "") for names in single.values()]
    places = {what: place for place, what in enumerate(single)}
    begins = known.columns.get(TAG_COLUMNS, ())
    tags = tuple(dict.fromkeys(name for name in table.columns if begins and name.startswith(begins)))
    for number, cells in enumerate(table.of([*names, *tags]), start=2):
        yield Row(places, cells, number, tags, begins)


def hours(quantity: Decimal, unit: str) -> Decimal | None:
    """A quantity in hours; None if the unit is no time. A number before the unit is the size of a price's block."""
    word = unit.strip().lower().split(" ")[-1] if unit.strip() else ""
    known = rules()
    if word in known.hours:
        return quantity * known.hours[word]
    return quantity / known.parts_of_an_hour[word] if word in known.parts_of_an_hour else None


def used(row: Row, quantity: str, unit: str, machine: str) -> Decimal | None:
    """The hours of a line of a machine, by these two cells; None if its unit is no time.

    Raises:
        BillError: the amount is empty, so that its dollars would be those of no hour.
    """
    found = hours(row.amount(quantity), row[unit])
    if found is not None and not row[quantity].strip():
        raise BillError("no_hours", machine, row.number)
    return found


def dated(line: BillLine, row: Row) -> BillLine:
    """The line with its days, of a machine or not, and those of its billing period.

    Raises:
        BillError: a date that no calendar has, or a machine or a region that no cloud could call so.
    """
    for name in (line.machine, line.region):
        if NAME.fullmatch(name) is None:
            raise BillError("no_name", name, row.number)
    month = row["period_month"].strip()
    since, until = _month(month, row) if month else (row.day("period_start"), row.day("period_end"))
    start = line.start or row.day("start")
    mark = hash((row["account"], row["resource"], row["line"]))
    is_marked = bool(row["resource"].strip() and row["line"].strip())
    end = line.end or row.day("end") or start
    return line._replace(start=start, end=end, since=since, until=until, mark=mark, is_marked=is_marked)


def _month(month: str, row: Row) -> tuple[str, str]:
    """The first and the last day of "202610".

    Raises:
        BillError: it is no month.
    """
    try:
        first = date.fromisoformat(day(f"{month}01"))
    except ValueError:
        raise BillError("no_date", month, row.number) from None
    last = first.replace(day=monthrange(first.year, first.month)[1])
    return first.isoformat(), last.isoformat()


@lru_cache(maxsize=4096)
def day(text: str) -> str:
    """The moment as ISO writes it, for comparing; Azure's files also write months first.

    Raises:
        ValueError: no calendar has it.
    """
    text = text.strip()
    if match := _AMERICAN.fullmatch(text):
        return _of(match[3], match[1], match[2])
    if match := _ISO.fullmatch(text):
        return _of(match[1], match[2], match[3]) + (f"T{match[4]}" if match[4] else "")
    if text:
        raise ValueError(text)
    return ""


def _of(year: str, month: str, number: str) -> str:
    first, last = rules().years
    if not first <= int(year) <= last:
        raise ValueError(year)
    return date(int(year), int(month), int(number)).isoformat()


def mapping(text: str) -> dict[str, str]:
    """A cell with keys and values: a JSON object, its inside without braces, or a list of key and value."""
    text = text.strip()
    if not text:
        return {}
    try:
        read = bounded_json.loads(text if text[0] in "{[" else f"{{{text}}}")
    except json.JSONDecodeError:
        return {}
    if isinstance(read, list):
        read = {str(item["key"]): item.get("value") for item in read if isinstance(item, dict) and "key" in item}
    return {str(name): str(value) for name, value in read.items() if value is not None}


def objects(text: str) -> list[Mapping[str, object]]:
    """A cell with a list of objects.

    Raises:
        BillError: it holds something else, so the sum would be wrong.
    """
    if not text.strip():
        return []
    try:
        read = bounded_json.loads(text, parse_float=str, parse_int=str)
    except json.JSONDecodeError:
        raise BillError("no_list", text[:60]) from None
    if not isinstance(read, list) or not all(isinstance(item, dict) for item in read):
        raise BillError("no_list", text[:60])
    return read


def run(tags: Mapping[str, str], context: BillContext) -> str:
    """What the first of the tags that name a run says; clouds put `user:` before what users write."""
    if not tags:
        return ""
    plain = {_plain_tag(name): value for name, value in tags.items() if value}
    return next((plain[tag] for tag in map(_plain_tag, context.run_tags) if tag in plain), "")


@lru_cache(maxsize=4096)
def _plain_tag(name: str) -> str:
    """`user:RunId`, `user_run_id` and `run-id` are one tag: what AWS puts before them and all signs are left out."""
    return _SIGNS.sub("", _OF_USER.sub("", name, count=1) if _OF_USER.match(name) else name).lower()


def is_accelerated(machine: str, cloud: Cloud, context: BillContext) -> bool:
    return machine.startswith(context.prefixes.get(cloud, ()))


def machine_in(text: str, cloud: Cloud, context: BillContext) -> str:
    """The accelerated type that a text names; AWS's have a dot, unlike the words they begin like."""
    words = (word.rstrip(".") for word in _WORDS.findall(text))
    return next(
        (word for word in words if is_accelerated(word, cloud, context) and (cloud != "aws" or "." in word)), ""
    )


def has(text: str, words: tuple[str, ...]) -> bool:
    lowered = text.lower()
    return any(word in lowered for word in words)


def reserved(term: str, text: str, known: BillFormat) -> BillWay:
    """The way to buy of a reservation, by the cell for its term, or a text that may name it."""
    ways: tuple[tuple[BillWay, str], ...] = (("reserved_3yr", "three_years"), ("reserved_1yr", "one_year"))
    for way, name in ways:
        words = known.words[name]
        if term.strip().lower() in words or has(text, tuple(word for word in words if not word.isdigit())):
            return way
    return "reserved"
