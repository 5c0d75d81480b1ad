"""Parses the documents of a feed into one snapshot of prices, and counts the rows it skips."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from itertools import groupby
from operator import itemgetter
from typing import BinaryIO, NamedTuple

from knowledge.facts import Fact
from knowledge.feeds.formats.rules import rules
from knowledge.feeds.registry import parser
from knowledge.history.doubts import Doubt
from knowledge.history.history import History
from knowledge.history.queries import PriceInForce
from knowledge.types.base import Cloud
from knowledge.types.feeds import FeedDescription
from knowledge.types.observed import (
    FeedError,
    Listed,
    Observed,
    ParseContext,
    PlacePrices,
    RejectedRow,
    SeriesKey,
)


class SkippedRows(Fact):
    """How many rows were skipped for one reason; `row` and `value` are those of the first."""

    code: str
    rows: int
    row: str
    value: str = ""


class ParsedDocuments(NamedTuple):
    """What the documents contain, by day and cloud. `doubtful`: by day, series with an unusable row, its reason and
    value.

    `unread`: the cells of rows that could not be told apart; a type that one of them names is still listed.
    """

    days: dict[tuple[date, Cloud], list[PlacePrices]]
    odd: tuple[SkippedRows, ...]
    doubtful: dict[date, dict[SeriesKey, tuple[str, str]]]
    unread: frozenset[str] = frozenset()


class FeedSnapshot(NamedTuple):
    """What one cloud of a feed lists. A missing price is delisted if `is_whole`, or if its region is in `regions`.

    Series in `doubts` keep their last price, unconfirmed.
    """

    prices: list[PlacePrices]
    is_whole: bool
    doubts: list[Doubt]
    regions: frozenset[str] = frozenset()

    @property
    def delists(self) -> bool:
        """Whether anything missing from it counts as delisted."""
        return self.is_whole or bool(self.regions)


def read(feed: FeedDescription, documents: Iterable[BinaryIO], context: ParseContext) -> ParsedDocuments:
    """Parses the documents.

    Raises:
        FeedError: a document is not in this feed's format, too many of its rows cannot be read, or none has a price.
    """
    days: defaultdict[tuple[date, Cloud], list[PlacePrices]] = defaultdict(list)
    odd: dict[str, SkippedRows] = {}
    doubtful: defaultdict[date, dict[SeriesKey, tuple[str, str]]] = defaultdict(dict)
    unread: set[str] = set()
    for day, rows in _dated(feed, documents, context):
        for listed in rows:
            row = listed.placed() if isinstance(listed, Observed) else listed
            if isinstance(row, PlacePrices):
                days[day, row.cloud].append(row)
                continue
            before = odd.get(row.code)
            times = before.rows + 1 if before else 1
            first = before or SkippedRows(code=row.code, rows=1, row=row.row, value=row.value)
            odd[row.code] = first.model_copy(update={"rows": times})
            if row.key is not None:
                doubtful[day][row.key] = row.code, row.value
            unread.update(row.cells)
    _refuse_unread(days.values(), odd)
    if days and not any(usd is not None for places in days.values() for p in places for usd, _ in p.prices.values()):
        raise FeedError("no_prices")
    return ParsedDocuments(dict(days), _most_rows_first(odd.values()), doubtful, frozenset(unread))


def _refuse_unread(days: Iterable[list[PlacePrices]], odd: Mapping[str, SkippedRows]) -> None:
    """Raises FeedError: too much of what it states cannot be read. An empty cell states nothing."""
    limits = rules().unread
    lost = sum(odd[code].rows for code in limits.codes if code in odd)
    if lost < limits.least_rows:
        return
    figures = (usd for places in days for place in places for usd, _ in place.prices.values())
    stated = sum(usd is not None for usd in figures) + sum(skipped.rows for skipped in odd.values())
    if lost > limits.most_share * stated:
        raise FeedError("too_many_unread", str(lost))


def merge(parts: Iterable[ParsedDocuments]) -> ParsedDocuments:
    """The documents of several files of one feed, as if parsed together."""
    parts = list(parts)
    days: dict[tuple[date, Cloud], list[PlacePrices]] = {}
    odd: dict[str, SkippedRows] = {}
    doubtful: defaultdict[date, dict[SeriesKey, tuple[str, str]]] = defaultdict(dict)
    for part in parts:
        for key, prices in part.days.items():
            days.setdefault(key, []).extend(prices)
        for skipped in part.odd:
            before = odd.get(skipped.code)
            odd[skipped.code] = before.model_copy(update={"rows": before.rows + skipped.rows}) if before else skipped
        for day, said in part.doubtful.items():
            doubtful[day] |= said
    unread = frozenset[str]().union(*(part.unread for part in parts))
    return ParsedDocuments(days, _most_rows_first(odd.values()), doubtful, unread)


def _most_rows_first(odd: Iterable[SkippedRows]) -> tuple[SkippedRows, ...]:
    return tuple(sorted(odd, key=lambda skipped: -skipped.rows))


def _dated(
    feed: FeedDescription, documents: Iterable[BinaryIO], context: ParseContext
) -> Iterator[tuple[date, Iterable[Listed | RejectedRow]]]:
    """Rows with their day: the day they were observed, or their own date if the feed has dates."""
    if not feed.is_dated:
        yield context.seen_on, parser(feed.id)(documents, context)
        return
    from knowledge.feeds import recorded

    for day, rows in groupby(recorded.dated(documents, context), key=itemgetter(0)):
        yield day, map(itemgetter(1), rows)


def snapshot(
    feed: FeedDescription,
    cloud: Cloud,
    parsed: ParsedDocuments,
    history: History,
    day: date,
    *,
    is_partial: bool = False,
) -> FeedSnapshot:
    """The snapshot to store.

    A series whose row was unusable keeps its last price, since it is still listed; so does one whose rows give two
    prices equally often, and one whose type is named in a row that could not be told apart. A name is the same in
    capitals.
    """
    prices = parsed.days.get((day, cloud), [])
    doubtful = {_in_any_case(key): said for key, said in parsed.doubtful.get(day, {}).items()}
    unread = {cell.casefold() for cell in parsed.unread}
    unsure = {key.instance for key in doubtful} | unread
    kept: dict[SeriesKey, None] = {}
    if unsure:
        listed_at = {
            price.key: price.usd_per_hour
            for place in prices
            if place.instance.casefold() in unsure
            for price in place.observed()
        }
        kept = dict.fromkeys(
            latest.key
            for latest in history.latest(day, feed=feed.id, cloud=cloud)
            if (_in_any_case(latest.key) in doubtful and _is_other(latest, listed_at))
            or (latest.key.instance.casefold() in unread and latest.key not in listed_at)
        )
        prices = [place for place in (place.without(kept.keys()) for place in prices) if place.prices]
    doubts = [Doubt(key, *doubtful.get(_in_any_case(key), ("misshapen", ""))) for key in kept]
    if is_partial or feed.complete == "nothing":
        return FeedSnapshot(prices, False, doubts)
    if feed.complete == "region":
        return FeedSnapshot(prices, False, doubts, frozenset(place.region for place in prices))
    return FeedSnapshot(prices, True, doubts)


def _in_any_case(key: SeriesKey) -> SeriesKey:
    return key._replace(instance=key.instance.casefold())


def _is_other(latest: PriceInForce, listed_at: Mapping[SeriesKey, Decimal | None]) -> bool:
    """Whether the snapshot lists another price than the one in force, or none."""
    return latest.key not in listed_at or listed_at[latest.key] != latest.usd_per_hour is not None
