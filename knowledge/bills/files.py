"""A bill's file as rows, one by one: CSV, JSON lines, a JSON array or Parquet, never as a whole."""

from __future__ import annotations

import codecs
import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO

import ijson

from knowledge import bounded_json
from knowledge.bills.parquet import parquet_rows
from knowledge.bills.rows import Record, Rows, of_records, snake
from knowledge.types.bill import BillError

PARQUET = b"PAR1"
LONGEST_CELL = 1 << 20
LONGEST_LINE = 1 << 22


def rows(document: io.BufferedReader) -> Rows:
    """The rows of a file, after a look at how it begins.

    Raises:
        BillError: it is empty, no text, no table, or Parquet without the library for it.
    """
    head = document.peek(4)
    if head.startswith(PARQUET):
        return parquet_rows(document)
    stripped = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not stripped:
        raise BillError("empty")
    if stripped[:1] == b"[":
        return of_records(_items(document))
    return _json(document) if stripped[:1] == b"{" else _csv(document)


def _text(document: BinaryIO) -> Iterator[str]:
    """The lines of a file, which stays open: whoever opened it closes it."""
    line = document.readline(LONGEST_LINE).removeprefix(codecs.BOM_UTF8)
    number = 1
    while line:
        if len(line) == LONGEST_LINE:
            raise BillError("line_too_long", row=number)
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError:
            raise BillError("no_text", row=number) from None
        line, number = document.readline(LONGEST_LINE), number + 1


def _csv(document: BinaryIO) -> Rows:
    csv.field_size_limit(LONGEST_CELL)
    reader = csv.reader(_text(document), strict=True)
    lines = _lines(reader)
    columns = tuple(snake(name) for name in next(lines))

    def of(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
        width, empty = len(columns), len(columns)
        places = [columns.index(name) if name in columns else empty for name in names]
        for cells in lines:
            if len(cells) != width:
                raise BillError("row_width", f"{len(cells)}/{width}", reader.line_num)
            cells.append("")
            yield tuple([cells[place] for place in places])

    return Rows(columns, of)


def _lines(reader: Any) -> Iterator[list[str]]:
    """The rows that are not blank."""
    try:
        for cells in reader:
            if cells:
                yield cells
    except csv.Error as problem:
        raise BillError("no_csv", str(problem), reader.line_num) from None
    if not reader.line_num:
        raise BillError("empty")


def _json(document: BinaryIO) -> Rows:
    return of_records(_objects(_text(document)))


def _objects(lines: Iterable[str]) -> Iterator[Record]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            record = bounded_json.loads(line, parse_float=str, parse_int=str)
        except json.JSONDecodeError as problem:
            raise BillError("no_json_lines", problem.msg, number) from None
        if not isinstance(record, dict):
            raise BillError("no_json_lines", line[:60], number)
        yield record


def _items(document: io.BufferedReader) -> Iterator[Record]:
    """The objects of one array, as `bq query --format=json` writes it."""
    if document.peek(3).startswith(codecs.BOM_UTF8):
        document.read(len(codecs.BOM_UTF8))
    number, builder = 1, None
    try:
        for path, event, value in bounded_json.with_paths(document):
            if builder is None and path == "item":
                if event != "start_map":
                    raise BillError("no_json_array", str(value)[:60], number)
                builder = ijson.ObjectBuilder()
            if builder is not None:
                builder.event(event, str(value) if event == "number" else value)
                if path == "item" and event == "end_map":
                    yield builder.value
                    number, builder = number + 1, None
    except (ijson.JSONError, UnicodeDecodeError) as problem:
        raise BillError("no_json_array", str(problem), number) from None
