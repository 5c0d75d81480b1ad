"""CSV from other people, row by row: read by column name, and never trusted to be complete."""

from __future__ import annotations

import codecs
import csv
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from knowledge.types.observed import FeedError, RejectedRow

LONGEST_LINE = 1_000_000


class Table:
    """One document. Iterating gives its rows as lists of cells, and a RejectedRow for each row of another length.

    `place` is the position of each column by name. `is_cut`: the last row given ends the document without a line
    break, so its last cell may have been cut off.

    Raises:
        FeedError: not text, not CSV, columns are missing, or it was cut off inside a row.
    """

    def __init__(self, document: BinaryIO, needed: Sequence[str]) -> None:
        self.is_cut = False
        self._rows = csv.reader(self._lines(document), strict=True)
        header = self._next()
        if header is None:
            raise FeedError("empty")
        names = [cell.strip() for cell in header]
        self.place = {name: at for at, name in enumerate(names)}
        missing = [name for name in needed if name not in self.place]
        if missing or len(self.place) < len([name for name in names if name]):
            raise FeedError("wrong_header", clipped(",".join(names)))
        self.width = len(names)

    def __iter__(self) -> Iterator[list[str] | RejectedRow]:
        """The rows after the header, without empty lines."""
        while (row := self._next()) is not None:
            if len(row) == self.width:
                yield row
            elif len(row) < self.width and self.is_cut:
                raise FeedError("cut_off", clipped(",".join(row)))
            else:
                cells = tuple(cell.strip() for cell in row[: self.width])
                yield RejectedRow(code="misshapen", row=clipped(",".join(row)), value=str(len(row)), cells=cells)

    def _next(self) -> list[str] | None:
        try:
            for row in self._rows:
                if row:
                    return row
            return None
        except UnicodeDecodeError:
            raise FeedError("not_text") from None
        except csv.Error as error:
            code = "cut_off" if "unexpected end" in str(error) else "not_csv"
            raise FeedError(code, clipped(str(error))) from None

    def _lines(self, document: BinaryIO) -> Iterator[str]:
        line = document.readline(LONGEST_LINE).removeprefix(codecs.BOM_UTF8)
        while line:
            if len(line) >= LONGEST_LINE:
                raise FeedError("line_too_long", clipped(line.decode("utf-8", "replace")))
            self.is_cut = not line.endswith((b"\n", b"\r"))
            yield line.decode("utf-8")
            line = document.readline(LONGEST_LINE)


def clipped(text: str, limit: int = 120) -> str:
    """The beginning of somebody else's text, enough to recognize it."""
    return text if len(text) <= limit else text[: limit - 1] + "…"
