"""CSV from other people, row by row: read by column name, and never trusted to be complete."""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO, StringIO
from itertools import chain
from typing import BinaryIO

from knowledge.types.observed import FeedError, RejectedRow

LONGEST_LINE = 1_000_000
CHUNK = 1 << 16
CURRENCY, DOLLARS = "currency", "USD"  # a column that says what prices are in, whatever else its name says
OTHER_SEPARATORS = re.compile(r"[;\t|]")


class Table:
    """One document. Iterating gives its rows as lists of cells, and a RejectedRow for each row of another length.

    `place` is the position of each column by name. `is_cut`: the last row given ends the document without a line
    break, so its last cell may have been cut off.

    Raises:
        FeedError: not text, not CSV, columns are missing, it was cut off inside a row, or it names another currency.
    """

    def __init__(self, document: BinaryIO, needed: Sequence[str]) -> None:
        self.is_cut = False
        self._rows = csv.reader(chain.from_iterable(self._texts(document)), strict=True)
        header = self._next()
        if header is None:
            raise FeedError("empty")
        names = [cell.strip() for cell in header]
        self.place = {name: at for at, name in enumerate(names)}
        missing = [name for name in needed if name not in self.place]
        if missing or len(self.place) < len([name for name in names if name]):
            raise FeedError("wrong_header", clipped(",".join(names)))
        self.width = len(names)
        self._currencies = [at for at, name in enumerate(names) if CURRENCY in name.casefold() and name not in needed]

    def __iter__(self) -> Iterator[list[str] | RejectedRow]:
        """The rows after the header, without empty lines."""
        width = self.width
        with _refusing():
            for row in self._rows:
                if len(row) == width:
                    for at in self._currencies:  # hardly any list has one
                        if row[at].strip().upper() not in ("", DOLLARS):
                            raise FeedError("currency", clipped(row[at].strip()))
                    yield row
                elif not row:
                    continue
                elif len(row) < width and self.is_cut:
                    raise FeedError("cut_off", clipped(",".join(row)))
                else:
                    cells = tuple(part.strip() for cell in row[:width] for part in OTHER_SEPARATORS.split(cell))
                    shown = clipped(",".join(row))
                    yield RejectedRow(code="misshapen", row=shown, value=str(len(row)), cells=cells)

    def _next(self) -> list[str] | None:
        with _refusing():
            return next(filter(None, self._rows), None)

    def _texts(self, document: BinaryIO) -> Iterator[Iterable[str]]:
        """The lines of the document, many at a time; the last one alone if it has no line break."""
        rest = document.read(CHUNK).removeprefix(codecs.BOM_UTF8)
        while rest:
            whole, line_break, rest = rest.rpartition(b"\n")
            whole += line_break
            first = (whole or rest).partition(b"\n")[0]
            if len(first) >= LONGEST_LINE:
                raise FeedError("line_too_long", clipped(first[:LONGEST_LINE].decode("utf-8", "replace")))
            if whole:
                yield _lines(whole)
            chunk = document.read(CHUNK)
            if not chunk and rest:
                self.is_cut = not rest.endswith(b"\r")
                yield [rest.decode("utf-8")]
            rest = rest + chunk if chunk else b""


@contextmanager
def _refusing() -> Iterator[None]:
    """What the reader raises, as a FeedError."""
    try:
        yield
    except UnicodeDecodeError:
        raise FeedError("not_text") from None
    except csv.Error as error:
        code = "cut_off" if "unexpected end" in str(error) else "not_csv"
        raise FeedError(code, clipped(str(error))) from None


def _lines(text: bytes) -> Iterable[str]:
    try:
        return StringIO(text.decode("utf-8"), newline="\n")
    except UnicodeDecodeError:  # whatever is wrong in the lines before it comes first
        return (line.decode("utf-8") for line in BytesIO(text))


def clipped(text: str, limit: int = 120) -> str:
    """The beginning of somebody else's text, enough to recognize it."""
    return text if len(text) <= limit else text[: limit - 1] + "…"
