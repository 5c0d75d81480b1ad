"""AWS's price files: CSV with five lines of metadata before the header, or JSON; never loaded as a whole."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import BinaryIO, NamedTuple

from knowledge.types.observed import FeedError

Buffer = bytearray | memoryview
CHUNK_BYTES = 1 << 18
LONGEST_LINE_BYTES = 1 << 20
EXCERPT_LENGTH = 60  # characters of what a file has instead
METADATA = ("FormatVersion", "Disclaimer", "Publication Date", "Version", "OfferCode")
QUOTE = b'"'


class Table(NamedTuple):
    """An open CSV file: its metadata, its column names, and the lines that follow."""

    metadata: Mapping[str, str]
    columns: tuple[str, ...]
    lines: Iterator[bytes]


class _RawStream(io.RawIOBase):
    """Any document with `read` as a raw stream, so that a buffer can look ahead without seeking."""

    def __init__(self, document: BinaryIO) -> None:
        self.document = document

    def readable(self) -> bool:
        return True

    def readinto(self, into: Buffer) -> int:  # type: ignore[override] # only buffers are ever passed
        data = self.document.read(len(into))
        into[: len(data)] = data
        return len(data)


def opened(document: BinaryIO) -> io.BufferedReader:
    """The document behind a buffer that can look ahead.

    Raises:
        FeedError: it is empty, or a web page.
    """
    buffered: io.BufferedReader = io.BufferedReader(_RawStream(document), CHUNK_BYTES)
    head = buffered.peek(1)
    if head.startswith(b"\xef\xbb\xbf"):
        buffered.read(3)
        head = buffered.peek(1)
    if not head.strip():
        raise FeedError("aws_empty")
    if head.lstrip()[:1] == b"<":
        raise FeedError("aws_web_page", excerpt(head))
    return buffered


def is_json(buffered: io.BufferedReader) -> bool:
    """Whether it begins with a JSON object; no line of AWS's CSV does."""
    return buffered.peek(1).lstrip()[:1] == b"{"


def table(
    buffered: io.BufferedReader,
    offer_codes: tuple[str, ...],
    wanted: tuple[str, ...],
    is_whole: Callable[[Mapping[str, str]], bool] = lambda _: True,
) -> Table:
    """The file after its header. `is_whole` judges a last row without a line break.

    Raises:
        FeedError: there is no metadata, it is that of another offer, or a column is missing.
    """
    lines = _lines(buffered)
    metadata = {}
    for name in METADATA:
        cells = row(next(lines, b""))
        if len(cells) < 2 or cells[0] != name:
            raise FeedError("aws_no_metadata", f"{name}: {','.join(cells)[:EXCERPT_LENGTH]}")
        metadata[name] = cells[1]
    if metadata["OfferCode"] not in offer_codes:
        raise FeedError("aws_other_offer", metadata["OfferCode"][:EXCERPT_LENGTH])
    columns = tuple(row(next(lines, b"")))
    if missing := [name for name in wanted if name not in columns]:
        raise FeedError("aws_no_column", ", ".join(missing))
    return Table(metadata, columns, _whole(lines, columns, is_whole))


def row(line: bytes) -> list[str]:
    """The cells of one line; AWS's rows contain no line breaks.

    Raises:
        FeedError: it is not a line of a CSV file: an open quote, or bytes that are not text.
    """
    try:
        return next(csv.reader([line.decode("utf-8")], strict=True), [])
    except (csv.Error, UnicodeDecodeError):
        raise FeedError("aws_bad_line", excerpt(line)) from None


def excerpt(data: bytes) -> str:
    """The beginning of it as one line of text, for an error."""
    return " ".join(data[:EXCERPT_LENGTH].decode("utf-8", "replace").split())


def _lines(buffered: io.BufferedReader) -> Iterator[bytes]:
    """Raises FeedError for a line longer than any of AWS's, before it fills the memory."""
    while line := buffered.readline(LONGEST_LINE_BYTES):
        if len(line) == LONGEST_LINE_BYTES and not line.endswith(b"\n"):
            raise FeedError("aws_bad_line", excerpt(line))
        yield line


def _whole(
    lines: Iterator[bytes], columns: Sequence[str], is_whole: Callable[[Mapping[str, str]], bool]
) -> Iterator[bytes]:
    """The lines, if there are any and the last one is complete.

    A file cut off between two lines looks like a complete one. One cut off inside a line does not: a quote is open,
    cells are missing, or the last cell is empty or not what it must be.
    """
    last = b""
    commas = len(columns) - 1
    for line in lines:
        if line.count(b",") < commas:  # checked for every line, because most are never split into cells
            if not line.strip():
                continue
            raise FeedError("aws_bad_line" if line.endswith(b"\n") else "aws_cut_off", excerpt(line))
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
        raise FeedError("aws_cut_off", excerpt(last))
