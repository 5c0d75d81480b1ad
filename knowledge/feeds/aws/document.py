"""AWS's price files as they come: CSV with five lines of metadata before the header, or JSON; never held whole."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import BinaryIO, NamedTuple

from knowledge.types.observed import FeedError

Buffer = bytearray | memoryview
CHUNK_BYTES = 1 << 18
LONGEST_LINE_BYTES = 1 << 20
FOUND = 60  # characters of what was met instead
METADATA = ("FormatVersion", "Disclaimer", "Publication Date", "Version", "OfferCode")
QUOTE = b'"'


class Table(NamedTuple):
    """An opened CSV file: its metadata, its columns by name, and its lines yet to be read."""

    metadata: Mapping[str, str]
    columns: tuple[str, ...]
    lines: Iterator[bytes]


class _Joined(io.RawIOBase):
    """Any document with `read` as a raw stream, so that a buffer can look ahead without seeking."""

    def __init__(self, document: BinaryIO) -> None:
        self.document = document

    def readable(self) -> bool:
        return True

    def readinto(self, into: Buffer) -> int:  # type: ignore[override] # a buffer is all that is ever given
        held = self.document.read(len(into))
        into[: len(held)] = held
        return len(held)


def opened(document: BinaryIO) -> io.BufferedReader:
    """The document behind a buffer that can look ahead.

    Raises:
        FeedError: it is empty, or a page of the web.
    """
    buffered: io.BufferedReader = io.BufferedReader(_Joined(document), CHUNK_BYTES)
    head = buffered.peek(1)
    if head.startswith(b"\xef\xbb\xbf"):
        buffered.read(3)
        head = buffered.peek(1)
    if not head.strip():
        raise FeedError("aws_empty")
    if head.lstrip()[:1] == b"<":
        raise FeedError("aws_web_page", shown(head))
    return buffered


def is_json(buffered: io.BufferedReader) -> bool:
    """Whether an object begins it: no line of AWS's CSV does."""
    return buffered.peek(1).lstrip()[:1] == b"{"


def table(
    buffered: io.BufferedReader,
    offer_codes: tuple[str, ...],
    wanted: tuple[str, ...],
    is_whole: Callable[[Mapping[str, str]], bool] = lambda _: True,
) -> Table:
    """The file past its header. `is_whole` judges a last row that no line break ends.

    Raises:
        FeedError: there is no metadata, it is another offer's, or a column is missing.
    """
    lines = _lines(buffered)
    metadata = {}
    for name in METADATA:
        cells = row(next(lines, b""))
        if len(cells) < 2 or cells[0] != name:
            raise FeedError("aws_no_metadata", f"{name}: {','.join(cells)[:FOUND]}")
        metadata[name] = cells[1]
    if metadata["OfferCode"] not in offer_codes:
        raise FeedError("aws_other_offer", metadata["OfferCode"][:FOUND])
    columns = tuple(row(next(lines, b"")))
    if missing := [name for name in wanted if name not in columns]:
        raise FeedError("aws_no_column", ", ".join(missing))
    return Table(metadata, columns, _whole(lines, columns, is_whole))


def row(line: bytes) -> list[str]:
    """The cells of one line; AWS's rows hold no line breaks.

    Raises:
        FeedError: it is no line of a CSV file: an open quote, bytes that are no text.
    """
    try:
        return next(csv.reader([line.decode("utf-8")], strict=True), [])
    except (csv.Error, UnicodeDecodeError):
        raise FeedError("aws_bad_line", shown(line)) from None


def shown(held: bytes) -> str:
    return " ".join(held[:FOUND].decode("utf-8", "replace").split())


def _lines(buffered: io.BufferedReader) -> Iterator[bytes]:
    """Raises FeedError where a line is longer than any of AWS's, before it fills the memory."""
    while line := buffered.readline(LONGEST_LINE_BYTES):
        if len(line) == LONGEST_LINE_BYTES and not line.endswith(b"\n"):
            raise FeedError("aws_bad_line", shown(line))
        yield line


def _whole(
    lines: Iterator[bytes], columns: Sequence[str], is_whole: Callable[[Mapping[str, str]], bool]
) -> Iterator[bytes]:
    """The lines, if there are any and the last is all there.

    A file that lost its end between two lines cannot be told from a whole one. One that was cut within a line can:
    a cell is open, cells are missing, or the last is empty or not what it must be.
    """
    last = b""
    commas = len(columns) - 1
    for line in lines:
        if line.count(b",") < commas:  # a look at every line, since most are not cut into cells
            if not line.strip():
                continue
            raise FeedError("aws_bad_line" if line.endswith(b"\n") else "aws_cut_off", shown(line))
        last = line
        yield line
    if not last:
        raise FeedError("aws_no_rows")
    if last.endswith(b"\n"):
        return
    try:
        cells = row(last)
    except FeedError:
        cells = []
    is_closed = last.endswith(QUOTE) if last.startswith(QUOTE) else not last.endswith(b",")
    if len(cells) != len(columns) or not is_closed or not is_whole(dict(zip(columns, cells, strict=True))):
        raise FeedError("aws_cut_off", shown(last))
