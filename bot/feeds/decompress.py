"""Packed bytes unpacked within a bound: gzip as it comes, zip where a file is one."""

from __future__ import annotations

import zipfile
import zlib
from typing import BinaryIO, Protocol

GZIP, ZIP = b"\x1f\x8b", b"PK\x03\x04"
CHUNK = 1 << 16
GZIP_WINDOW = 16 + zlib.MAX_WBITS


class Sink(Protocol):
    def write(self, chunk: bytes) -> None: ...
    def finish(self) -> None: ...


class Unpacked:
    """A file that takes so many bytes and no more.

    Raises:
        OverflowError: at the byte that is too many.
    """

    def __init__(self, file: BinaryIO, most: int) -> None:
        self._file, self._left = file, most

    def write(self, chunk: bytes) -> None:
        self._left -= len(chunk)
        if self._left < 0:
            raise OverflowError
        self._file.write(chunk)

    def finish(self) -> None:
        self._file.flush()


class _Gunzip:
    """Raises ValueError for what is no gzip or ends too early."""

    def __init__(self, target: Sink) -> None:
        self._target, self._inner = target, zlib.decompressobj(GZIP_WINDOW)
        self._is_begun = False

    def write(self, chunk: bytes) -> None:
        while chunk:
            if self._inner.eof:  # files of several parts are one file
                self._inner = zlib.decompressobj(GZIP_WINDOW)
            self._is_begun = True
            try:
                self._target.write(self._inner.decompress(chunk, CHUNK))
            except zlib.error as problem:
                raise ValueError(str(problem)) from None
            chunk = self._inner.unconsumed_tail or self._inner.unused_data

    def finish(self) -> None:
        while not self._inner.eof and (rest := self._inner.decompress(b"", CHUNK)):  # output held back by the bound
            self._target.write(rest)
        if self._is_begun and not self._inner.eof:
            raise ValueError("cut off")
        self._target.finish()


def gunzipping(target: Sink) -> Sink:
    return _Gunzip(target)


def plain(file: BinaryIO, spare: BinaryIO, most: int) -> BinaryIO:
    """The document in `file`, which may be packed; then it is unpacked into `spare`. At its beginning.

    Raises:
        OverflowError: it unpacks to more than `most` bytes.
        ValueError: it is damaged, or an archive of anything but one document.
    """
    head = file.read(len(ZIP))
    file.seek(0)
    target = Unpacked(spare, most)
    if head.startswith(GZIP):
        sink = gunzipping(target)
        while chunk := file.read(CHUNK):
            sink.write(chunk)
        sink.finish()
    elif head.startswith(ZIP):
        _unzip(file, target)
    else:
        return file
    spare.seek(0)
    return spare


def _unzip(file: BinaryIO, target: Sink) -> None:
    try:
        with zipfile.ZipFile(file) as archive:
            names = [each for each in archive.infolist() if not each.is_dir()]
            if len(names) != 1:
                raise ValueError("several documents")
            with archive.open(names[0]) as packed:
                while chunk := packed.read(CHUNK):
                    target.write(chunk)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error) as problem:
        raise ValueError(str(problem)) from None
    target.finish()
