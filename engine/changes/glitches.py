"""Prices that were left and came back: taken out of a line before anything is said of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from engine.changes.lines import Run, is_same


class Glitch(NamedTuple):
    """What a line showed between two sights of the same price. `back_on` is the day of the return."""

    before: Run
    shown: Run
    back_on: date


def without_glitches(
    runs: Sequence[Run], least_share: float, glitch_days: float
) -> tuple[tuple[Run, ...], tuple[Glitch, ...]]:
    """The runs without what was seen at one look only, or came back within `glitch_days`; and what was taken out.

    The shortest excursion goes first: of a real cut with one stale file in it, the stale file is the glitch.
    """
    left, found = list(runs), []
    while (cut := _shortest(left, least_share, glitch_days)) is not None:
        start, end = cut
        around = left[start]
        found += [Glitch(around, shown, left[end].first) for shown in left[start + 1 : end]]
        between = tuple(look for shown in left[start + 1 : end] for look in shown.looks)
        whole = around._replace(looks=(*around.looks, *between, *left[end].looks))
        left[start : end + 1] = [whole]
    return tuple(left), tuple(found)


def _shortest(runs: Sequence[Run], least_share: float, glitch_days: float) -> tuple[int, int] | None:
    best, chosen = None, None
    for start in range(len(runs) - 2):
        looks = 0
        for end in range(start + 2, len(runs)):
            looks += len(runs[end - 1].looks)
            days = (runs[end].first - runs[start + 1].first).days
            if looks > 1 and days > glitch_days:
                break
            if is_same(runs[start].usd_per_hour, runs[end].usd_per_hour, least_share):
                if best is None or looks < best:
                    best, chosen = looks, (start, end)
                break
    return chosen
