"""Rows that stand in several files of one bill."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.inputs import overlap as module
from bot.inputs.overlap import Overlap
from knowledge.facts import BillLine
from tests.share import examples

FILES = st.lists(st.lists(st.integers(0, 5), max_size=8), min_size=1, max_size=4)


def row(number: int, *, is_marked: bool) -> BillLine:
    return BillLine("machine", Decimal(number + 1), "USD", "aws", mark=number, is_marked=is_marked)


def counted(files: list[list[int]], *, is_marked: bool) -> tuple[Counter[int], Overlap]:
    overlap = Overlap(len(files))
    read = [line for file in files for line in overlap.of(row(number, is_marked=is_marked) for number in file)]
    return Counter(line.mark for line in read), overlap


@settings(max_examples=examples(40))
@given(FILES, st.integers(1, 3))
def test_a_row_counts_as_often_as_the_file_that_holds_it_most_often(files: list[list[int]], chunk: int) -> None:
    """Once where each file has it once; twice where one file has it twice."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "CHUNK", chunk)
        found, overlap = counted(files, is_marked=True)
    most = Counter[int]()
    for file in files:
        most |= Counter(file)
    assert found == most
    assert (overlap.counted_once, overlap.alike) == (sum(map(len, files)) - most.total(), 0)


@settings(max_examples=examples(20))
@given(FILES)
def test_rows_that_name_no_resource_are_all_counted_and_told(files: list[list[int]]) -> None:
    found, overlap = counted(files, is_marked=False)
    once, told = counted(files, is_marked=True)
    assert found.total() == sum(map(len, files)) == once.total() + told.counted_once
    assert (overlap.counted_once, overlap.alike) == (0, told.counted_once)
