"""Decompresses gzip streams and single-file zip archives, up to a maximum size."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Callable
from typing import BinaryIO, Protocol

from knowledge.archives import DAMAGED, GZIP, ZIP, only_file

CHUNK = 1 << 16
GZIP_WINDOW = 16 + zlib.MAX_WBITS


class Sink(Protocol):
    def write(self, chunk: bytes) -> None: ...
    def finish(self) -> None: ...


class SizeLimitedFile:
    """A file that accepts at most `max_bytes`.

    Raises:
        OverflowError: more was written.
    """

    def __init__(self, file: BinaryIO, max_bytes: int) -> None:
        self._file, self._bytes_left = file, max_bytes

    def write(self, chunk: bytes) -> None:
        self._bytes_left -= len(chunk)
        if self._bytes_left < 0:
            raise OverflowError
        self._file.write(chunk)

    def finish(self) -> None:
        self._file.flush()


class _Gunzip:
    """Decompresses what is written to it. Raises ValueError if that is not gzip, or ends too early."""

    def __init__(self, target: Sink) -> None:
        self._target, self._inner = target, zlib.decompressobj(GZIP_WINDOW)
        self._has_started = False

    def write(self, chunk: bytes) -> None:
        while chunk:
            if self._inner.eof:  # a gzip file may have several members
                self._inner = zlib.decompressobj(GZIP_WINDOW)
            self._has_started = True
            try:
                self._target.write(self._inner.decompress(chunk, CHUNK))
            except zlib.error as problem:
                raise ValueError(str(problem)) from None
            chunk = self._inner.unconsumed_tail or self._inner.unused_data

    def finish(self) -> None:
        while not self._inner.eof and (rest := self._inner.decompress(b"", CHUNK)):  # output that CHUNK held back
            self._target.write(rest)
        if self._has_started and not self._inner.eof:
            raise ValueError("cut off")
        self._target.finish()


def gunzip(target: Sink) -> Sink:
    return _Gunzip(target)


def decompress(file: BinaryIO, made: Callable[[], BinaryIO], max_bytes: int) -> BinaryIO:
    """The document in `file`, positioned at its start: `file` itself, or what is `made` if it had to be decompressed.

    Raises:
        OverflowError: it decompresses to more than `max_bytes`.
        ValueError: it is damaged, or an archive with more or less than one document.
    """
    head = file.read(len(ZIP))
    file.seek(0)
    if not head.startswith((GZIP, ZIP)):
        return file
    output = made()
    target = SizeLimitedFile(output, max_bytes)
    if head.startswith(GZIP):
        sink = gunzip(target)
        while chunk := file.read(CHUNK):
            sink.write(chunk)
        sink.finish()
    else:
        _unzip(file, target)
    output.seek(0)
    return output


def _unzip(file: BinaryIO, target: Sink) -> None:
    try:
        with zipfile.ZipFile(file) as archive, archive.open(only_file(archive)) as packed:
            while chunk := packed.read(CHUNK):
                target.write(chunk)
    except DAMAGED as problem:
        raise ValueError(str(problem)) from None
    target.finish()
