"""Rows kept as columns in one value: each column as its distinct values, and for every row which of them it has.

Reading thousands of rows out of a database takes as long as making them. A column is decoded when it is first looked
at, and a row is made when it is asked for.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import compress, count, repeat
from typing import Any

Row = tuple[Any, ...]
_WIDTHS = (("B", 2**8), ("H", 2**16), ("I", 2**32))  # an array's code, and how many numbers it can hold
_WIDEST = "Q"


class Column:
    """One value for each row: `values`, with `places` of each row in them; None: one value for all rows."""

    def __init__(self, values: bytes, code: str, places: bytes) -> None:
        self._values, self._code, self._places = values, code, places

    @cached_property
    def values(self) -> list[Any]:
        """The distinct values."""
        found: list[Any] = json.loads(self._values)
        return found

    @cached_property
    def places(self) -> array[int] | None:
        """For each row the place of its value; where there are no values, the number itself."""
        return _numbers(self._code, self._places) if self._code else None

    def of(self, rows: Sequence[int] | None) -> Iterator[Any]:
        """The values of these rows, or of all; without end where all rows have one value."""
        if self.places is None:
            return repeat(self.values[0])
        places = iter(self.places) if rows is None else map(self.places.__getitem__, rows)
        return map(self.values.__getitem__, places) if self._values else places

    def coded(self) -> Iterable[int]:
        """For each row the place of its value; without end where all rows have one value."""
        return repeat(0) if self.places is None else self.places

    def is_of_all(self, value: object) -> bool:
        """Whether every row has that value."""
        return self.places is None and self.values == [value]


class Columns:
    """The rows that `packed` made into a value."""

    def __init__(self, body: bytes) -> None:
        head, _, rest = body.partition(b"\n")
        self.count, told = json.loads(head)
        self._columns: list[Column] = []
        start = 0
        for values, code, places in told:
            middle, end = start + values, start + values + places
            self._columns.append(Column(rest[start:middle], code, rest[middle:end]))
            start = end

    def __getitem__(self, place: int) -> Column:
        return self._columns[place]

    def rows(self, some: Sequence[int] | None = None, *, first: int | None = None) -> Iterator[Row]:
        """Those at these places, or all, in order; with `first`, so many of their columns.

        Without the column of numbers there may be no end.
        """
        return zip(*(column.of(some) for column in self._columns[:first]), strict=False)

    def distinct(self, places: Sequence[int], asked: Iterable[object] | None = None) -> Iterator[Row]:
        """What these columns say together, each once, of all rows or of those `asked` for, a truth for each row.

        Told apart by the places of the values: a value is looked up once for each row that is given, not for each
        that is read. The column of numbers is none of them.
        """
        columns = [self._columns[place] for place in places]
        coded = [column.places for column in columns if column.places is not None]
        if not coded:
            is_any = self.count > 0 if asked is None else any(asked)
            return iter([tuple(column.values[0] for column in columns)] if is_any else [])
        rows: Iterable[Any] = coded[0] if len(coded) == 1 else zip(*coded, strict=True)
        found = set(rows if asked is None else compress(rows, asked))
        by_column = iter([found] if len(coded) == 1 else zip(*found, strict=True))
        told = (
            repeat(column.values[0]) if column.places is None else map(column.values.__getitem__, next(by_column, ()))
            for column in columns
        )
        return zip(*told, strict=False)


def packed(columns: Sequence[Sequence[Any]], numbered: int) -> bytes:
    """The value that `Columns` reads; the column `numbered` is one of numbers, each of its own."""
    told: list[tuple[int, str, int]] = []
    parts: list[bytes] = []
    for place, column in enumerate(columns):
        if place == numbered:
            values, code = b"", _code(max(column, default=0))
            places = _bytes(code, column)
        elif column and column.count(column[0]) == len(column):  # counting takes a fifth of telling apart
            values, code, places = json.dumps([column[0]]).encode(), "", b""
        else:
            distinct: defaultdict[Any, int] = defaultdict(count().__next__)  # numbered as they come, in one pass
            numbers = list(map(distinct.__getitem__, column))
            values, code, places = json.dumps(list(distinct) or [None]).encode(), "", b""
            if len(distinct) > 1:
                code = _code(len(distinct))
                places = _bytes(code, numbers)
        told.append((len(values), code, len(places)))
        parts += values, places
    return b"\n".join((json.dumps((len(columns[numbered]), told)).encode(), b"".join(parts)))


def _code(highest: int) -> str:
    return next((code for code, many in _WIDTHS if highest < many), _WIDEST)


def _bytes(code: str, numbers: Any) -> bytes:
    if code == "B":
        return bytes(numbers)
    stored = array(code, list(numbers))  # faster than one number at a time
    if sys.byteorder == "big":
        stored.byteswap()
    return stored.tobytes()


def _numbers(code: str, stored: bytes) -> array[int]:
    numbers = array(code)
    numbers.frombytes(stored)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
