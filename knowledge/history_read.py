"""What feeds saw, asked of the file: what holds on a day, and each price through time."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from datetime import date
from decimal import Decimal
from functools import cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from knowledge.base import Cloud, Purchase
from knowledge.history_tables import to_usd, unpack
from knowledge.observed import Point, Series, SeriesKey


class Standing(NamedTuple):
    """What one feed says on a day: the price since `seen_on`, last seen unchanged on `confirmed_on`.

    None is a thing that is listed without a price. What is not listed any more has no standing.
    """

    feed: str
    key: SeriesKey
    usd_per_hour: Decimal | None
    seen_on: date
    confirmed_on: date
    chips: float | None = None


class Look(NamedTuple):
    """The tries to read one address of a feed. Times are seconds since 1970; None: never."""

    feed: str
    cloud: Cloud
    address: str
    tried: float
    succeeded: float | None
    failing_since: float | None  # the first failure since it last succeeded
    because: str  # the code of the last failure; empty while it succeeds
    etag: str
    modified: str


class Taking(NamedTuple):
    """The newest snapshot of one feed and cloud."""

    feed: str
    cloud: Cloud
    seen_on: date
    rows: int
    digest: str
    complete: bool


_ORDER = "s.feed, s.cloud, s.instance, s.region, s.purchase, s.zone, s.terms, s.scope"
_COLUMNS = f"s.id, {_ORDER}, s.chips"
_COLUMN_COUNT = 10
_NAME = itemgetter(0, 1)  # feed and key
_date = cache(date.fromordinal)
BUSY_SECONDS = 10.0


@contextmanager
def past_in(path: Path) -> Iterator[Past | None]:
    """The history in a file that is only read: None where there is no file, or no such table in it yet.

    Raises:
        sqlite3.Error: the file is there and cannot be read.
    """
    if not path.exists():
        yield None
        return
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)) as db:
        table = db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'price_looks'").fetchone()
        yield Past(db) if table else None


class Past:
    """Reading only. The connection is whoever asks; each question is answered from one state of the file."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def version(self) -> int:
        """A number that grows with every snapshot that says anything new; 0 while there is none."""
        row = self._db.execute("SELECT max(version) FROM price_snapshots").fetchone()
        return row[0] or 0

    def takings(self) -> tuple[Taking, ...]:
        """The newest snapshot of each feed and cloud."""
        rows = self._db.execute(
            "SELECT feed, cloud, max(day), rows, digest, complete FROM price_snapshots GROUP BY feed, cloud"
            " ORDER BY feed, cloud"
        )
        return tuple(Taking(f, c, date.fromordinal(day), rows, d, bool(whole)) for f, c, day, rows, d, whole in rows)

    def looks(self) -> tuple[Look, ...]:
        """The tries of every feed and address."""
        return tuple(
            Look(*row) for row in self._db.execute("SELECT * FROM price_looks ORDER BY feed, cloud, address")
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
    ) -> Iterator[Standing]:
        """What holds on `day`, in the order of feed and key; narrowed by whatever is said."""
        number = day.toordinal()
        where, values = _where(feed, cloud, instances, region, purchase)
        found: list[Standing] = []
        with self._reading():
            confirmed = _Confirmed(self._db, number)
            rows = self._db.execute(
                f"SELECT {_COLUMNS}, s.spoken, s.since, s.usd FROM price_series s"  # noqa: S608 names are ours
                f" WHERE s.since <= :day AND s.gone = 0{where}"
                f" UNION ALL SELECT {_COLUMNS}, s.spoken, p.day, p.usd FROM price_series s"
                " JOIN price_points p ON p.series = s.id AND p.day ="
                " (SELECT max(day) FROM price_points WHERE series = s.id AND day <= :day)"
                f" WHERE s.since > :day AND p.gone = 0{where}",
                values | {"day": number},
            )
            for series, name, *key, chips, spoken, since, usd in rows:  # one by one: a day may be of many thousands
                last = confirmed.last(series, name, key[0], spoken, since)
                found.append(Standing(name, SeriesKey(*key), to_usd(usd), _date(since), _date(last), chips))
        found.sort(key=_NAME)
        return iter(found)

    def series(
        self,
        *,
        feed: str | None = None,
        cloud: Cloud | None = None,
        instance: str | None = None,
        region: str | None = None,
        purchase: Purchase | None = None,
        since: date | None = None,
    ) -> Iterator[Series]:
        """Each price through time, in the order of feed and key.

        With `since`, from that day on, with the point in force before it.
        """
        where, values = _where(feed, cloud, None if instance is None else (instance,), region, purchase)
        if since is not None:
            where += (
                " AND p.day >= coalesce((SELECT max(day) FROM price_points WHERE series = s.id AND day <= :since), 0)"
            )
            values["since"] = since.toordinal()
        with self._reading():
            looked = _Looked(self._db)
            rows = self._db.execute(
                f"SELECT {_COLUMNS}, p.day, p.usd, p.gone FROM price_series s JOIN price_points p ON p.series = s.id"  # noqa: S608 names are ours
                f" WHERE 1{where} ORDER BY {_ORDER}, p.day",
                values,
            ).fetchall()
        for head, held in groupby(rows, key=lambda row: row[:_COLUMN_COUNT]):
            points = tuple(Point(date.fromordinal(row[-3]), to_usd(row[-2]), is_gone=bool(row[-1])) for row in held)
            number, name, *key, chips = head
            yield Series(name, SeriesKey(*key), points, looked.days(number, name, key[0]), chips)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Several statements see one state of the file, also while another process writes."""
        if self._db.in_transaction:
            yield
            return
        self._db.execute("BEGIN")
        try:
            yield
        finally:
            self._db.rollback()


class _Confirmed:
    """The last day up to `day` on which a series was spoken of."""

    def __init__(self, db: sqlite3.Connection, day: int) -> None:
        self._db, self._day = db, day
        self._whole: dict[tuple[str, str], int] = {
            (feed, cloud): last
            for feed, cloud, last in db.execute(
                "SELECT feed, cloud, max(day) FROM price_snapshots WHERE complete = 1 AND day <= ?"
                " GROUP BY feed, cloud",
                (day,),
            )
        }
        self._parts: dict[tuple[str, str], dict[int, int]] = {}

    def last(self, series: int, feed: str, cloud: str, spoken: int | None, since: int) -> int:
        whole = self._whole.get((feed, cloud), 0)
        part = spoken or 0
        if part > self._day:
            if (feed, cloud) not in self._parts:
                self._parts[feed, cloud] = self._in_parts(feed, cloud, whole)
            part = self._parts[feed, cloud].get(series, 0)
        return max(since, whole, part)

    def _in_parts(self, feed: str, cloud: str, after: int) -> dict[int, int]:
        rows = self._db.execute(
            "SELECT day, covered FROM price_snapshots WHERE feed = ? AND cloud = ? AND complete = 0"
            " AND day BETWEEN ? AND ? ORDER BY day",
            (feed, cloud, after, self._day),
        )
        found: dict[int, int] = {}
        for day, covered in rows:
            found.update(dict.fromkeys(unpack(covered), day))
        return found


class _Looked:
    """The days on which a feed was read, and of them those on which it spoke of a series."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._held: dict[tuple[str, str], list[tuple[date, frozenset[int] | None]]] = {}
        self._all: dict[tuple[str, str], tuple[date, ...] | None] = {}
        sets: dict[bytes, frozenset[int]] = {}
        for feed, cloud, day, covered in db.execute(
            "SELECT feed, cloud, day, covered FROM price_snapshots ORDER BY feed, cloud, day"
        ):
            if covered is not None and covered not in sets:
                sets[covered] = unpack(covered)
            entry = (date.fromordinal(day), None if covered is None else sets[covered])
            self._held.setdefault((feed, cloud), []).append(entry)
        for whose, entries in self._held.items():
            is_whole = all(covered is None for _, covered in entries)
            self._all[whose] = tuple(day for day, _ in entries) if is_whole else None

    def days(self, series: int, feed: str, cloud: str) -> tuple[date, ...]:
        shared = self._all[feed, cloud]
        if shared is not None:
            return shared
        return tuple(day for day, covered in self._held[feed, cloud] if covered is None or series in covered)


def _where(
    feed: str | None,
    cloud: Cloud | None,
    instances: Collection[str] | None,
    region: str | None,
    purchase: Purchase | None,
) -> tuple[str, dict[str, object]]:
    values: dict[str, object] = {"feed": feed, "cloud": cloud, "region": region, "purchase": purchase}
    values = {name: value for name, value in values.items() if value is not None}
    where = "".join(f" AND s.{name} = :{name}" for name in values)
    if instances is not None:
        names = {f"instance_{place}": name for place, name in enumerate(sorted(set(instances)))}
        where += f" AND s.instance IN ({', '.join(f':{name}' for name in names)})"
        values |= names
    return where, values
