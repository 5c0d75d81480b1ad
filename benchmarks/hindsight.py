"""What digests told of prices, set against what the prices did, which only shows afterwards.

A level is settled unless it was gone within a week, back at the level before: that was a slip. A told move is false
if the price was back where it had been within a week after it was told, or after it was first shown. A cumulative
move is a tenth or more of the settled level, counted from where the last such move left it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from statistics import median
from typing import Literal, NamedTuple

from engine.changes.change import RETRACTED, Change
from engine.changes.lines import PriceId, is_same, price_id_of
from engine.changes.told import line_of
from knowledge.facts import Series

WEEK = timedelta(7)
TENTH = math.log(1.1)
LATE = timedelta(14)  # a move this young may wait for another look: it was told by no weekly digest yet


class Level(NamedTuple):
    """The price at one look; None: not on sale."""

    day: date
    usd: float | None


class Statement(NamedTuple):
    """One told change, in the digest of that day."""

    day: date
    change: Change


Fate = Literal["told", "late", "waits", "dropped"]


class Move(NamedTuple):
    """From one level of a price to another."""

    start: Level
    end: Level


def levels_of(series: Iterable[Series]) -> dict[PriceId, list[Level]]:
    """What one feed showed of each price at each look: spot as the median of the zones."""
    zones: dict[PriceId, list[Series]] = {}
    for entry in series:
        zones.setdefault(price_id_of(entry.key), []).append(entry)
    found = {}
    for price_id, group in zones.items():
        looked = sorted({day for entry in group for day in entry.looked})
        found[price_id] = [Level(day, _at(group, day)) for day in looked]
    return found


def _at(group: Sequence[Series], day: date) -> float | None:
    shown = []
    for entry in group:
        point = next((point for point in reversed(entry.points) if point.seen_on <= day), None)
        if point is not None and point.usd_per_hour is not None and not point.is_gone:
            shown.append(float(point.usd_per_hour))
    return median(shown) if shown else None


def settled(levels: Sequence[Level], share: float) -> list[Level]:
    """Without what was gone within a week, back at the level before."""
    kept = list(levels)
    at = 1
    while at < len(kept):
        before = kept[at - 1].usd
        if not is_same(before, kept[at].usd, share):
            back = next((n for n in range(at, len(kept)) if is_same(before, kept[n].usd, share)), None)
            if back is not None and kept[back].day - kept[at].day <= WEEK:
                kept[at:back] = [Level(level.day, before) for level in kept[at:back]]
        at += 1
    return kept


def on(levels: Sequence[Level], day: date) -> float | None:
    return next((level.usd for level in reversed(levels) if level.day <= day), None)


def is_false(told: Statement, levels: Sequence[Level], share: float) -> bool:
    """Whether what was told was gone within a week."""
    before, after, day = told.change.before, told.change.after, told.day
    if told.change.code == RETRACTED or is_same(before, after, share):
        return False
    until = max(day, told.change.seen_on) + WEEK
    later = [level for level in levels if day < level.day <= until]
    return any(is_same(before, level.usd, share) and not is_same(after, level.usd, share) for level in later)


def was_taken_back(told: Statement, later: Iterable[Statement], share: float) -> bool:
    """Whether the next statement on the price brought its reader back."""
    following = next(
        (one for one in later if line_of(one.change) == line_of(told.change) and one.day > told.day), None
    )
    return following is not None and is_same(following.change.after, told.change.before, share)


def told_level(begin: float | None, told: Iterable[Statement]) -> float | None:
    """The level of a reader who knew `begin` and multiplies what was told."""
    usd = begin
    for one in told:
        before, after = one.change.before, one.change.after
        usd = after if not (usd and before and after) else usd * after / before
    return usd


def moves(levels: Sequence[Level], least: float = TENTH) -> list[Move]:
    """Where the level was away by `least` or more, a logarithm, from where the last such move left it."""
    priced = [level for level in levels if level.usd]
    found: list[Move] = []
    start = priced[0] if priced else None
    for level in priced:
        if start is not None and abs(math.log((level.usd or 1.0) / (start.usd or 1.0))) >= least:
            found.append(Move(start, level))
            start = level
    return found


def fate(
    move: Move,
    told: Sequence[Statement],
    begin: float | None,
    levels: Sequence[Level],
    digests: Sequence[date],
    share: float,
) -> Fate:
    """Told: within two weeks a digest left its reader, who knew `begin`, at its day's level. Late: another did."""
    for day in digests:
        known = told_level(begin, [one for one in told if one.day <= day])
        if day >= move.end.day and is_same(known, on(levels, day), share):
            return "told" if day <= move.end.day + LATE else "late"
    return "dropped" if digests and digests[-1] - move.end.day > LATE else "waits"
