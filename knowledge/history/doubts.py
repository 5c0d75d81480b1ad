"""Prices a feed listed that could not be ones: what stood goes on standing, and the figure is kept to be shown."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from knowledge.types.base import Cloud
from knowledge.types.observed import SeriesKey

if TYPE_CHECKING:
    from sqlite_utils import Database

_COLUMNS = "instance, region, purchase, zone, terms, scope"


class Doubt(NamedTuple):
    """A thing whose row could not be taken: `code` is that of an Oddity, `said` what stood in the row."""

    key: SeriesKey
    code: str
    said: str


class DoubtfulPrice(NamedTuple):
    """A doubt, and the look at which it first stood; `last_seen_on` is the last look in a row that had it."""

    feed: str
    doubt: Doubt
    seen_on: date
    last_seen_on: date


def create_price_doubts(db: Database) -> None:
    db.execute(
        "CREATE TABLE price_doubts (feed TEXT NOT NULL, cloud TEXT NOT NULL, day INTEGER NOT NULL,"
        " instance TEXT NOT NULL, region TEXT NOT NULL, purchase TEXT NOT NULL, zone TEXT NOT NULL,"
        " terms TEXT NOT NULL, scope TEXT NOT NULL, code TEXT NOT NULL, said TEXT NOT NULL,"
        f" PRIMARY KEY (feed, cloud, day, {_COLUMNS})) STRICT, WITHOUT ROWID"
    )


def note_doubts(
    db: sqlite3.Connection,
    feed: str,
    cloud: Cloud,
    day: date,
    doubts: Iterable[Doubt],
    *,
    said: Iterable[tuple[str, ...]] | None = None,
) -> None:
    """Those of one snapshot, in its transaction. The same day again replaces them: all, or those of `said`."""
    ours = (feed, cloud, day.toordinal())
    drop = "DELETE FROM price_doubts WHERE feed = ? AND cloud = ? AND day = ?"
    if said is None:
        db.execute(drop, ours)
    else:
        db.executemany(
            f"{drop} AND ({_COLUMNS}) = (?, ?, ?, ?, ?, ?)",
            ((*ours, *key) for key in said),
        )
    db.executemany(
        f"INSERT OR REPLACE INTO price_doubts (feed, cloud, day, {_COLUMNS}, code, said)"  # noqa: S608 names are ours
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ((*ours, *each.key[1:], each.code, each.said) for each in doubts),
    )


def repeat_doubts(db: sqlite3.Connection, feed: str, cloud: Cloud, last: int, day: int) -> None:
    """The feed shows on `day` what it showed on `last`: it is as doubtful."""
    db.execute(
        f"INSERT OR REPLACE INTO price_doubts SELECT feed, cloud, ?, {_COLUMNS}, code, said FROM price_doubts"  # noqa: S608 names are ours
        " WHERE feed = ? AND cloud = ? AND day = ?",
        (day, feed, cloud, last),
    )


def doubts_of(db: sqlite3.Connection, since: date, until: date) -> Iterator[DoubtfulPrice]:
    """Doubts that began after `since`, until `until`: at the look before, the thing was not doubted."""
    looks: dict[tuple[str, str], list[int]] = {}
    for feed, cloud, day in db.execute("SELECT feed, cloud, day FROM price_snapshots ORDER BY day"):
        looks.setdefault((feed, cloud), []).append(day)
    begun: dict[tuple[str, SeriesKey], DoubtfulPrice] = {}
    rows = db.execute(
        f"SELECT feed, cloud, day, {_COLUMNS}, code, said FROM price_doubts WHERE day <= ? ORDER BY day",  # noqa: S608 names are ours
        (until.toordinal(),),
    )
    for feed, cloud, day, *key, code, said in rows:
        days = looks[feed, cloud]
        before = next((look for look in reversed(days) if look < day), None)
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
    yield from (each for each in begun.values() if each.seen_on > since)
