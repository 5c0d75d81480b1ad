"""Prices that feeds listed, day by day. Only changes are stored: an unchanged price costs no row.

Days may arrive in any order and more than once. The result depends on what the snapshots say, not on their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from knowledge.history import accepted, beliefs
from knowledge.history.beliefs import SnapshotState
from knowledge.history.chips import note_chips
from knowledge.history.doubts import Doubt, DoubtfulPrice, doubts_of, note_doubts, repeat_doubts
from knowledge.history.merge import Key, Snapshot, merge
from knowledge.history.queries import FetchAttempt, HistoryReader, NewestSnapshot, PriceInForce
from knowledge.history.tables import (
    Scope,
    Sets,
    add_series_changed,
    add_snapshot_regions,
    create_price_history,
    keep_pages,
    key_price_series,
    place_local_zones,
)
from knowledge.types.base import Cloud
from knowledge.types.observed import FeedError, Figure, PlacePrices, to_usd

if TYPE_CHECKING:
    from knowledge.store.base.backend import Session, Statements

__all__ = [
    "FetchAttempt",
    "History",
    "HistoryReader",
    "NewestSnapshot",
    "PriceInForce",
    "SnapshotCounts",
    "add_series_changed",
    "add_snapshot_regions",
    "create_price_history",
    "key_price_series",
    "place_local_zones",
]


class SnapshotCounts(NamedTuple):
    """How many prices of a snapshot were new, changed, gone or unchanged; `rows` is how many it listed.

    `blank`: how many of those that changed had a price and are listed without one.
    """

    rows: int
    new: int
    changed: int
    gone: int
    unchanged: int
    blank: int = 0


class History(HistoryReader):
    """Observed prices. `connection` gives the connection of this thread, `writing` begins a transaction."""

    def __init__(
        self, connection: Callable[[], Session], writing: Callable[[], AbstractContextManager[Statements]]
    ) -> None:
        super().__init__(connection)
        self._writing = writing

    def take(
        self,
        feed: str,
        cloud: Cloud,
        seen_on: date,
        prices: Iterable[PlacePrices],
        *,
        complete: bool = True,
        digest: str = "",
        doubts: Iterable[Doubt] = (),
        regions: Iterable[str] = (),
    ) -> SnapshotCounts:
        """Stores one snapshot in one transaction, with the rows in it that could not be a price.

        After a complete snapshot, every series of this feed and cloud that it does not list is gone. A partial one
        says that for `regions` alone, and otherwise adds to its day. A series in doubt keeps its price, which is not
        confirmed. The same day again replaces what was stored for it. Of two prices for one key the lower counts,
        whatever their order, and a price counts before none.

        Raises:
            FeedError: it lists nothing. That a cloud has stopped selling everything is not believed.
        """
        listed = list(prices)
        rows = _by_key(cloud, listed)  # before the transaction, so that a long document does not block other writers
        if not rows:
            raise FeedError("empty")
        in_doubt = list(doubts)
        keys = frozenset(doubt.key[1:] for doubt in in_doubt)
        keep_pages(self._db)
        with self._writing():
            note_chips(self._db, feed, cloud, {place.instance: place.chip for place in listed if place.chip})
            note_doubts(self._db, feed, cloud, seen_on, in_doubt, listed=None if complete else rows.keys())
            day = seen_on.toordinal()
            return _counts(self._db, Snapshot(feed, cloud, day, complete, digest, rows, keys, frozenset(regions)))

    def doubts(self, since: date, until: date) -> Iterator[DoubtfulPrice]:
        """What feeds listed that could not be a price, if that began after `since`."""
        return doubts_of(self._db, since, until)

    def together(self) -> AbstractContextManager[Statements]:
        """What is stored within it is stored as a whole, or not at all."""
        return self._writing()

    def keep_beliefs(self, state: SnapshotState, rules: str, body: str) -> None:
        """Keeps what is doubted in that state, so that a question need not work it out again."""
        with self._writing():
            beliefs.keep(self._db, state, rules, body)

    def confirm(self, feed: str, cloud: Cloud, seen_on: date) -> SnapshotCounts | None:
        """The feed has nothing newer than its last snapshot, so that one is valid on `seen_on` too.

        None if there is no snapshot to confirm.
        """
        with self._writing():
            day = seen_on.toordinal()
            row = self._db.execute(
                "SELECT day, digest, complete, covered, regions, unsaid FROM price_snapshots"  # noqa: S608 names are ours
                f" WHERE feed = ? AND cloud = ? AND day <= ? AND {accepted.IS_LOOK} ORDER BY day DESC LIMIT 1",
                (feed, cloud, day),
            ).fetchone()
            if row is None:
                return None
            last, digest, *columns = row
            scope, sets = Scope(*columns), Sets()
            rows: dict[Key, Figure] = {}
            in_doubt: set[tuple[str, ...]] = set()
            for number, usd, chips, *key in self._db.execute(
                "SELECT s.id, p.usd, s.chips, s.instance, s.region, s.purchase, s.zone, s.terms, s.scope"
                " FROM price_series s JOIN price_points p ON p.series = s.id AND p.day ="
                " (SELECT max(day) FROM price_points WHERE series = s.id AND day <= ?)"
                " WHERE s.feed = ? AND s.cloud = ? AND p.gone = 0",
                (day, feed, cloud),
            ):
                if scope.covers(number, key[1], sets):
                    rows[tuple(key)] = usd, chips
                elif number in sets[scope.unsaid]:
                    in_doubt.add(tuple(key))
            repeat_doubts(self._db, feed, cloud, last, day)
            again = Snapshot(
                feed, cloud, day, bool(scope.complete), digest, rows, frozenset(in_doubt), sets.regions(scope)
            )
            return _counts(self._db, again)

    def accept(self, feed: str, cloud: Cloud, day: date) -> None:
        """Notes that the look of that day is right, though the whole file moved by one factor."""
        with self._writing():
            accepted.accept(self._db, feed, cloud, day)

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
        """Records one attempt to read `address`; `because` is the code of a failure.

        Validators that are None keep their value. Record a success only after its snapshot was taken: if the process
        were killed in between, the next attempt would take the feed to be unchanged although its snapshot is missing.
        """
        row = {
            "feed": feed, "cloud": cloud, "address": address, "at": at, "ok": int(ok), "because": because,
            "etag": etag, "modified": modified,
        }  # fmt: skip
        with self._writing() as db:
            db.execute(
                "INSERT INTO price_looks"
                " (feed, cloud, address, tried, succeeded, failing_since, because, etag, modified)"
                " VALUES (:feed, :cloud, :address, :at, CASE WHEN :ok = 1 THEN :at END,"
                " CASE WHEN :ok = 0 THEN :at END, :because, coalesce(:etag, ''), coalesce(:modified, ''))"
                " ON CONFLICT (feed, cloud, address) DO UPDATE SET tried = :at, because = :because,"
                " succeeded = CASE WHEN :ok = 1 THEN :at ELSE price_looks.succeeded END,"
                " failing_since = CASE WHEN :ok = 0 THEN coalesce(price_looks.failing_since, :at) END,"
                " etag = coalesce(:etag, price_looks.etag), modified = coalesce(:modified, price_looks.modified)",
                row,
            )


def _by_key(cloud: Cloud, listed: Sequence[PlacePrices]) -> dict[Key, Figure]:
    if other := {place.cloud for place in listed} - {cloud}:
        raise ValueError(f"{min(other)} in a snapshot of {cloud}")
    places = [((place.instance, place.region), place.prices) for place in listed]
    found: dict[Key, Figure] = {place + rest: figure for place, prices in places for rest, figure in prices.items()}
    if len(found) < sum(len(prices) for _, prices in places):
        for place, prices in reversed(places):
            for rest, figure in prices.items():
                found[place + rest] = min(figure, found[place + rest], key=_rank)
    return found


def _rank(figure: Figure) -> tuple[bool, Decimal]:
    """Lower prices first, no price last."""
    usd = to_usd(figure[0])
    return usd is None, usd or Decimal(0)


def _counts(db: Session, snapshot: Snapshot) -> SnapshotCounts:
    counts = merge(db, snapshot).counts
    kinds = (counts[kind] for kind in SnapshotCounts._fields[1:])
    return SnapshotCounts(len(snapshot.prices), *kinds)
