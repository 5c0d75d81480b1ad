"""Documents of a feed turned into prices: all of one snapshot, with what was odd in it, before any of it is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import BinaryIO, NamedTuple

from knowledge.facts import Fact
from knowledge.feeds.registry import parser
from knowledge.history.doubts import Doubt
from knowledge.history.history import History
from knowledge.types.base import Cloud
from knowledge.types.feeds import FeedDescription
from knowledge.types.observed import Observed, ParseContext, RejectedRow, SeriesKey


class Odd(Fact):
    """Rows that were left out for one reason; `row` and `value` are of the first of them."""

    code: str
    rows: int
    row: str
    value: str = ""


class Read(NamedTuple):
    """What the documents hold, by day and cloud. `doubtful` are things whose rows said nothing that could be taken,
    each with the code of why and what stood there."""

    days: dict[tuple[date, Cloud], list[Observed]]
    odd: tuple[Odd, ...]
    doubtful: dict[SeriesKey, tuple[str, str]]


class FeedSnapshot(NamedTuple):
    """What one cloud of a feed is taken to say. What is absent is delisted: of `is_whole` all, else in `regions`.

    Of `doubts` nothing is said: what stood goes on standing, and is not confirmed.
    """

    prices: list[Observed]
    is_whole: bool
    doubts: list[Doubt]
    regions: frozenset[str] = frozenset()

    @property
    def delists(self) -> bool:
        """Whether something absent from it counts as delisted."""
        return self.is_whole or bool(self.regions)


def read(feed: FeedDescription, documents: Iterable[BinaryIO], context: ParseContext) -> Read:
    """Raises FeedError: a document is not of this feed's format."""
    days: dict[tuple[date, Cloud], list[Observed]] = {}
    odd: dict[str, Odd] = {}
    doubtful: dict[SeriesKey, tuple[str, str]] = {}
    for day, each in _dated(feed, documents, context):
        if isinstance(each, Observed):
            days.setdefault((day, each.key.cloud), []).append(each)
            continue
        before = odd.get(each.code)
        rows = before.rows + 1 if before else 1
        first = before or Odd(code=each.code, rows=1, row=each.row, value=each.value)
        odd[each.code] = first.model_copy(update={"rows": rows})
        if each.key is not None:
            doubtful[each.key] = each.code, each.value
    return Read(days, _frequent(odd.values()), doubtful)


def joined(parts: Iterable[Read]) -> Read:
    """Several readings of one feed as one."""
    days: dict[tuple[date, Cloud], list[Observed]] = {}
    odd: dict[str, Odd] = {}
    doubtful: dict[SeriesKey, tuple[str, str]] = {}
    for part in parts:
        for key, prices in part.days.items():
            days.setdefault(key, []).extend(prices)
        for each in part.odd:
            before = odd.get(each.code)
            odd[each.code] = before.model_copy(update={"rows": before.rows + each.rows}) if before else each
        doubtful |= part.doubtful
    return Read(days, _frequent(odd.values()), doubtful)


def _frequent(odd: Iterable[Odd]) -> tuple[Odd, ...]:
    return tuple(sorted(odd, key=lambda each: -each.rows))


def _dated(
    feed: FeedDescription, documents: Iterable[BinaryIO], context: ParseContext
) -> Iterator[tuple[date, Observed | RejectedRow]]:
    """Each with its day: that of the look, or its own where the rows are dated."""
    if feed.is_dated:
        from knowledge.feeds import recorded

        yield from recorded.dated(documents, context)
    else:
        for each in parser(feed.id)(documents, context):
            yield context.seen_on, each


def snapshot(
    feed: FeedDescription, cloud: Cloud, got: Read, history: History, day: date, *, in_part: bool = False
) -> FeedSnapshot:
    """What is taken. A price whose row was odd stays as it stands, since the thing is still listed; so does one of
    which the rows name two figures equally often."""
    prices = got.days.get((day, cloud), [])
    standing = list(history.latest(day, feed=feed.id, cloud=cloud))
    figures = {each.key: each.usd_per_hour for each in prices}
    kept = [
        each
        for each in standing
        if each.key in got.doubtful
        and (each.key not in figures or figures[each.key] != each.usd_per_hour is not None)
    ]
    dropped = {each.key for each in kept}
    prices = [each for each in prices if each.key not in dropped]
    seen = {each.key for each in prices}
    doubts = [Doubt(each.key, *got.doubtful[each.key]) for each in kept]
    if in_part or feed.complete == "nothing":
        return FeedSnapshot(prices, False, doubts)
    if feed.complete == "region":
        return FeedSnapshot(prices, False, doubts, frozenset(key.region for key in seen))
    return FeedSnapshot(prices, True, doubts)
