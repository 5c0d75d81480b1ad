"""Figures in a feed that cannot be prices: the price before stays in force, and the figure is kept to be reported."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from knowledge.history.accepted import IS_LOOK
from knowledge.types.base import Cloud
from knowledge.types.observed import SeriesKey

if TYPE_CHECKING:
    from knowledge.store.base.backend import Session, Statements

_COLUMNS = "instance, region, purchase, zone, terms, scope"
_REPLACES = f" ON CONFLICT (feed, cloud, day, {_COLUMNS}) DO UPDATE SET code = excluded.code, said = excluded.said"


class Doubt(NamedTuple):
    """A series whose row was rejected: `code` is that of the RejectedRow, `said` the figure in the row."""

    key: SeriesKey
    code: str
    said: str


class DoubtfulPrice(NamedTuple):
    """A doubt, the day it was first seen, and the last of the consecutive days that had it."""

    feed: str
    doubt: Doubt
    seen_on: date
    last_seen_on: date


def create_price_doubts(db: Statements) -> None:
    db.execute(
        "CREATE TABLE price_doubts (feed TEXT NOT NULL, cloud TEXT NOT NULL, day INTEGER NOT NULL,"
        " instance TEXT NOT NULL, region TEXT NOT NULL, purchase TEXT NOT NULL, zone TEXT NOT NULL,"
        " terms TEXT NOT NULL, scope TEXT NOT NULL, code TEXT NOT NULL, said TEXT NOT NULL,"
        f" PRIMARY KEY (feed, cloud, day, {_COLUMNS})) STRICT, WITHOUT ROWID"
    )


def note_doubts(
    db: Session,
    feed: str,
    cloud: Cloud,
    day: date,
    doubts: Iterable[Doubt],
    *,
    listed: Iterable[tuple[str, ...]] | None = None,
) -> None:
    """Stores the doubts of one snapshot, in its transaction.

    Those of an earlier snapshot of the day are deleted: all, or only the keys that a partial one has `listed`.
    """
    snapshot = (feed, cloud, day.toordinal())
    of_day = "FROM price_doubts WHERE feed = ? AND cloud = ? AND day = ?"
    drop = f"DELETE {of_day}"
    if listed is None:
        db.execute(drop, snapshot)
    elif db.execute(f"SELECT 1 {of_day} LIMIT 1", snapshot).fetchone():
        db.executemany(
            f"{drop} AND ({_COLUMNS}) = (?, ?, ?, ?, ?, ?)",
            ((*snapshot, *key) for key in listed),
        )
    db.executemany(
        f"INSERT INTO price_doubts (feed, cloud, day, {_COLUMNS}, code, said)"  # noqa: S608 names are ours
        f" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?){_REPLACES}",
        ((*snapshot, *doubt.key[1:], doubt.code, doubt.said) for doubt in doubts),
    )


def repeat_doubts(db: Session, feed: str, cloud: Cloud, last: int, day: int) -> None:
    """The feed lists on `day` what it listed on `last`, so the same prices are in doubt."""
    db.execute(
        f"INSERT INTO price_doubts (feed, cloud, day, {_COLUMNS}, code, said)"  # noqa: S608 names are ours
        f" SELECT feed, cloud, CAST(? AS BIGINT), {_COLUMNS}, code, said FROM price_doubts"
        f" WHERE feed = ? AND cloud = ? AND day = ?{_REPLACES}",
        (day, feed, cloud, last),
    )


def doubts_of(db: Session, since: date, until: date) -> Iterator[DoubtfulPrice]:
    """Doubts that began after `since` and by `until`: on the day before, the series was not in doubt."""
    days_read: dict[tuple[str, str], list[int]] = {}
    for feed, cloud, day in db.execute(f"SELECT feed, cloud, day FROM price_snapshots WHERE {IS_LOOK} ORDER BY day"):  # noqa: S608 names are ours
        days_read.setdefault((feed, cloud), []).append(day)
    begun: dict[tuple[str, SeriesKey], DoubtfulPrice] = {}
    rows = db.execute(
        f"SELECT feed, cloud, day, {_COLUMNS}, code, said FROM price_doubts WHERE day <= ? ORDER BY day",  # noqa: S608 names are ours
        (until.toordinal(),),
    )
    for feed, cloud, day, *key, code, said in rows:
        earlier = reversed(days_read[feed, cloud])
        before = next((read_on for read_on in earlier if read_on < day), None)
        series = feed, SeriesKey(cloud, *key)
        known = begun.get(series)
        if known is not None and before is not None and known.last_seen_on.toordinal() == before:
            begun[series] = known._replace(last_seen_on=date.fromordinal(day))
            continue
        if known is not None and known.seen_on > since:
            yield known
        begun[series] = DoubtfulPrice(
            feed, Doubt(series[1], code, said), date.fromordinal(day), date.fromordinal(day)
        )
    yield from (doubtful for doubtful in begun.values() if doubtful.seen_on > since)
