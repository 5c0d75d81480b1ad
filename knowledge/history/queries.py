"""Queries to the history of prices: what is in force on a day, and each price through time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from decimal import Decimal
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from knowledge.history import beliefs
from knowledge.history.accepted import IS_LOOK, accepted_looks
from knowledge.history.beliefs import SnapshotState
from knowledge.history.chips import chips_named
from knowledge.history.columns import Row
from knowledge.history.last_figures import ORDER, LastFigures, date_of, where_
from knowledge.history.latest_parts import COLUMNS
from knowledge.history.latest_rows import KEY, LatestRows
from knowledge.history.looks import is_last, pairs
from knowledge.history.overview import Overview, overview
from knowledge.history.read_only import open_read_only
from knowledge.history.tables import Scope, Sets, scope_columns
from knowledge.store.base.address import Location
from knowledge.store.base.backend import Session, one_state
from knowledge.types.base import Cloud, Purchase
from knowledge.types.observed import Point, Series, SeriesKey, to_usd


class PriceInForce(NamedTuple):
    """The price that one feed lists on a day: first seen on `seen_on`, last seen unchanged on `confirmed_on`.

    None is a series listed without a price. A delisted series has no price in force.
    """

    feed: str
    key: SeriesKey
    usd_per_hour: Decimal | None
    seen_on: date
    confirmed_on: date
    chips: float | None = None


class FetchAttempt(NamedTuple):
    """Attempts to read one address of a feed. Times are in seconds since 1970; None: never."""

    feed: str
    cloud: Cloud
    address: str
    tried: float
    succeeded: float | None
    failing_since: float | None  # the first failure after the last success
    because: str  # the code of the last failure; empty after a success
    etag: str
    modified: str


class NewestSnapshot(NamedTuple):
    """The newest snapshot of one feed and cloud."""

    feed: str
    cloud: Cloud
    seen_on: date
    rows: int
    digest: str
    complete: bool


HEAD = f"{ORDER}, s.id, s.chips"
_HEAD_COUNT = 10
FEW = 30  # types that are read one by one


MOVED_LATER = (  # series of which the last point is later than the day: their last one by then
    f" UNION ALL SELECT {HEAD}, s.spoken, p.day, p.usd FROM price_series s"  # noqa: S608 names are ours
    " JOIN price_points p ON p.series = s.id AND p.day ="
    " (SELECT max(day) FROM price_points WHERE series = s.id AND day <= :day)"
    " WHERE s.since > :day AND p.gone = :gone"
)


@contextmanager
def open_history(path: Location) -> Iterator[HistoryReader | None]:
    """The history of a store opened read-only; None if the file or its tables do not exist yet.

    Raises:
        DATABASE_ERRORS: the store exists and cannot be read.
    """
    with open_read_only(path, "price_looks") as db:
        yield None if db is None else HistoryReader(lambda: db)


class HistoryReader(LastFigures):
    """Reads only; each query sees one state of the file. `connection` gives the connection of this thread."""

    def __init__(self, connection: Callable[[], Session]) -> None:
        super().__init__(connection)
        self._rows = LatestRows()
        self._confirmed: tuple[int, _Confirmed] | None = None

    def version(self) -> int:
        """A number that grows with every snapshot that says something new; 0 without snapshots."""
        row = self._db.execute("SELECT max(version) FROM price_snapshots").fetchone()
        return row[0] or 0

    def states(self, day: date) -> tuple[SnapshotState, ...]:
        """The last snapshot of each cloud by `day`, with the version of everything up to it."""
        return beliefs.states(self._db, day)

    def kept_beliefs(self, state: SnapshotState, rules: str) -> str | None:
        """What `History.keep_beliefs` kept for that state."""
        return beliefs.kept(self._db, state, rules)

    def beliefs_before(self, state: SnapshotState, rules: str) -> tuple[date, str] | None:
        """What was kept for the last earlier day of which the history is still the same."""
        return beliefs.before(self._db, state, rules)

    def overview(self, cloud: Cloud) -> Overview:
        """What the last figures of a cloud say when they are put together."""
        return overview(self._db, cloud, self.version(), self.first_looks(cloud))

    def types(self) -> tuple[tuple[Cloud, str], ...]:
        """Every type that a feed ever listed, with its cloud."""
        rows = self._db.execute("SELECT DISTINCT cloud, instance FROM price_series WHERE scope = 'instance'")
        return tuple((cloud, instance) for cloud, instance in rows)

    def chips_named(self) -> dict[tuple[Cloud, str], str]:
        """What feeds call the chip of a type, by cloud and type."""
        return chips_named(self._db)

    def newest_snapshots(self) -> tuple[NewestSnapshot, ...]:
        """The newest snapshot of each feed and cloud."""
        newest = (
            "SELECT feed, cloud, day, rows, digest, complete FROM price_snapshots WHERE feed = ? AND cloud = ?"  # noqa: S608 names are ours
            f" AND {IS_LOOK} ORDER BY day DESC LIMIT 1"
        )
        found = (self._db.execute(newest, pair).fetchone() for pair in pairs(self._db))
        return tuple(NewestSnapshot(f, c, date_of(day), rows, d, bool(whole)) for f, c, day, rows, d, whole in found)

    def attempts(self) -> tuple[FetchAttempt, ...]:
        """The attempts for every feed and address."""
        return tuple(
            FetchAttempt(*row)
            for row in self._db.execute(
                f"SELECT {', '.join(FetchAttempt._fields)} FROM price_looks ORDER BY feed, cloud, address"  # noqa: S608 names are ours
            )
        )

    def latest(
        self,
        day: date,
        *,
        feed: str | None = None,
        cloud: Cloud | None = None,
        instances: Collection[str] | None = None,
        region: str | None = None,
        purchase: Purchase | None = None,
    ) -> Iterator[PriceInForce]:
        """The prices in force on `day`, sorted by feed and key, filtered by whatever is given."""
        number = day.toordinal()
        where, _ = where_(feed, cloud, None, region, purchase)
        with self._reading() as keeps:
            is_newest = is_last(self._db, number)
            confirmed = self._last_looks(number, keeps) if is_newest else _Confirmed(self._db, number)
            if is_newest and self._is_of_all(where, instances):
                known = self._rows.of(self._db, self.version(), keeps=keeps)
                return confirmed.prices(known.rows(instances))
            where, values = where_(feed, cloud, instances, region, purchase)
            later = "" if is_newest else MOVED_LATER + where
            rows = self._db.execute(
                f"SELECT {COLUMNS} FROM price_series s"  # noqa: S608 names are ours
                f" WHERE s.since <= :day AND s.gone = :gone{where}{later}",
                values | {"day": number, "gone": 0},
            ).fetchall()
            return iter(list(confirmed.prices(sorted(rows))))

    def unlisted(self, day: date, instances: Collection[str]) -> list[PriceInForce]:
        """What was listed of these types and is not on `day`: without a price, confirmed by the last look at it."""
        where, values = where_(None, None, instances, None, None)
        with self._reading():
            rows = self._db.execute(
                f"SELECT {COLUMNS} FROM price_series s"  # noqa: S608 names are ours
                f" WHERE s.since <= :day AND s.gone = :gone{where}{MOVED_LATER}{where}",
                values | {"day": day.toordinal(), "gone": 1},
            ).fetchall()
            return list(_Confirmed(self._db, day.toordinal()).prices(rows))

    def _last_looks(self, day: int, keeps: bool) -> _Confirmed:
        """Those by `day`, after which there is none: the same until there is another version."""
        version = self.version()
        if self._confirmed is None or self._confirmed[0] != version:
            confirmed = _Confirmed(self._db, day)
            if not keeps:
                return confirmed
            self._confirmed = version, confirmed
        return self._confirmed[1]

    def _is_of_all(self, where: str, instances: Collection[str] | None) -> bool:
        """Whether the answer is found among all prices, rather than by the index of a type."""
        return not where and (instances is None or (len(instances) > FEW and self._rows.are_at_hand(self._db)))

    def series(
        self,
        *,
        feed: str | None = None,
        cloud: Cloud | None = None,
        instance: str | None = None,
        instances: Collection[str] | None = None,
        region: str | None = None,
        purchase: Purchase | None = None,
        since: date | None = None,
        numbers: Collection[int] | None = None,
        is_spot: bool | None = None,
        moved_after: date | None = None,
    ) -> Iterator[Series]:
        """Each price through time, sorted by feed and key.

        `instances`: any of these. With `since`, from that day on, including the point in force before it. `numbers`:
        those of `last_figures`. `is_spot` False: every other way of buying. With `moved_after`, only prices that
        changed later than that.
        """
        where, values = where_(feed, cloud, instances if instance is None else (instance,), region, purchase)
        if numbers is not None and not numbers:
            return
        if numbers is not None:
            where += f" AND s.id IN ({', '.join(str(int(number)) for number in numbers)})"
        if is_spot is not None:
            where += f" AND s.purchase {'=' if is_spot else '<>'} 'spot'"
        if moved_after is not None:
            where += " AND s.since > :moved_after"
            values["moved_after"] = moved_after.toordinal()
        if since is not None:
            where += (
                " AND p.day >= coalesce((SELECT max(day) FROM price_points WHERE series = s.id AND day <= :since), 0)"
            )
            values["since"] = since.toordinal()
        with self._reading():
            looked, accepted = _Looked(self._db), accepted_looks(self._db)
            rows = self._db.execute(
                f"SELECT {HEAD}, p.day, p.usd, p.gone FROM price_series s"  # noqa: S608 names are ours
                f" JOIN price_points p ON p.series = s.id WHERE 1 = 1{where} ORDER BY s.id, p.day",
                values,
            ).fetchall()
        rows.sort(key=itemgetter(slice(8)))  # here, as tables are not kept in that order
        for head, group in groupby(rows, key=itemgetter(slice(_HEAD_COUNT))):
            points = tuple(Point(date.fromordinal(row[-3]), to_usd(row[-2]), is_gone=bool(row[-1])) for row in group)
            name, *key, number, chips = head
            days = looked.days(number, name, key[0], key[2])
            yield Series(name, SeriesKey(*key), points, days, chips, accepted.get((name, key[0]), ()))

    @contextmanager
    def _reading(self) -> Iterator[bool]:
        with one_state(self._db) as is_of_all:
            yield is_of_all


class _Confirmed:
    """The last day up to `day` whose snapshot covers a series."""

    def __init__(self, db: Session, day: int) -> None:
        self._db, self._day, self._columns, self._sets = db, day, scope_columns(db), Sets()
        self.whole: dict[tuple[str, str], int] = {}
        self.doubted: dict[int, int] = {}  # series in doubt in the last complete snapshot
        for feed, cloud in pairs(db):
            row = db.execute(
                f"SELECT day, {self._columns} FROM price_snapshots"  # noqa: S608 names are ours
                " WHERE feed = ? AND cloud = ? AND complete = 1 AND day <= ? ORDER BY day DESC LIMIT 1",
                (feed, cloud, day),
            ).fetchone()
            if row is None:
                continue
            last, *columns = row
            self.whole[feed, cloud] = last
            if doubted := self._sets[Scope(*columns).unsaid]:
                self.doubted |= self._before(feed, cloud, last, doubted)
        self._parts: dict[tuple[str, str], list[tuple[int, Scope]]] = {}

    def _before(self, feed: str, cloud: str, day: int, doubted: frozenset[int]) -> dict[int, int]:
        """For each, the day of the last complete snapshot before `day` that covers it."""
        covered_on: dict[int, int] = {}
        for earlier, *columns in self._db.execute(
            f"SELECT day, {self._columns} FROM price_snapshots"  # noqa: S608 names are ours
            " WHERE feed = ? AND cloud = ? AND complete = 1 AND day < ? ORDER BY day DESC",
            (feed, cloud, day),
        ):
            covered = doubted - self._sets[Scope(*columns).unsaid]
            covered_on |= dict.fromkeys(covered, earlier)
            doubted -= covered
            if not doubted:
                break
        return covered_on | dict.fromkeys(doubted, 0)

    def prices(self, rows: Iterable[Row]) -> Iterator[PriceInForce]:
        """The prices in rows of `COLUMNS`."""
        new = tuple.__new__  # without a call in Python for each of thousands
        for row in rows:
            name, cloud, _, region, _, _, _, _, series, chips, spoken, since, usd = row
            if spoken is None and series not in self.doubted:
                last = self.whole.get((name, cloud), since)
                last = last if last > since else since
            else:
                last = self.last(series, name, cloud, region, spoken, since)
            key = new(SeriesKey, row[KEY])
            yield new(PriceInForce, (name, key, to_usd(usd), date_of(since), date_of(last), chips))

    def last(self, series: int, feed: str, cloud: str, region: str, spoken: int | None, since: int) -> int:
        whole = self.whole.get((feed, cloud), 0)
        if series in self.doubted:
            whole = self.doubted[series]
        part = spoken or 0
        if part > self._day:
            part = self._in_part(series, feed, cloud, region)
        return max(since, whole, part)

    def _in_part(self, series: int, feed: str, cloud: str, region: str) -> int:
        if (feed, cloud) not in self._parts:
            rows = self._db.execute(
                f"SELECT day, {self._columns} FROM price_snapshots"  # noqa: S608 names are ours
                " WHERE feed = ? AND cloud = ? AND complete = 0 AND day <= ? ORDER BY day DESC",
                (feed, cloud, self._day),
            )
            self._parts[feed, cloud] = [(day, Scope(*columns)) for day, *columns in rows]
        parts = self._parts[feed, cloud]
        return next((day for day, scope in parts if scope.covers(series, region, self._sets)), 0)


class _Looked:
    """The days on which a feed was read, and those whose snapshot covers a series."""

    def __init__(self, db: Session) -> None:
        self._scopes: dict[tuple[str, str], list[tuple[date, Scope]]] = {}
        self._all: dict[tuple[str, str], tuple[date, ...] | None] = {}
        self._doubted: dict[tuple[str, str], frozenset[int]] = {}
        self._sets = Sets()
        for feed, cloud, day, *columns in db.execute(
            f"SELECT feed, cloud, day, {scope_columns(db)} FROM price_snapshots WHERE {IS_LOOK}"  # noqa: S608 names are ours
            " ORDER BY feed, cloud, day"
        ):
            self._scopes.setdefault((feed, cloud), []).append((date.fromordinal(day), Scope(*columns)))
        for feed_and_cloud, entries in self._scopes.items():
            is_whole = all(scope.complete for _, scope in entries)
            self._all[feed_and_cloud] = tuple(day for day, _ in entries) if is_whole else None
            unsaid = {scope.unsaid for _, scope in entries}
            self._doubted[feed_and_cloud] = frozenset().union(*(self._sets[packed] for packed in unsaid))

    def days(self, series: int, feed: str, cloud: str, region: str) -> tuple[date, ...]:
        shared = self._all[feed, cloud]
        if shared is not None and series not in self._doubted[feed, cloud]:
            return shared
        return tuple(day for day, scope in self._scopes[feed, cloud] if scope.covers(series, region, self._sets))
