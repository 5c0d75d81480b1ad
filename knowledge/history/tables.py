"""The tables of observed prices, and how values are stored in them.

A price is text, so that it is exact. A day is a number (`date.toordinal`), so that ten million of them stay small.
Which series a snapshot covers is stored as packed lists, not as one row for each.
"""

from __future__ import annotations

import json
import re
import sqlite3
import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, chain, islice, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from knowledge.types.aws_places import aws_place, is_apart

if TYPE_CHECKING:
    from knowledge.store.base.backend import Session, Statements

State = tuple[str | None, int]  # the price as text, and whether the series is delisted
GONE: State = (None, 1)

CACHE_KIB = 16_384
PLAIN = re.compile("[a-z0-9_-]*", re.ASCII)  # may stand in a statement as it is
PARAMETERS = 180  # of one statement: more take longer to prepare than they save
KEY = ("instance", "region", "purchase", "zone", "terms", "scope")
SERIES_KEY = f"CREATE UNIQUE INDEX price_series_key ON price_series ({', '.join(KEY)}, feed, cloud)"


def create_price_history(db: Statements) -> None:
    """`price_series` repeats its last point, so that the prices of today can be read without the points."""
    db.execute(
        "CREATE TABLE price_snapshots (id INTEGER PRIMARY KEY, feed TEXT NOT NULL, cloud TEXT NOT NULL,"
        " day INTEGER NOT NULL, complete INTEGER NOT NULL, covered BLOB, rows INTEGER NOT NULL,"
        " digest TEXT NOT NULL, version INTEGER NOT NULL, UNIQUE (feed, cloud, day)) STRICT"
    )
    db.execute("CREATE INDEX price_snapshots_version ON price_snapshots (version)")
    db.execute(
        "CREATE TABLE price_series (id INTEGER PRIMARY KEY, feed TEXT NOT NULL, cloud TEXT NOT NULL,"
        " instance TEXT NOT NULL, region TEXT NOT NULL, purchase TEXT NOT NULL, zone TEXT NOT NULL,"
        " terms TEXT NOT NULL, scope TEXT NOT NULL, chips REAL, since INTEGER, usd TEXT,"
        " gone INTEGER NOT NULL DEFAULT 0, spoken INTEGER,"
        " UNIQUE (feed, cloud, instance, region, purchase, zone, terms, scope)) STRICT"
    )
    db.execute("CREATE INDEX price_series_of ON price_series (instance, region, purchase)")
    db.execute("CREATE INDEX price_series_in ON price_series (region, purchase)")
    db.execute(
        "CREATE TABLE price_points (series INTEGER NOT NULL, day INTEGER NOT NULL, usd TEXT,"
        " gone INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (series, day)) STRICT, WITHOUT ROWID"
    )
    db.execute(
        "CREATE TABLE price_looks (feed TEXT NOT NULL, cloud TEXT NOT NULL, address TEXT NOT NULL,"
        " tried REAL NOT NULL, succeeded REAL, failing_since REAL, because TEXT NOT NULL, etag TEXT NOT NULL,"
        " modified TEXT NOT NULL, PRIMARY KEY (feed, cloud, address)) STRICT"
    )


def add_snapshot_regions(db: Statements) -> None:
    """`regions`: those a partial snapshot covers completely, as JSON. `unsaid`: the series in doubt, packed."""
    db.execute("ALTER TABLE price_snapshots ADD COLUMN regions TEXT NOT NULL DEFAULT '[]'")
    db.execute("ALTER TABLE price_snapshots ADD COLUMN unsaid BLOB")


def add_series_changed(db: Statements) -> None:
    """`changed`: the version of the snapshot that last wrote the row, so that a copy of it can be kept up to date."""
    db.execute("ALTER TABLE price_series ADD COLUMN changed INTEGER NOT NULL DEFAULT 0")


def key_price_series(db: Statements) -> None:
    """The key of a series becomes the one index, which also finds the series of a type.

    It was a constraint of the table, kept true row by row. An index can be built after many rows were added. What is
    asked without a type reads the table: a millisecond for ten thousand series.
    """
    db.execute("CREATE TABLE price_series_kept AS SELECT * FROM price_series")
    db.execute("DROP TABLE price_series")
    db.execute(
        "CREATE TABLE price_series (id INTEGER PRIMARY KEY, feed TEXT NOT NULL, cloud TEXT NOT NULL,"
        " instance TEXT NOT NULL, region TEXT NOT NULL, purchase TEXT NOT NULL, zone TEXT NOT NULL,"
        " terms TEXT NOT NULL, scope TEXT NOT NULL, chips REAL, since INTEGER, usd TEXT,"
        " gone INTEGER NOT NULL DEFAULT 0, spoken INTEGER, changed INTEGER NOT NULL DEFAULT 0) STRICT"
    )
    db.execute("INSERT INTO price_series SELECT * FROM price_series_kept")
    db.execute("DROP TABLE price_series_kept")
    db.execute(SERIES_KEY)


def place_local_zones(db: Statements) -> None:
    """A Local or Wavelength Zone was kept as a zone of its region, whose price it was taken for: it is a place of its
    own. What was worked out from the rows is worked out again."""
    rows = db.execute("SELECT DISTINCT region, zone FROM price_series WHERE cloud = 'aws' AND zone <> ''").fetchall()
    for region, zone in rows:
        place = aws_place(zone)
        if place is not None and place[0] != region and is_apart(place[0]):
            for table in ("price_series", "price_doubts"):
                db.execute(
                    f"UPDATE {table} SET region = ?, zone = ? WHERE cloud = 'aws' AND region = ? AND zone = ?",  # noqa: S608 names are ours
                    (*place, region, zone),
                )
    db.execute("DELETE FROM price_latest")
    db.execute("DELETE FROM price_beliefs")


