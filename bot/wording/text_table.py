"""A table as text: columns as wide as their widest cell."""

from __future__ import annotations

from collections.abc import Collection, Sequence

GAP = "  "


def columns(rows: Sequence[tuple[str, ...]], right: Collection[int] = ()) -> str:
    """`right` are the columns set to the right, as figures are."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = (
        GAP.join(
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)
