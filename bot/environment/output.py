"""Standard output without control characters, whatever a command quotes: questions, feeds, notes, file names, errors.

Everything printed passes through `PrintableStream`. Rich, which draws with control sequences of its own, is given
`drawing(...)` and text that is printable.
"""

from __future__ import annotations

import io
import sys
from typing import IO, Any, cast

from bot.wording.printable import printable


class PrintableStream(io.TextIOWrapper):
    """A text stream to which control characters are not written."""

    def write(self, text: str, /) -> int:
        super().write(printable(text))
        return len(text)

    def write_drawn(self, text: str) -> int:
        """As it is: control sequences that we made ourselves."""
        return super().write(text)


class _Drawing:
    """The same stream for whoever draws on it."""

    def __init__(self, stream: PrintableStream) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write_drawn(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def guard() -> None:
    """Puts such streams in the place of standard output and standard error."""
    sys.stdout = _printable(sys.stdout)
    sys.stderr = _printable(sys.stderr)


def drawing(stream: IO[str]) -> IO[str]:
    """The stream for Rich; what it is given to print must be printable."""
    return cast(IO[str], _Drawing(stream)) if isinstance(stream, PrintableStream) else stream


def _printable(stream: Any) -> Any:
    if not isinstance(stream, io.TextIOWrapper) or isinstance(stream, PrintableStream):
        return stream  # closed, or a test's own
    stream.flush()
    return PrintableStream(
        stream.detach(),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
