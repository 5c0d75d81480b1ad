"""Rows of a bill that stand in another file given with it: known by account, resource and line, they count once."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence

from knowledge.facts import BillLine

CHUNK = 1 << 20  # marks sorted at a time: eight bytes each are kept, of every file but the last


class FileMarks:
    """What the lines of one file are, in any order: how many, and together. Alike in two files that hold the same."""

    def __init__(self, *, keeps: bool) -> None:
        """`keeps`: whether another file follows, whose lines may be among these."""
        self.count = self.sum = 0
        self._keeps, self._open = keeps, array("q")
        self._sorted: list[array[int]] = []

    def add(self, mark: int) -> None:
        self.count, self.sum = self.count + 1, self.sum + mark
        if self._keeps:
            self._open.append(mark)
            if len(self._open) == CHUNK:
                self.close()

    def close(self) -> None:
        self._sorted.append(array("q", sorted(self._open)))
        self._open = array("q")

    def copies(self, mark: int) -> int:
        return sum(bisect_right(marks, mark) - bisect_left(marks, mark) for marks in self._sorted)


class Overlap:
    """The files of one bill, read one after another.

    `counted_once` is how many rows were left out because an earlier file holds them; `alike` how many are
    the same in every figure but name no resource, so that they may be others: those are counted.
    """

    def __init__(self, files: int) -> None:
        self.counted_once = self.alike = 0
        self._files, self._earlier = files, list[FileMarks]()

    def of(self, lines: Iterator[BillLine]) -> Iterator[BillLine]:
        """The lines of the next file that no earlier one holds. A file may hold a row several times."""
        marks = FileMarks(keeps=len(self._earlier) + 1 < self._files)
        again: Counter[int] = Counter()
        for line in lines:
            mark = hash(line)
            marks.add(mark)
            copies = max((held.copies(mark) for held in self._earlier), default=0)
            if copies > again[mark]:
                again[mark] += 1
                if line.is_marked:
                    self.counted_once += line.rows
                    continue
                self.alike += line.rows if line.amount or line.hours or line.chip_hours else 0
            yield line
        marks.close()
        self._earlier.append(marks)

    @property
    def read(self) -> Sequence[FileMarks]:
        """The files read so far."""
        return self._earlier
