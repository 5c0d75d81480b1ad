"""How packed files begin, and what reading a damaged one raises: gzip, and zip with one file in it."""

from __future__ import annotations

import gzip
import zipfile
import zlib

GZIP, ZIP = b"\x1f\x8b", b"PK\x03\x04"
# RuntimeError: the file in it needs a password, or is packed in a way that is not known
DAMAGED = (EOFError, zlib.error, gzip.BadGzipFile, zipfile.BadZipFile, RuntimeError)


def only_file(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    """The one file of an archive.

    Raises:
        zipfile.BadZipFile: it has more or less than one.
    """
    files = [entry for entry in archive.infolist() if not entry.is_dir()]
    if len(files) != 1:
        raise zipfile.BadZipFile("several documents")
    return files[0]
