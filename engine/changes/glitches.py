"""Glitches: prices shown briefly before the old one came back. They are removed before a line is judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from engine.changes.lines import PriceRun, is_same


class Glitch(NamedTuple):
    """What a line showed between two runs of the same price. `back_on` is the day the old price returned.

    `settled_on` is the day from which the return counts: that day, or a later one if `shown` had been confirmed.
    """

    before: PriceRun
    shown: PriceRun
    back_on: date
    settled_on: date


Settles = Callable[[Sequence[PriceRun], date], date | None]


def _at_once(excursion: Sequence[PriceRun], _end: date) -> date | None:
    """One look at the old price is enough."""
    return excursion[-1].first


def without_glitches(
    runs: Sequence[PriceRun], least_share: float, glitch_days: float, settles: Settles = _at_once
) -> tuple[tuple[PriceRun, ...], tuple[Glitch, ...]]:
    """The runs without glitches (seen at a single look, or reversed within `glitch_days`), and the glitches.

    The shortest excursion is removed first: if a real cut has one stale file in it, the stale file is the glitch.
    What was listed at several looks and then is not was listed all the same: only a price can be back so late.
    `settles` is asked from which day an excursion is over, given its runs from the old price to the return, and the
    day before which the return ended (None: not yet, so what was shown is a price like any other).
    """
    kept, glitches = list(runs), []
    while (cut := _shortest_excursion(kept, least_share, glitch_days, settles)) is not None:
        start, end, settled_on = cut
        around = kept[start]
        glitches += [Glitch(around, shown, kept[end].first, settled_on) for shown in kept[start + 1 : end]]
        between = tuple(look for shown in kept[start + 1 : end] for look in shown.looks)
        if around.usd_per_hour == kept[end].usd_per_hour:
            joined = [around._replace(looks=(*around.looks, *between, *kept[end].looks))]
        else:  # back a little beside it: a move like any other, which adds up with those around it
            joined = [around._replace(looks=(*around.looks, *between)), kept[end]]
        kept[start : end + 1] = joined
    return tuple(kept), tuple(glitches)


def _shortest_excursion(
    runs: Sequence[PriceRun],
    least_share: float,
    glitch_days: float,
    settles: Settles,
) -> tuple[int, int, date] | None:
    """The places of the old price and of its return, and the day from which the return counts."""
    best, chosen = None, None
    for start in range(len(runs) - 2):
        looks = 0
        for end in range(start + 2, len(runs)):
            looks += len(runs[end - 1].looks)
            days = (runs[end].first - runs[start + 1].first).days
            if looks > 1 and (days > glitch_days or runs[start].usd_per_hour is None):
                break
            old = runs[start].usd_per_hour
            if is_same(old, runs[start + 1].usd_per_hour, least_share):
                break  # it went on from the next one: small steps that add up, and one of them back, are no return
            if is_same(old, runs[end].usd_per_hour, least_share):
                if best is None or looks < best:
                    ended = runs[end + 1].first if end + 1 < len(runs) else date.max
                    settled_on = settles(runs[start : end + 1], ended)
                    if settled_on is not None:
                        best, chosen = looks, (start, end, settled_on)
                break
    return chosen
