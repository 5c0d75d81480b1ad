"""A table as text: columns as wide as their widest cell, or folded to fit a terminal."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest

GAP = "  "
LEAST = 8  # characters a column may be folded to before names and figures are folded


def columns(rows: Sequence[tuple[str, ...]], right: Collection[int] = ()) -> str:
    """`right` are the right-aligned columns."""
    return _laid_out(rows, _widths(rows), right)


def within(rows: Sequence[tuple[str, ...]], width: int, right: Collection[int] = ()) -> str:
    """The same table, at most `width` wide: long cells are folded over several lines."""
    widths = _widths(rows)
    text = _laid_out(rows, widths, right)
    if max(map(len, text.splitlines())) <= width:
        return text
    room = width - len(GAP) * (len(widths) - 1)
    whole = {0, *right}  # names and figures are not folded if the other columns leave room
    least = sum(size if place in whole else min(size, LEAST) for place, size in enumerate(widths))
    narrow = _narrowed(widths, room, set(range(len(widths))) - whole if least <= room else set(range(len(widths))))
    folded = [tuple(list(_folded(cell, size)) for cell, size in zip(row, narrow, strict=True)) for row in rows]
    lines = [line for row in folded for line in zip_longest(*row, fillvalue="")]
    return _laid_out(lines, _widths(lines), right)


def _widths(rows: Sequence[tuple[str, ...]]) -> list[int]:
    return [max(map(len, column)) for column in zip(*rows, strict=True)]


def _laid_out(rows: Sequence[tuple[str, ...]], widths: Sequence[int], right: Collection[int]) -> str:
    lines = (
        GAP.join(
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)


def _narrowed(widths: Sequence[int], room: int, may: Collection[int]) -> list[int]:
    """Takes from the widest of the columns that may be folded, one character at a time, until all have room."""
    narrow = list(widths)
    for _ in range(sum(widths) - room):
        widest = max(may, key=lambda place: (narrow[place], place))
        if narrow[widest] <= 1:
            break
        narrow[widest] -= 1
    return narrow


def _folded(cell: str, width: int) -> Iterator[str]:
    """Its lines, broken between words; a word longer than a line goes on below."""
    line = ""
    for word in cell.split():
        if line and len(line) + 1 + len(word) > width:
            yield line
            line = ""
        line = f"{line} {word}" if line else word
        while len(line) > width:
            yield line[:width]
            line = line[width:]
    yield line
