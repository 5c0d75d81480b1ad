"""Reports a change once when several feeds show it; where feeds disagree, both prices are shown.

A feed that shows late what another showed before, or lists what another listed all along, does not make news. Neither
does one whose price verdicts do not use: which source decides is worked out by the function that verdicts ask.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from typing import NamedTuple

from engine.changes.change import Change, ChangeKind, Elsewhere
from engine.changes.confirmation import LineHistory
from engine.changes.lines import ListPriceLine, PriceId, is_same
from engine.changes.plausibility import PlausibleLimits
from engine.changes.recorded import RECORDED
from engine.changes.spot_market import SpotMarket, SpotRegion
from engine.prices.deciding import BUNDLED, Said, deciding

HistoryOf = Callable[[ListPriceLine], LineHistory]


class LineChanges(NamedTuple):
    """A price line, its history, and the changes to report from it."""

    line: ListPriceLine
    history: LineHistory
    changes: list[Change]


def merged(
    line_reports: Iterable[LineChanges],
    listed: Iterable[ListPriceLine],
    since: date,
    limits: PlausibleLimits,
    history: HistoryOf,
) -> list[Change]:
    by_price: dict[PriceId, list[LineChanges]] = defaultdict(list)
    for report in line_reports:
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
            changes += _merged_group(group, lines[price_id], history, since, limits)
    return changes


def _merged_group(
    group: list[LineChanges],
    lines: list[ListPriceLine],
    history: HistoryOf,
    since: date,
    limits: PlausibleLimits,
) -> list[Change]:
    tolerance = limits.likely("change_feeds_apart_share")
    kept: list[Change] = []
    every = [(report.line, change) for report in group for change in report.changes]
    for line, change in sorted(every, key=lambda pair: _order(*pair)):
        others = [other for other in lines if other.feed != line.feed and not _is_outdated(other, line, since)]
        if change.announced and any(
            _already_known(other, change, history(other), since, tolerance) for other in others
        ):
            change = change._replace(announced=False, code="known_elsewhere")
        elif any(_is_same_change(change, other, tolerance) for other in kept):
            continue
        elsewhere = tuple(Elsewhere(other.feed, history(other).price) for other in others)
        differ = tuple(price for price in elsewhere if not is_same(price.usd_per_hour, change.after, tolerance))
        if change.announced:
            change = _decided(line, change, lines, history, since, limits)
        kept.append(change._replace(elsewhere=differ))
    return kept


def _decided(
    line: ListPriceLine,
    change: Change,
    lines: list[ListPriceLine],
    history: HistoryOf,
    since: date,
    limits: PlausibleLimits,
) -> Change:
    """The change as it is told where another source may decide what the price is."""
    day = change.seen_on if line.feed == RECORDED else date.max  # prices that come along decided when they were seen
    said = [one for other in lines if (one := _said(other, history(other), day, limits))]
    bundled = limits.bundled_on(line.price_id, min(day, max(other.runs[-1].looks[-1] for other in lines)))
    said += [Said(BUNDLED, bundled)] if bundled else []
    decides = deciding(said, limits.feed_order, limits.window)
    feed = RECORDED if decides is not None and decides.source == BUNDLED else decides.source if decides else line.feed
    if decides is None or feed == line.feed:
        return change
    if change.after is None:
        return change._replace(announced=False, code="listed_elsewhere") if decides.is_priced else change
    usd = next((history(other).price for other in lines if other.feed == feed), None)
    if not decides.is_priced or is_same(usd, change.after, limits.likely("change_feeds_apart_share")):
        return change
    kind: ChangeKind = "suspect" if change.seen_on > since else change.kind
    return change._replace(announced=False, kind=kind, code="decided_elsewhere")


def _said(line: ListPriceLine, history: LineHistory, day: date, limits: PlausibleLimits) -> Said | None:
    """What a feed says by `day`; None: it never had a price that is believed, or comes with chipscout."""
    looks = history.believed.looks if history.doubted and history.believed else line.runs[-1].looks
    seen_on = looks[-1]
    if seen_on > day:
        seen_on = max((look for run in line.runs for look in run.looks if look <= day), default=date.max)
    if seen_on == date.max or (line.feed == RECORDED and seen_on == limits.bundled_on(line.price_id, seen_on)):
        return None
    if history.price is not None:
        return Said(line.feed, seen_on)
    return Said(line.feed, seen_on, is_priced=False) if history.delisted else None


def decided_spot(
    reported: Iterable[tuple[SpotRegion, Change]],
    spots: Iterable[SpotRegion],
    market: SpotMarket,
    limits: PlausibleLimits,
) -> Iterator[Change]:
    """Of spot that several feeds show, the one tells whose price verdicts use; of the others nothing is announced."""
    by_price: dict[PriceId, list[SpotRegion]] = defaultdict(list)
    for spot in spots:
        by_price[spot.price_id].append(spot)
    for spot, change in reported:
        regions = by_price[spot.price_id]
        if change.announced and spot.feed != RECORDED and len(regions) > 1:
            said = [one for region in regions if (one := _said_spot(region, market))]
            bundled = limits.bundled_on(spot.price_id, max(region.looked[-1] for region in regions))
            said += [Said(BUNDLED, bundled)] if bundled else []
            decides = deciding(said, limits.feed_order, limits.window)
            if decides is not None and decides.source != spot.feed:
                change = change._replace(announced=False, code="decided_elsewhere")
        yield change


def _said_spot(spot: SpotRegion, market: SpotMarket) -> Said | None:
    """The last look at a zone that has a price; None where none has. What comes with chipscout is asked apart."""
    histories = [market.zone(spot, zone) for zone in spot.zones] if spot.feed != RECORDED else []
    seen = [one.on for one in histories if one.on and one.believed and one.believed.usd_per_hour is not None]
    return Said(spot.feed, max(seen)) if seen else None


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
    history: LineHistory,
    since: date,
    tolerance: float,
) -> bool:
    """Whether another feed had this confirmed by `since`: then it has been reported, or was never news."""
    if change.kind == "delisted":
        return False
    usd = other.runs[0].usd_per_hour if other.runs[0].first <= since else None
    for step in history.steps:
        if step.confirmed_on is not None and step.confirmed_on <= since:
            usd = step.after
    if change.kind == "appeared":  # listed by another feed from its first look on, or reported before
        return usd is not None or other.runs[0].usd_per_hour is not None
    return usd is not None and is_same(usd, change.after, tolerance)
