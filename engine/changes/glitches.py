"""Glitches: prices shown briefly before the old one came back. They are removed before a line is judged."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from engine.changes.lines import PriceRun, is_same


class Glitch(NamedTuple):
    """What a line showed between two runs of the same price. `back_on` is the day the old price returned."""

    before: PriceRun
    shown: PriceRun
    back_on: date


def without_glitches(
    runs: Sequence[PriceRun], least_share: float, glitch_days: float
) -> tuple[tuple[PriceRun, ...], tuple[Glitch, ...]]:
    """The runs without glitches (seen at a single look, or reversed within `glitch_days`), and the glitches.

    The shortest excursion is removed first: if a real cut has one stale file in it, the stale file is the glitch.
    What was listed at several looks and then is not was listed all the same: only a price can be back so late.
    """
    kept, glitches = list(runs), []
    while (cut := _shortest_excursion(kept, least_share, glitch_days)) is not None:
        start, end = cut
        around = kept[start]
        glitches += [Glitch(around, shown, kept[end].first) for shown in kept[start + 1 : end]]
        between = tuple(look for shown in kept[start + 1 : end] for look in shown.looks)
        joined = around._replace(looks=(*around.looks, *between, *kept[end].looks))
        kept[start : end + 1] = [joined]
    return tuple(kept), tuple(glitches)


def _shortest_excursion(runs: Sequence[PriceRun], least_share: float, glitch_days: float) -> tuple[int, int] | None:
    best, chosen = None, None
    for start in range(len(runs) - 2):
        looks = 0
        for end in range(start + 2, len(runs)):
            looks += len(runs[end - 1].looks)
            days = (runs[end].first - runs[start + 1].first).days
            if looks > 1 and (days > glitch_days or runs[start].usd_per_hour is None):
                break
            if is_same(runs[start].usd_per_hour, runs[end].usd_per_hour, least_share):
                if best is None or looks < best:
                    best, chosen = looks, (start, end)
                break
    return chosen
