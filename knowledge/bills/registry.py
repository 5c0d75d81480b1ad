"""Which export a file is, by its columns, and its lines."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from io import BufferedReader
from typing import NamedTuple, Protocol, cast

from knowledge.bills.files import rows
from knowledge.bills.rows import Rows
from knowledge.bills.rules import BillFormat, rules
from knowledge.types.bill import BillContext, BillError, BillLine


class BillParser(Protocol):
    """The parser of one export: rows in, lines out, pure, in bounded memory."""

    def __call__(self, table: Rows, context: BillContext) -> Iterator[BillLine]:
        """Raises BillError if a row cannot be read: a sum without it would be wrong."""


class Bill(NamedTuple):
    """One file that was recognized. Its lines can be read once."""

    format: BillFormat
    lines: Iterator[BillLine]


class UnknownBillError(BillError):
    """No export has these columns. `missing` are those that the nearest one has besides."""

    def __init__(self, found: tuple[str, ...], nearest: BillFormat, missing: tuple[str, ...]) -> None:
        super().__init__("unknown", ", ".join(found[:6]))
        self.nearest, self.missing = nearest, missing


def bill(document: BufferedReader, context: BillContext) -> Bill:
    """The export that a file is.

    Raises:
        UnknownBillError: it is none that is known.
        BillError: it cannot be read.
    """
    table = rows(document)
    known = [form for form in rules().formats if set(form.needs) <= set(table.columns)]
    if known:
        module = import_module(f"knowledge.bills.{known[0].id}")
        return Bill(known[0], cast(BillParser, module.lines)(table, context))
    nearest = min(rules().formats, key=lambda form: len(set(form.needs) - set(table.columns)) / len(form.needs))
    raise UnknownBillError(table.columns, nearest, tuple(name for name in nearest.needs if name not in table.columns))
