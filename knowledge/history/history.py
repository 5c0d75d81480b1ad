"""What feeds saw, day by day, of which only changes are kept: an unchanged price costs no row.

Days may come in any order and more than once; what is held depends on what the snapshots say, not on when they came.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from knowledge.history.doubts import Doubt, DoubtfulPrice, doubts_of, note_doubts, repeat_doubts
from knowledge.history.merge import SeriesRow, Snapshot, merge
from knowledge.history.queries import FetchAttempt, HistoryReader, NewestSnapshot, PriceInForce
from knowledge.history.tables import Scope, Sets, add_snapshot_regions, create_price_history, to_text
from knowledge.types.base import Cloud
from knowledge.types.observed import FeedError, Observed

if TYPE_CHECKING:
    from sqlite_utils import Database

__all__ = [
    "FetchAttempt",
    "History",
    "HistoryReader",
    "NewestSnapshot",
    "PriceInForce",
    "SnapshotCounts",
    "add_snapshot_regions",
    "create_price_history",
]


class SnapshotCounts(NamedTuple):
    """What a snapshot said that was not known of its day: counts of prices. `rows` is all it held."""

    rows: int
    new: int
    changed: int
    gone: int
    unchanged: int


class History(HistoryReader):
    """Observed prices. `connection` gives the connection of this thread, `writing` begins a transaction."""

    def __init__(
        self, connection: Callable[[], sqlite3.Connection], writing: Callable[[], AbstractContextManager[Database]]
    ) -> None:
        super().__init__(connection)
        self._writing = writing

    def take(
        self,
        feed: str,
        cloud: Cloud,
        seen_on: date,
        prices: Iterable[Observed],
        *,
        complete: bool = True,
        digest: str = "",
        doubts: Iterable[Doubt] = (),
        regions: Iterable[str] = (),
    ) -> SnapshotCounts:
        """One snapshot, whole or not at all, with what in it could not be a price.

        A complete one says of every series of this feed and cloud that it lists no more that it is gone; one that
        is not complete says so of what is held in `regions`, and else adds to what is held of its day. Of what it
        doubts it says nothing: that price stands, and is not confirmed. The same day again replaces what it says
        otherwise. Of two prices for one key, the lower counts, whatever their order; a price counts before none.

        Raises:
            FeedError: nothing in it. That a cloud sells nothing any more is not believed.
        """
        found = _by_key(cloud, prices)  # before the transaction: reading a long document must not keep others waiting
        if not found:
            raise FeedError("empty")
        doubted = list(doubts)
        keys = frozenset(each.key[1:] for each in doubted)
        with self._writing():
            note_doubts(self._db, feed, cloud, seen_on, doubted, said=None if complete else found.keys())
            day = seen_on.toordinal()
            return _taken(self._db, Snapshot(feed, cloud, day, complete, digest, found, keys, frozenset(regions)))

    def doubts(self, since: date, until: date) -> Iterator[DoubtfulPrice]:
        """What feeds listed and could not be a price, where that began after `since`."""
        return doubts_of(self._db, since, until)

    def confirm(self, feed: str, cloud: Cloud, seen_on: date) -> SnapshotCounts | None:
        """The feed was asked, and has nothing newer than its last snapshot: that one holds on `seen_on` too.

        None where there is no snapshot to confirm.
        """
        with self._writing():
            day, whose = seen_on.toordinal(), (feed, cloud)
            held = self._db.execute(
                "SELECT day, digest, complete, covered, regions, unsaid FROM price_snapshots"
                " WHERE feed = ? AND cloud = ? AND day <= ? ORDER BY day DESC LIMIT 1",
                (*whose, day),
            ).fetchone()
            if held is None:
                return None
            last, digest, *columns = held
            scope, sets = Scope(*columns), Sets()
            found: dict[tuple[str, ...], SeriesRow] = {}
            doubted: set[tuple[str, ...]] = set()
            for number, usd, chips, *key in self._db.execute(
                "SELECT s.id, p.usd, s.chips, s.instance, s.region, s.purchase, s.zone, s.terms, s.scope"
                " FROM price_series s JOIN price_points p ON p.series = s.id AND p.day ="
                " (SELECT max(day) FROM price_points WHERE series = s.id AND day <= ?)"
                " WHERE s.feed = ? AND s.cloud = ? AND p.gone = 0",
                (day, *whose),
            ):
                if scope.speaks_of(number, key[1], sets):
                    found[tuple(key)] = SeriesRow(usd, chips)
                elif number in sets[scope.unsaid]:
                    doubted.add(tuple(key))
            repeat_doubts(self._db, feed, cloud, last, day)
            again = Snapshot(
                feed, cloud, day, bool(scope.complete), digest, found, frozenset(doubted), sets.regions(scope)
            )
            return _taken(self._db, again)

    def note_attempt(
        self,
        feed: str,
        cloud: Cloud,
        at: float,
        ok: bool,
        because: str = "",
        *,
        address: str = "",
        etag: str | None = None,
        modified: str | None = None,
    ) -> None:
        """Notes one try to read `address`; `because` is the code of a failure.

        Validators that are None stay as they were. Note a success after its snapshot was taken: a validator that
        was noted first, and a process killed in between, would have the next look believe it holds what it does not.
        """
        row = {
            "feed": feed, "cloud": cloud, "address": address, "at": at, "ok": int(ok), "because": because,
            "etag": etag, "modified": modified,
        }  # fmt: skip
        with self._writing() as db:
            db.execute(
                "INSERT INTO price_looks"
                " (feed, cloud, address, tried, succeeded, failing_since, because, etag, modified)"
                " VALUES (:feed, :cloud, :address, :at, iif(:ok, :at, NULL), iif(:ok, NULL, :at), :because,"
                " coalesce(:etag, ''), coalesce(:modified, ''))"
                " ON CONFLICT (feed, cloud, address) DO UPDATE SET tried = :at, because = :because,"
                " succeeded = iif(:ok, :at, succeeded), failing_since = iif(:ok, NULL, coalesce(failing_since, :at)),"
                " etag = coalesce(:etag, etag), modified = coalesce(:modified, modified)",
                row,
            )


def _by_key(cloud: Cloud, prices: Iterable[Observed]) -> dict[tuple[str, ...], SeriesRow]:
    found: dict[tuple[str, ...], tuple[Observed, SeriesRow]] = {}
    for price in prices:
        if price.key.cloud != cloud:
            raise ValueError(f"{price.key.cloud} in a snapshot of {cloud}")
        key = price.key[1:]
        other = found.get(key)
        if other is None or _rank(price) < _rank(other[0]):
            found[key] = price, SeriesRow(to_text(price.usd_per_hour), price.chips)
    return {key: row for key, (_, row) in found.items()}


def _rank(price: Observed) -> tuple[bool, object]:
    return price.usd_per_hour is None, price.usd_per_hour or 0


def _taken(db: sqlite3.Connection, snapshot: Snapshot) -> SnapshotCounts:
    counts = merge(db, snapshot).counts
    return SnapshotCounts(len(snapshot.prices), counts["new"], counts["changed"], counts["gone"], counts["unchanged"])
