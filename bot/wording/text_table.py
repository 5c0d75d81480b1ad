"""A table as text: columns as wide as their widest cell, or folded to fit a terminal."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

GAP = "  "
LEAST = 8  # characters a column may be folded to before names and figures are folded


def columns(rows: Sequence[tuple[str, ...]], right: Collection[int] = ()) -> str:
    """`right` are the right-aligned columns."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = (
        GAP.join(
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)


def within(rows: Sequence[tuple[str, ...]], width: int, right: Collection[int] = ()) -> str:
    """The same table, at most `width` wide: long cells are folded over several lines."""
    text = columns(rows, right)
    if max(map(len, text.splitlines())) <= width:
        return text
    from io import StringIO

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    whole = {0, *right}  # names and figures are not folded if the other columns leave room
    least = sum(size if place in whole else min(size, LEAST) for place, size in enumerate(widths))
    is_roomy = least + len(GAP) * (len(widths) - 1) <= width
    table = Table(box=None, show_header=False, pad_edge=False)
    for place in range(len(widths)):
        side: Literal["left", "right"] = "right" if place in right else "left"
        table.add_column(justify=side, overflow="fold", no_wrap=is_roomy and place in whole)
    for row in rows:
        table.add_row(*map(Text, row))
    page = StringIO()
    Console(file=page, width=width, color_system=None).print(table)
    return "\n".join(line.rstrip() for line in page.getvalue().splitlines())
