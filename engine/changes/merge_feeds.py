"""Reports a change once when several feeds show it; where feeds disagree, both prices are shown.

A feed that shows late what another showed before, or lists what another listed all along, does not make news. Neither
does one whose price verdicts do not use: of the feeds that were read lately the preferred one decides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

from engine.changes.change import Change, ChangeKind, Elsewhere
from engine.changes.confirmation import LineHistory
from engine.changes.lines import ListPriceLine, PriceId, is_same
from engine.changes.plausibility import PlausibleLimits
from engine.changes.recorded import RECORDED


class LineChanges(NamedTuple):
    """A price line, its history, and the changes to report from it."""

    line: ListPriceLine
    history: LineHistory
    changes: list[Change]


def merged(
    line_reports: Iterable[LineChanges], listed: Iterable[ListPriceLine], since: date, limits: PlausibleLimits
) -> list[Change]:
    histories: dict[tuple[str, PriceId], LineHistory] = {}
    by_price: dict[PriceId, list[LineChanges]] = defaultdict(list)
    for report in line_reports:
        histories[report.line.feed, report.line.price_id] = report.history
        if report.changes:
            by_price[report.line.price_id].append(report)
    lines: dict[PriceId, list[ListPriceLine]] = defaultdict(list)
    for line in listed:
        if line.price_id in by_price:
            lines[line.price_id].append(line)
    changes: list[Change] = []
    for price_id, group in by_price.items():
        if len(lines[price_id]) == 1:
            changes += group[0].changes
        else:
            changes += _merged_group(group, lines[price_id], histories, since, limits)
    return changes


def _merged_group(
    group: list[LineChanges],
    lines: list[ListPriceLine],
    histories: dict[tuple[str, PriceId], LineHistory],
    since: date,
    limits: PlausibleLimits,
) -> list[Change]:
    tolerance = limits.likely("change_feeds_apart_share")
    kept: list[Change] = []
    every = [(report.line, change) for report in group for change in report.changes]
    for line, change in sorted(every, key=lambda pair: _order(*pair)):
        others = [other for other in lines if other.feed != line.feed and not _is_outdated(other, line, since)]
        if change.announced and any(_already_known(other, change, histories, since, tolerance) for other in others):
            change = change._replace(announced=False, code="known_elsewhere")
        elif any(_is_same_change(change, other, tolerance) for other in kept):
            continue
        elsewhere = tuple(Elsewhere(other.feed, _latest_price(other, histories)) for other in others)
        differ = tuple(price for price in elsewhere if not is_same(price.usd_per_hour, change.after, tolerance))
        if change.kind == "delisted" and change.announced and any(price.usd_per_hour for price in differ):
            change = change._replace(announced=False, code="listed_elsewhere")
        decides = _deciding(line, lines, histories, limits) if change.announced else None
        if decides and change.after is not None and not is_same(decides.usd_per_hour, change.after, tolerance):
            kind: ChangeKind = "suspect" if change.seen_on > since else change.kind
            change = change._replace(announced=False, kind=kind, code="decided_elsewhere")
        kept.append(change._replace(elsewhere=differ))
    return kept


def _deciding(
    line: ListPriceLine,
    lines: list[ListPriceLine],
    histories: dict[tuple[str, PriceId], LineHistory],
    limits: PlausibleLimits,
) -> Elsewhere | None:
    """The price of the feed that verdicts prefer to that of `line`, as the market of a day chooses; None: its own.

    Bundled prices are chosen with the price book, by their age.
    """
    priced = {one.feed: usd for one in lines if one.feed != RECORDED and (usd := _latest_price(one, histories))}
    if line.feed not in priced:
        return None
    seen = {one.feed: one.runs[-1].looks[-1] for one in lines if one.feed in priced}
    oldest = max(seen.values()) - timedelta(limits.likely("sources_differ_days"))
    places = {feed: limits.feed_order.get(feed, len(limits.feed_order)) for feed in priced if seen[feed] >= oldest}
    first = min(places, key=lambda feed: (places[feed], feed != line.feed))
    return None if first == line.feed else Elsewhere(first, priced[first])


def _order(line: ListPriceLine, change: Change) -> tuple[object, ...]:
    """Announced and early ones first; on one day an observed price before a bundled one."""
    return not change.announced, change.seen_on, line.feed == RECORDED, line.feed


def _is_outdated(other: ListPriceLine, line: ListPriceLine, since: date) -> bool:
    """Bundled prices only show that a feed that has just begun is late; a feed that was read before outranks them."""
    return other.feed == RECORDED and line.runs[0].looks[0] <= since


def _is_same_change(change: Change, other: Change, tolerance: float) -> bool:
    same_kind = change.kind == other.kind or (change.kind == "suspect" and other.announced)
    return (
        same_kind
        and is_same(change.before, other.before, tolerance)
        and is_same(change.after, other.after, tolerance)
    )


def _already_known(
    other: ListPriceLine,
    change: Change,
    histories: dict[tuple[str, PriceId], LineHistory],
    since: date,
    tolerance: float,
) -> bool:
    """Whether another feed had this confirmed by `since`: then it has been reported, or was never news."""
    history = histories.get((other.feed, other.price_id))
    if change.kind == "delisted":
        return False
    usd = other.runs[0].usd_per_hour if other.runs[0].first <= since else None
    for step in history.steps if history else ():
        if step.confirmed_on is not None and step.confirmed_on <= since:
            usd = step.after
    if change.kind == "appeared":  # listed by another feed from its first look on, or reported before
        return usd is not None or other.runs[0].usd_per_hour is not None
    return usd is not None and is_same(usd, change.after, tolerance)


def _latest_price(other: ListPriceLine, histories: dict[tuple[str, PriceId], LineHistory]) -> float | None:
    history = histories.get((other.feed, other.price_id))
    usd = other.runs[0].usd_per_hour
    for step in history.steps if history else ():
        if step.confirmed_on is not None:
            usd = step.after
    return usd