def keep_pages(db: Statements) -> None:
    """Room for the pages that a snapshot of tens of thousands of prices touches: else some are written twice."""
    if isinstance(db, sqlite3.Connection):
        db.execute(f"PRAGMA cache_size = -{CACHE_KIB}")


@contextmanager
def filling_series(db: Statements, *, doubles: bool) -> Iterator[None]:
    """Within it rows are added to `price_series`; `doubles`: at least as many as there are.

    Building the index anew takes half as long as adding a row at a time. In a file nobody waits for that: whoever
    reads meanwhile sees the table as it was. PostgreSQL would keep readers waiting.
    """
    is_anew = doubles and isinstance(db, sqlite3.Connection)
    if is_anew:
        db.execute("DROP INDEX price_series_key")
    yield
    if is_anew:
        db.execute(SERIES_KEY)


def write_rows(db: Session, sql: str, marks: str, rows: Iterable[Sequence[object]]) -> None:
    """Runs `sql`, in which {rows} stands for `marks` once for each row: many rows at a time take a quarter less than
    a statement for each."""
    at_once, rest = PARAMETERS // marks.count("?"), iter(rows)
    statements: dict[int, str] = {}  # by the number of rows: the statement of the same text is found at once
    while some := list(islice(rest, at_once)):
        many = len(some)
        if many not in statements:
            statements[many] = sql.format(rows=", ".join([marks] * many))
        db.execute(statements[many], list(chain.from_iterable(some)))


def write_series(db: Session, same: tuple[str, str, int, int | None], columns: Sequence[Sequence[Any]]) -> None:
    """Adds series. `same`: their feed, cloud, version and day. `columns`: number, key, price and chips of each.

    What is the same word in every row, as terms and scope mostly are, is not given with each of them. Numbers in
    a range follow the highest that there is.
    """
    names = ("id", *KEY, "usd", "chips")
    given = dict(zip(names, columns, strict=True))
    one = {name: given[name][0] for name in KEY if _is_one(given[name]) and PLAIN.fullmatch(given[name][0])}
    if isinstance(db, sqlite3.Connection) and isinstance(given["id"], range):  # what SQLite would number them itself
        del given["id"]
    for name in one:
        del given[name]
    named = ", ".join((*one, *given))
    write_rows(
        db,
        f"INSERT INTO price_series (feed, cloud, changed, since, {named}) VALUES {{rows}}",  # noqa: S608 names are ours
        f"({quoted(*same, *one.values())}, {', '.join('?' * len(given))})",
        zip(*given.values(), strict=True),
    )


def _is_one(column: Sequence[str]) -> bool:
    """Whether every row has the same value."""
    return column[0] == column[-1] and column.count(column[0]) == len(column)


def quoted(*values: str | int | None) -> str:
    """Values as SQL: what is the same in each of many rows need not be given with each of them."""
    texts = ["'" + value.replace("'", "''") + "'" if isinstance(value, str) else value for value in values]
    return ", ".join("NULL" if text is None else str(text) for text in texts)


def pack(ids: Iterable[int]) -> bytes:
    """A set of series as bytes: compressed differences, because differences repeat."""
    ordered = sorted(set(ids))
    steps = array("I", [later - earlier for earlier, later in pairwise([0, *ordered])])
    if sys.byteorder == "big":
        steps.byteswap()
    return zlib.compress(steps.tobytes(), 6)


def unpack(packed: bytes) -> frozenset[int]:
    """The set that `pack` made into bytes."""
    steps = array("I")
    steps.frombytes(zlib.decompress(packed))
    if sys.byteorder == "big":
        steps.byteswap()
    return frozenset(accumulate(steps))


def unpacked(packed: bytes | None) -> frozenset[int]:
    """The same for a column that may be empty."""
    return frozenset() if packed is None else unpack(packed)


class Scope(NamedTuple):
    """Which series of its feed and cloud a snapshot covers; those in `unsaid` never."""

    complete: bool
    covered: bytes | None = None
    regions: str = "[]"
    unsaid: bytes | None = None

    def covers(self, series: int, region: str, sets: Sets) -> bool:
        if self.complete or series in sets[self.covered] or (self.regions != "[]" and region in sets.regions(self)):
            return series not in sets[self.unsaid]
        return False


class Sets(dict[bytes | None, frozenset[int]]):
    """Unpacked sets by their bytes: many days have the same ones."""

    def __init__(self) -> None:
        super().__init__({None: frozenset()})
        self._regions: dict[str, frozenset[str]] = {}

    def __missing__(self, packed: bytes | None) -> frozenset[int]:
        self[packed] = unpacked(packed)
        return self[packed]

    def regions(self, scope: Scope) -> frozenset[str]:
        """The regions that a partial snapshot covers completely."""
        if scope.regions not in self._regions:
            self._regions[scope.regions] = frozenset(json.loads(scope.regions))
        return self._regions[scope.regions]


def scope_columns(db: Statements) -> str:
    """The columns of a Scope. An older file, opened only for reading, lacks the last two."""
    names = {column[0] for column in db.execute("SELECT * FROM price_snapshots LIMIT 0").description}
    return "complete, covered, regions, unsaid" if "regions" in names else "complete, covered, '[]', NULL"
