"""Of what several feeds show of a price, one change is told: from what the reader was told to the price in use.

Which source decides is worked out by the function that verdicts ask. A feed that shows late what another showed
before, or lists what another listed all along, does not make news, nor does one whose price is not used.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from engine.changes.change import Change, ChangeKind, Elsewhere
from engine.changes.confirmation import LineHistory
from engine.changes.judged import JudgedPrices
from engine.changes.lines import ListPriceLine, PriceId, is_same
from engine.changes.plausibility import PlausibleLimits
from engine.changes.recorded import RECORDED
from engine.changes.report import line_changes, net_change, taken_back_of, told_level
from engine.changes.spot_market import SpotMarket, SpotRegion
from engine.changes.spot_trends import spot_levels
from engine.changes.told import BelievedFrom, Told, ToldLevel, course, level_of
from engine.prices.deciding import BUNDLED, Said, deciding

HistoryOf = Callable[[ListPriceLine], LineHistory]
Known = ToldLevel | None


class Used(NamedTuple):
    """The price that verdicts use, and the line of the source that decides; None: it is sold no more."""

    line: ListPriceLine
    usd_per_hour: float | None


class PriceReader(NamedTuple):
    """Who asks for list prices: what is believed `now` and on the day `then` up to which all is known, what was told
    since, and the share from which a move is reported."""

    now: JudgedPrices
    then: JudgedPrices
    since: date
    told: Told
    share: float
    is_waiting: bool

    @property
    def is_of_period(self) -> bool:
        """Whether nothing is kept of what was told: a report of a period ends where one of the next begins, at what
        a reader of every move was told by then."""
        return self.told.base == self.since


def list_changes(reader: PriceReader) -> Iterator[Change]:
    """What changed of list prices, and what only looks like it."""
    now, told = reader.now, reader.told.of_prices()
    by_price: dict[PriceId, list[ListPriceLine]] = defaultdict(list)
    for line in now.listed:
        by_price[line.price_id].append(line)
    for price_id, lines in by_price.items():
        if len(lines) > 1 and (price_id in told or _has_moved(lines) or any(map(now.held, lines))):
            yield from _of_several(lines, reader, told.get(price_id))
        elif len(lines) == 1 and (price_id in told or _is_asked(lines[0], reader)):
            yield from _of_one(lines[0], reader, told.get(price_id))


def _has_moved(lines: Sequence[ListPriceLine]) -> bool:
    """Whether the lines ever showed more than one price."""
    usd = lines[0].runs[0].usd_per_hour
    return any(len(line.runs) > 1 or line.runs[0].usd_per_hour != usd for line in lines)


def _is_asked(line: ListPriceLine, reader: PriceReader) -> bool:
    now = reader.now
    is_new = len(line.runs) > 1 or now.listings.is_late(line) or now.held(line) is not None
    return is_new or (reader.is_waiting and now.history(line).doubted is not None)


def _of_one(line: ListPriceLine, reader: PriceReader, level: ToldLevel | None) -> Iterator[Change]:
    now, history = reader.now, reader.now.history(line)
    is_of_period = level is None and reader.is_of_period
    after = level_of(line, history, now.limits.least_share, reader.share) if is_of_period else history.price
    level = told_level(line, now, reader.then, level, reader.told.base, reader.share)
    wrong = taken_back_of(history, level, reader.since, now.limits)
    yield from line_changes(line, now, reader.since, wrong, is_waiting=reader.is_waiting)
    change = net_change(line, history, level, wrong, now.listings, reader.share, after)
    if change is not None:
        yield change


def _of_several(lines: Sequence[ListPriceLine], reader: PriceReader, level: ToldLevel | None) -> list[Change]:
    now, since, limits = reader.now, reader.since, reader.now.limits
    used = in_use(lines, now)
    is_of_period = level is None and reader.is_of_period
    level = _told_level(lines, used, reader, level)
    told: Change | None = None
    if used is not None:
        history = now.history(used.line)
        back = taken_back_of(history, level, since, limits)
        after = _level_of(lines, now, reader.share) if is_of_period else used.usd_per_hour
        told = net_change(used.line, history, level, back, now.listings, reader.share, after)
        if told is not None and told.kind == "moved" and (told.told_on or since) < level.day:
            told = told._replace(code="source_changed")  # it showed this before: another one decided then
    kept = [] if told is None or used is None else [(used.line, told)]
    for line in lines:
        history = now.history(line)
        own = told_level(line, now, reader.then, None, reader.told.base, reader.share)
        wrong = taken_back_of(history, own, since, limits)
        kept += [(line, c) for c in line_changes(line, now, since, wrong, is_waiting=reader.is_waiting)]
        change = net_change(line, history, own, wrong, now.listings, reader.share, history.price)
        if change is not None and (used is None or told is None or line is not used.line):
            kept.append((line, _not_told(change, used, since, limits)))
    return _once(kept, lines, reader)


def _once(
    every: Iterable[tuple[ListPriceLine, Change]], lines: Sequence[ListPriceLine], reader: PriceReader
) -> list[Change]:
    """Each change once, with what other feeds show that differs."""
    tolerance, history = reader.now.limits.likely("change_feeds_apart_share"), reader.now.history
    kept: list[Change] = []
    for line, change in sorted(every, key=lambda pair: _order(*pair)):
        if any(_is_same_change(change, other, tolerance) for other in kept):
            continue
        others = (other for other in lines if other.feed != line.feed and not _is_outdated(other, line, reader.since))
        shown = (Elsewhere(other.feed, history(other).price) for other in others)
        differ = tuple(price for price in shown if not is_same(price.usd_per_hour, change.after, tolerance))
        kept.append(change._replace(elsewhere=differ))
    return kept


def _not_told(change: Change, used: Used | None, since: date, limits: PlausibleLimits) -> Change:
    """What a feed shows of a price that verdicts take from another, or that the reader knows from another."""
    usd = used.usd_per_hour if used is not None else None
    if is_same(usd, change.after, limits.likely("change_feeds_apart_share")):
        return change._replace(announced=False, code="known_elsewhere")
    if change.after is None:
        return change._replace(announced=False, code="listed_elsewhere")
    kind: ChangeKind = "suspect" if change.seen_on > since else change.kind
    return change._replace(announced=False, kind=kind, code="decided_elsewhere")


def _told_level(
    lines: Sequence[ListPriceLine], used: Used | None, reader: PriceReader, level: ToldLevel | None
) -> ToldLevel:
    """What the reader takes the price to be; what the first look of all shows is no move."""
    if level is None:
        then = reader.then
        known = [found for line in lines if (found := then.by_key.get((line.feed, line.price_id)))]
        if known:
            usd = _level_of(known, then, reader.share)
        else:
            usd = _level_of(lines, reader.now, reader.share, min(line.runs[0].first for line in lines))
        level = ToldLevel(usd, reader.told.base)
    for step in reader.now.history(used.line).steps if used is not None else ():
        if step.confirmed_on is not None and step.confirmed_on > level.day and not step.is_news:
            is_theirs = is_same(step.before, level.usd_per_hour, reader.share)
            level = level._replace(usd_per_hour=step.after) if is_theirs else level
    return level


def in_use(lines: Sequence[ListPriceLine], judged: JudgedPrices) -> Used | None:
    """The price of the lines of one thing that verdicts use on the day of `judged`; None: nobody knows one."""
    said = [one for line in lines if (one := _said(line, judged.history(line), judged.limits))]
    line = _decides(said, lines, judged.day, judged.limits)
    return None if line is None else Used(line, judged.history(line).price)


def _decides(
    said: Iterable[Said], lines: Sequence[ListPriceLine], day: date, limits: PlausibleLimits
) -> ListPriceLine | None:
    """The line of the source that decides."""
    by_feed = {line.feed: line for line in lines}
    bundled = limits.bundled_on(lines[0].price_id, day) if RECORDED in by_feed else None
    decides = deciding((*said, *([Said(BUNDLED, bundled)] if bundled else ())), limits.feed_order, limits.window)
    return None if decides is None else by_feed[RECORDED if decides.source == BUNDLED else decides.source]


def _level_of(
    lines: Sequence[ListPriceLine], judged: JudgedPrices, share: float, first: date | None = None
) -> float | None:
    """The level that somebody was told last who was told every move of `share` or more of the price in use.

    With `first`, the price in use on that day.
    """
    limits = judged.limits
    if first is None and all(len(line.runs) == 1 for line in lines):  # as most are; none moved, whichever decided
        used = in_use(lines, judged)
        return used.usd_per_hour if used else None
    courses = {line.feed: course(line, judged.history(line), limits.least_share) for line in lines}
    looks = {line.feed: sorted(look for run in line.runs for look in run.looks) for line in lines}
    days = {one.day for of in courses.values() for one in of} | {look for of in looks.values() for look in of}
    level, is_first = None, True
    for at in sorted(days) if first is None else [first]:
        said = [one for line in lines if (one := _said_on(line, courses[line.feed], looks[line.feed], at, limits))]
        line = _decides(said, lines, at, limits)
        if line is None:
            continue
        last = courses[line.feed][bisect_right(courses[line.feed], at, key=_from) - 1]
        if is_first or not is_same(level, last.usd_per_hour, share):
            level, is_first = last.usd_per_hour, False
    used = in_use(lines, judged) if first is None else None
    return used.usd_per_hour if used and not is_same(used.usd_per_hour, level, share) else level


def _from(believed: BelievedFrom) -> date:
    return believed.day


def _said_on(
    line: ListPriceLine, known: Sequence[BelievedFrom], looks: Sequence[date], day: date, limits: PlausibleLimits
) -> Said | None:
    """What a feed said on a day before."""
    at, seen = bisect_right(known, day, key=_from), bisect_right(looks, day)
    if not at or not seen or (line.feed == RECORDED and looks[seen - 1] == limits.bundled_on(line.price_id, day)):
        return None
    if known[at - 1].usd_per_hour is not None:
        return Said(line.feed, looks[seen - 1])
    was_sold = known[at - 1].is_news and any(one.usd_per_hour is not None for one in known[:at])
    return Said(line.feed, looks[seen - 1], is_priced=False) if was_sold else None


def _said(line: ListPriceLine, history: LineHistory, limits: PlausibleLimits) -> Said | None:
    """What a feed says; None: it never had a price that is believed, or comes with chipscout."""
    seen_on = (history.believed.looks if history.doubted and history.believed else line.runs[-1].looks)[-1]
    if line.feed == RECORDED and seen_on == limits.bundled_on(line.price_id, seen_on):
        return None
    if history.price is not None:
        return Said(line.feed, seen_on)
    return Said(line.feed, seen_on, is_priced=False) if history.delisted else None


def decided_spot(
    reported: Iterable[tuple[SpotRegion, Change]], spots: Iterable[SpotRegion], judged: JudgedPrices
) -> Iterator[Change]:
    """Of spot that several feeds show, the one tells whose price verdicts use; of the others nothing is announced."""
    by_price: dict[PriceId, list[SpotRegion]] = defaultdict(list)
    for spot in spots:
        by_price[spot.price_id].append(spot)
    for spot, change in reported:
        if change.announced and _decides_spot(by_price[spot.price_id], judged) not in (None, spot.feed):
            change = change._replace(announced=False, code="decided_elsewhere")
        yield change


def told_of_another(now: JudgedPrices, then: JudgedPrices, told: Told, share: float) -> Callable[[SpotRegion], Known]:
    """Of the spot prices of a region, what a reader of whom nothing is kept was told last by another feed, which
    decided on the day up to which all is known; None: the same decided, or told nothing."""
    feeds: dict[PriceId, list[SpotRegion]] = defaultdict(list)
    if told.base < now.day:
        for region in then.spots:
            feeds[region.price_id].append(region)

    def last_of(spot: SpotRegion) -> Known:
        regions = feeds.get(spot.price_id, [])
        decided = _decides_spot(regions, then) if {region.feed for region in regions} - {spot.feed} else None
        if decided in (None, spot.feed):
            return None
        region = next(one for one in regions if one.feed == decided)
        least = max(share, then.limits.likely(f"change_spot_share_{spot.price_id.cloud}"))
        steps = spot_levels(region, then.market, then.limits, least).steps
        return ToldLevel(steps[-1].after, told.base) if steps else None

    return last_of


def _decides_spot(regions: Sequence[SpotRegion], judged: JudgedPrices) -> str | None:
    """The feed whose spot price verdicts use on the day of `judged`; None: there is no feed."""
    if len(regions) < 2:
        return regions[0].feed if regions else None
    limits = judged.limits
    said = [one for region in regions if (one := _said_spot(region, judged.market, limits))]
    bundled = limits.bundled_on(regions[0].price_id, max(region.looked[-1] for region in regions))
    said += [Said(BUNDLED, bundled)] if bundled else []
    decides = deciding(said, limits.feed_order, limits.window)
    if decides is None:  # none has a price any more: one of them tells what it did before
        return min(regions, key=lambda region: (limits.feed_order.get(region.feed, len(regions)), region.feed)).feed
    return RECORDED if decides.source == BUNDLED else decides.source


def _said_spot(spot: SpotRegion, market: SpotMarket, limits: PlausibleLimits) -> Said | None:
    """The last look at a zone that has a price; None where none has. What comes with chipscout is asked apart."""
    histories = [market.zone(spot, zone) for zone in spot.zones]
    seen = [one.on for one in histories if one.on and one.believed and one.believed.usd_per_hour is not None]
    last = max(seen, default=None)
    is_bundled = spot.feed == RECORDED and last == limits.bundled_on(spot.price_id, last or date.max)
    return None if last is None or is_bundled else Said(spot.feed, last)


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
