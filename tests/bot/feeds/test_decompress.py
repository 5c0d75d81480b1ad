"""Compressed documents, decompressed up to a maximum size."""

from __future__ import annotations

import gzip
import io
import zipfile

import pytest

from bot.feeds.decompress import decompress

TABLE = b"instance,usd\np5.48xlarge,55.04\n"
PACKED = gzip.compress(TABLE, mtime=0)
PARTS = gzip.compress(TABLE[:9], mtime=0) + gzip.compress(TABLE[9:], mtime=0)


def zipped(**documents: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in documents.items():
            archive.writestr(name, content)
    return made.getvalue()


def unpacked(content: bytes, most: int = 1000) -> bytes:
    return decompress(io.BytesIO(content), io.BytesIO, most).read()


@pytest.mark.parametrize(
    "content", [TABLE, PACKED, PARTS, zipped(a=TABLE)], ids=["plain", "gzip", "two gzip parts", "zip"]
)
def test_plain_gzip_and_zip_give_the_same_document(content: bytes) -> None:
    assert unpacked(content) == TABLE


def test_a_small_file_that_decompresses_to_a_huge_one_is_stopped_at_the_limit() -> None:
    with pytest.raises(OverflowError):
        unpacked(gzip.compress(b"0" * 1_000_000), most=10_000)


@pytest.mark.parametrize(
    "content",
    [PACKED[:-6], zipped(a=TABLE, b=TABLE), zipped(a=TABLE)[:-9]],
    ids=["cut gzip", "two documents", "cut zip"],
)
def test_a_truncated_file_or_an_archive_of_several_documents_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match=r".*"):
        unpacked(content)
