"""Figures over time as a line of bars in text."""

from __future__ import annotations

from collections.abc import Sequence

BARS = "▁▂▃▄▅▆▇█"
LEVEL = BARS[3]  # if all figures are equal
GAP = " "


def sparkline(figures: Sequence[float | None], *, lowest: float | None = None) -> str:
    """A bar for each figure, a gap for None. The lowest bar is `lowest`, else the smallest figure."""
    known = [figure for figure in figures if figure is not None]
    if not known:
        return ""
    low, high = min(known) if lowest is None else lowest, max(known)
    if high == low:
        return "".join(GAP if figure is None else LEVEL for figure in figures)
    steps = (len(BARS) - 1) / (high - low)
    return "".join(GAP if figure is None else BARS[round((figure - low) * steps)] for figure in figures)
