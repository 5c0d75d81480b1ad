"""Glitches: prices shown briefly before the old one came back. They are removed before a line is judged.

And ladders: prices that differ at every look and are all on one side of the price that is believed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from engine.changes.lines import PriceRun, is_same, settled_on

JOINED = ("lone", "rise", "crowd", "machine", "one_region")  # doubts that another reading of the same move settles
LADDER = (*JOINED, "very_large", "outside")  # doubts of a move's size: readings beyond it are readings of a move


class SeriesStep(NamedTuple):
    """From one price to the next. `confirmed_on` None: not confirmed (yet). `is_news`: to report once confirmed."""

    before: float | None
    after: float | None
    run: PriceRun
    confirmed_on: date | None
    needed: int
    code: str
    is_news: bool = True
    alike: int = 0
    limit: float | None = None
    agreed: int = 0  # looks at other figures that confirmed it: each moved as far or further

    @property
    def looks(self) -> int:
        """At how many it was seen that count: looks no further apart than a slip lasts are never enough."""
        seen = max(len(self.run.looks), self.agreed)
        return seen if self.confirmed_on or not self.needed else min(seen, max(1, self.needed - 1))


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


def one_side(beyond: Sequence[SeriesStep], step: SeriesStep, confirmed: float | None) -> list[SeriesStep]:
    """Those of the looks before that count together with `step` as looks at a move of the same direction."""
    if step.code not in LADDER or not confirmed or not step.after:
        return []
    rises = step.after > confirmed
    before = [other for other in beyond if other.code in LADDER and other.after]
    return before if all((other.after or 0) > confirmed for other in before) is rises else []


def as_it_waited(step: SeriesStep) -> SeriesStep | None:
    """The step with the looks before it was confirmed by itself; None: it was at once."""
    if step.confirmed_on is None:
        return step
    looks = tuple(look for look in step.run.looks if look < step.confirmed_on)
    return step._replace(run=step.run._replace(looks=looks)) if looks else None


def least_of(beyond: Sequence[SeriesStep], confirmed: float | None, days: float) -> SeriesStep | None:
    """The least move of the last looks, if they are as many as the doubts of them need: that much happened at least.

    It is confirmed at the look that made them enough. None: too few so far.
    """
    looks: tuple[date, ...] = ()
    for place in range(len(beyond) - 1, -1, -1):
        looks = (*beyond[place].run.looks, *looks)
        some = beyond[place:]
        day = settled_on(looks, max(step.needed for step in some), days)
        if len(some) > 1 and day is not None and confirmed:
            least = min(some, key=lambda step: abs(math.log((step.after or confirmed) / confirmed)))
            return least._replace(confirmed_on=max(day, beyond[-1].run.looks[0]), agreed=len(looks))
    return None
