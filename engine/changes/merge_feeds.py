"""What several feeds say of one price is told once; where they are apart, both prices are shown.

A feed that comes late to what another one showed before, or that lists what another listed all along, brings no news.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from engine.changes.change import Change, Elsewhere
from engine.changes.confirmation import Belief
from engine.changes.lines import Ident, PriceLine, is_same
from engine.changes.plausibility import PlausibleLimits
from engine.changes.recorded import RECORDED


class Told(NamedTuple):
    """A line, what it went through, and the changes made of that."""

    line: PriceLine
    belief: Belief
    changes: list[Change]


def merged(told: Iterable[Told], listed: Iterable[PriceLine], since: date, limits: PlausibleLimits) -> list[Change]:
    beliefs: dict[tuple[str, Ident], Belief] = {}
    by_price: dict[Ident, list[Told]] = defaultdict(list)
    for one in told:
        beliefs[one.line.feed, one.line.ident] = one.belief
        if one.changes:
            by_price[one.line.ident].append(one)
    lines: dict[Ident, list[PriceLine]] = defaultdict(list)
    for line in listed:
        if line.ident in by_price:
            lines[line.ident].append(line)
    found: list[Change] = []
    for ident, group in by_price.items():
        if len(lines[ident]) == 1:
            found += group[0].changes
        else:
            found += _one_voice(group, lines[ident], beliefs, since, limits)
    return found


def _one_voice(
    group: list[Told],
    lines: list[PriceLine],
    beliefs: dict[tuple[str, Ident], Belief],
    since: date,
    limits: PlausibleLimits,
) -> list[Change]:
    apart = limits.likely("change_feeds_apart_share")
    kept: list[Change] = []
    every = [(one.line, change) for one in group for change in one.changes]
    for line, change in sorted(every, key=lambda pair: _order(*pair)):
        others = [other for other in lines if other.feed != line.feed and not _is_outdated(other, line, since)]
        if change.announced and any(_knew(other, change, beliefs, since, apart) for other in others):
            change = change._replace(announced=False, code="known_elsewhere")
        elif any(_is_one(change, other, apart) for other in kept):
            continue
        known = tuple(Elsewhere(other.feed, _now(other, beliefs)) for other in others)
        differ = tuple(here for here in known if not is_same(here.usd_per_hour, change.after, apart))
        if change.kind == "delisted" and change.announced and any(here.usd_per_hour for here in differ):
            change = change._replace(announced=False, code="listed_elsewhere")
        kept.append(change._replace(elsewhere=differ))
    return kept


def _order(line: PriceLine, change: Change) -> tuple[object, ...]:
    """Announced and early ones first; on one day an observed price before a bundled one."""
    return not change.announced, change.seen_on, line.feed == RECORDED, line.feed


def _is_outdated(other: PriceLine, line: PriceLine, since: date) -> bool:
    """Bundled prices tell whether a feed that has just begun comes late; a feed that goes on knows better."""
    return other.feed == RECORDED and line.runs[0].looks[0] <= since


def _is_one(change: Change, other: Change, apart: float) -> bool:
    same_kind = change.kind == other.kind or (change.kind == "suspect" and other.announced)
    return same_kind and is_same(change.before, other.before, apart) and is_same(change.after, other.after, apart)


def _knew(
    other: PriceLine, change: Change, beliefs: dict[tuple[str, Ident], Belief], since: date, apart: float
) -> bool:
    """Whether another feed showed this, believed, by `since` already: then it has been told, or was never news."""
    belief = beliefs.get((other.feed, other.ident))
    if change.kind == "delisted":
        return False
    usd = other.runs[0].usd_per_hour if other.runs[0].first <= since else None
    for step in belief.steps if belief else ():
        if step.told_on is not None and step.told_on <= since:
            usd = step.after
    if change.kind == "appeared":  # listed by another feed from its first look on, or told of before
        return usd is not None or other.runs[0].usd_per_hour is not None
    return usd is not None and is_same(usd, change.after, apart)


def _now(other: PriceLine, beliefs: dict[tuple[str, Ident], Belief]) -> float | None:
    belief = beliefs.get((other.feed, other.ident))
    usd = other.runs[0].usd_per_hour
    for step in belief.steps if belief else ():
        if step.told_on is not None:
            usd = step.after
    return usd
