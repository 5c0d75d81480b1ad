"""The last figure of every price, kept in this process: read once, then brought up to date by what changed since."""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress, islice
from typing import Any

from knowledge.history.columns import Columns, Row
from knowledge.history.latest_parts import COLUMNS, ID, IS_LISTED, WIDTH, parts, written
from knowledge.store.base.backend import Session, has_table

KEY = slice(1, 8)  # in a row
_INSTANCE = 2


class ReadRows:
    """The prices of a store without parts, as they were read."""

    def __init__(self, read: Iterable[Row]) -> None:
        self._rows = sorted(read, key=lambda row: row[:ID])

    def with_written(self, rows: Iterable[Row]) -> ReadRows:
        return ReadRows(({row[ID]: row for row in self._rows} | {row[ID]: row for row in rows}).values())

    def rows(self, instances: Collection[str] | None = None) -> Iterator[Row]:
        """Those that are listed, of all types or some, in order of feed and key."""
        return (row[:WIDTH] for row in self._rows if row[WIDTH] and _is_asked(row, instances))


class Latest:
    """The prices of a version: those of `base`, and what was written `later` of them or beside them, by number."""

    def __init__(self, base: Columns, later: Mapping[int, Row]) -> None:
        self.base, self.later = base, later

    def with_written(self, rows: Iterable[Row]) -> Latest:
        return Latest(self.base, {**self.later, **{row[ID]: row for row in rows}})

    def rows(self, instances: Collection[str] | None = None) -> Iterator[Row]:
        """Those that are listed, of all types or some, in order of feed and key."""
        base = self.base
        some = None if instances is None else self._of(instances)
        if not self.later and base[WIDTH].places is None:  # all of them are listed
            return base.rows(some, first=WIDTH)
        last = max(base[ID].of(None), default=0) if base.count else 0
        new = sorted(row for number, row in self.later.items() if number > last and _is_asked(row, instances))
        later = self.later
        known = (later.get(row[ID], row) for row in base.rows(some))
        return (row[:WIDTH] for row in self._joined(known, new, some) if row[WIDTH])

    def columns(self, feed: str, cloud: str) -> Sequence[Iterable[Any]]:
        """Every price of a feed and cloud, delisted ones too, as columns in any order; some are without end."""
        base = self.base
        if not self.later and all(base[place].is_of_all(name) for place, name in enumerate((feed, cloud))):
            return [base[place].of(None) for place in range(WIDTH + 1)]
        known = (self.later.get(row[ID], row) for row in base.rows())
        last = max(base[ID].of(None), default=0) if base.count else 0
        rows = chain(known, (row for number, row in self.later.items() if number > last))
        asked = [row for row in rows if row[0] == feed and row[1] == cloud]
        return list(zip(*asked, strict=True)) or [()] * (WIDTH + 1)

    def _of(self, instances: Collection[str]) -> list[int]:
        column, wanted = self.base[_INSTANCE], frozenset(instances)
        is_asked = [value in wanted for value in column.values]
        if column.places is None:
            return list(range(self.base.count)) if is_asked[0] else []
        return list(compress(range(self.base.count), map(is_asked.__getitem__, column.places)))

    def _joined(self, known: Iterator[Row], new: Iterable[Row], some: list[int] | None) -> Iterator[Row]:
        """Both in order: the place of each new one is looked for, as they are few."""
        start = 0
        numbers = range(self.base.count) if some is None else some
        for row in new:
            place = bisect_left(numbers, row[:ID], key=lambda number: next(self.base.rows((number,), first=ID)))
            yield from chain(islice(known, place - start), (row,))
            start = place
        yield from known


def _is_asked(row: Row, instances: Collection[str] | None) -> bool:
    return instances is None or row[_INSTANCE] in instances


class LatestRows:
    """The prices of one store, for every thread. An older file, opened only for reading, is read anew each time."""

    def __init__(self) -> None:
        self._version: int | None = None
        self._latest: Latest | ReadRows | None = None
        self._guard = threading.Lock()

    def are_at_hand(self, db: Session) -> bool:
        """Whether all of them are sooner read than a good part is looked for."""
        if self._latest is not None:
            return True
        return (
            has_table(db, "price_latest") and db.execute("SELECT 1 FROM price_latest LIMIT 1").fetchone() is not None
        )

    def of(self, db: Session, version: int, *, keeps: bool = True) -> Latest | ReadRows:
        """Those of `version`, that of the history as `db` sees it.

        Keeps the newest version that was asked for; not what a transaction has written, which may be undone.
        """
        with self._guard:
            known, latest = self._version, self._latest
            if latest is not None and known == version:
                return latest
            if latest is not None and known and known < version and _says_what_changed(db):
                latest = latest.with_written(written(db, known))
            else:
                latest = _read(db, version)
            if keeps and (known is None or known < version):
                self._version, self._latest = version, latest
            return latest


def _read(db: Session, version: int) -> Latest | ReadRows:
    latest = out_of_parts(db, version)
    if latest is not None:
        return latest
    return ReadRows(db.execute(f"SELECT {COLUMNS}, {IS_LISTED} FROM price_series s").fetchall())  # noqa: S608 names are ours


def out_of_parts(db: Session, version: int) -> Latest | None:
    """The prices of `version`, that of the history as `db` sees it; None in a store without parts."""
    found, until = parts(db)
    if not found or until > version:
        return None
    first, *others = found
    latest = Latest(first, {row[ID]: row for part in others for row in part.rows()})
    return latest if until == version else latest.with_written(written(db, until))


def _says_what_changed(db: Session) -> bool:
    return "changed" in {column[0] for column in db.execute("SELECT * FROM price_series LIMIT 0").description}
