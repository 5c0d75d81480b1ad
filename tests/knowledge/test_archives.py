"""One file in a zip archive, and nothing else."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib

import pytest

from knowledge.archives import DAMAGED, GZIP, ZIP, only_file


def packed(*names: str) -> zipfile.ZipFile:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return zipfile.ZipFile(file)


def test_files_begin_as_they_are_recognized() -> None:
    assert gzip.compress(b"x").startswith(GZIP)
    assert packed("a").fp.getvalue().startswith(ZIP)  # type: ignore[union-attr]  # it is open


def test_the_only_file_is_taken_whatever_folders_stand_beside_it() -> None:
    assert only_file(packed("a/", "a/b.csv")).filename == "a/b.csv"


@pytest.mark.parametrize("names", [(), ("a/",), ("a", "b")])
def test_none_or_several_are_damage(names: tuple[str, ...]) -> None:
    with pytest.raises(DAMAGED):
        only_file(packed(*names))


@pytest.mark.parametrize("body", [b"\x1f\x8bgarbage", gzip.compress(b"x" * 99, mtime=0)[:-9]])
def test_what_gzip_says_of_a_broken_file_is_damage(body: bytes) -> None:
    with pytest.raises(DAMAGED):
        gzip.decompress(body)
    assert zlib.error in DAMAGED
