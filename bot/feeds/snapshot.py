"""Parses the documents of a feed into one snapshot of prices, and counts the rows it skips."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from itertools import groupby
from operator import itemgetter
from typing import Any, BinaryIO, NamedTuple, cast

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

WHOLE_ROW = "misshapen"  # the code of a row of which no cell is known


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
    `unread_share`: how much of what they state cannot be read.
    """

    days: dict[tuple[date, Cloud], list[PlacePrices]]
    odd: tuple[SkippedRows, ...]
    doubtful: dict[date, dict[SeriesKey, tuple[str, str]]]
    unread: frozenset[str] = frozenset()
    unread_share: float = 0.0

    @property
    def is_much_unread(self) -> bool:
        """Whether it is so much that it is told."""
        return self.unread_share > rules().unread.told_share


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
    counted = [CountedLines(document) for document in documents]
    for day, rows in _dated(feed, cast("list[BinaryIO]", counted), context):
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
    share = _unread_share(days.values(), odd, sum(document.rows for document in counted))
    if days and not any(usd is not None for places in days.values() for p in places for usd, _ in p.prices.values()):
        raise FeedError("no_prices")
    return ParsedDocuments(dict(days), _most_rows_first(odd.values()), doubtful, frozenset(unread), share)


class CountedLines:
    """A document that counts the rows below its header as it is read."""

    def __init__(self, document: BinaryIO) -> None:
        self._document, self._lines, self._last = document, 0, b"\n"

    def read(self, size: int = -1) -> bytes:
        part = self._document.read(size)
        self._lines += part.count(b"\n")
        self._last = part[-1:] or self._last
        return part

    def __getattr__(self, name: str) -> Any:
        return getattr(self._document, name)

    @property
    def rows(self) -> int:
        return max(self._lines + (self._last != b"\n") - 1, 0)


def _unread_share(days: Iterable[list[PlacePrices]], odd: Mapping[str, SkippedRows], rows: int) -> float:
    """How much of what it states cannot be read: a whole row among the rows, which may have several prices each, and
    a price among the prices. An empty cell states nothing; a few rows are no share.

    Raises:
        FeedError: it is too much.
    """
    limits = rules().unread
    lost = {code: odd[code].rows for code in limits.codes if code in odd}
    if sum(lost.values()) < limits.least_rows:
        return 0.0
    whole = lost.pop(WHOLE_ROW, 0)
    figures = (usd for places in days for place in places for usd, _ in place.prices.values())
    others = sum(skipped.rows for code, skipped in odd.items() if code != WHOLE_ROW)
    stated = sum(usd is not None for usd in figures) + others
    share = whole / max(rows, whole, 1) + sum(lost.values()) / max(stated, 1)
    if share > limits.most_share:
        raise FeedError("too_many_unread", str(whole + sum(lost.values())))
    return share


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
    share = max((part.unread_share for part in parts), default=0.0)
    return ParsedDocuments(days, _most_rows_first(odd.values()), doubtful, unread, share)


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
