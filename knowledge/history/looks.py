"""The looks at feeds, asked by index: what is newest takes as long after a thousand snapshots as after ten.

A file that was last written before these indexes gives the same answers, more slowly.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from knowledge.store.base.backend import Statements
    from knowledge.types.base import Cloud


def index_snapshots(db: Statements) -> None:
    """By cloud and by feed: their last days and versions, also of complete snapshots alone."""
    db.execute("CREATE INDEX price_snapshots_day ON price_snapshots (cloud, day, version)")
    db.execute("CREATE INDEX price_snapshots_state ON price_snapshots (cloud, version)")
    db.execute("CREATE INDEX price_snapshots_whole ON price_snapshots (feed, cloud, complete, day)")


def clouds(db: Statements) -> Iterator[Cloud]:
    """Every cloud with a snapshot, in order."""
    last: Any = ""
    while (last := _value(db, "SELECT min(cloud) FROM price_snapshots WHERE cloud > ?", last)) is not None:
        yield last


def feeds(db: Statements) -> Iterator[str]:
    """Every feed with a snapshot, in order."""
    last = ""
    while (last := _value(db, "SELECT min(feed) FROM price_snapshots WHERE feed > ?", last)) is not None:
        yield last


def pairs(db: Statements) -> Iterator[tuple[str, str]]:
    """Every feed and cloud with a snapshot, in order."""
    for feed in feeds(db):
        last = ""
        asked = "SELECT min(cloud) FROM price_snapshots WHERE feed = ? AND cloud > ?"
        while (last := _value(db, asked, feed, last)) is not None:
            yield feed, last


def is_last(db: Statements, day: int) -> bool:
    """Whether no snapshot is of a later day."""
    newest = "SELECT max(day) FROM price_snapshots WHERE cloud = ?"
    return all(_value(db, newest, cloud) <= day for cloud in clouds(db))


def last_states(db: Statements, day: int) -> Iterator[tuple[Cloud, int, int]]:
    """Of every cloud with a snapshot by `day`: the last of these days, and the highest version up to it."""
    for cloud in clouds(db):
        last = _value(db, "SELECT max(day) FROM price_snapshots WHERE cloud = ? AND day <= ?", cloud, day)
        if last is None:
            continue
        if _value(db, "SELECT max(day) FROM price_snapshots WHERE cloud = ?", cloud) == last:
            version = _value(db, "SELECT max(version) FROM price_snapshots WHERE cloud = ?", cloud)
        else:
            version = _value(db, "SELECT max(version) FROM price_snapshots WHERE cloud = ? AND day <= ?", cloud, day)
        yield cloud, last, version


def first_days(db: Statements, cloud: str) -> dict[str, int]:
    """The day of the first snapshot of every feed that was read for a cloud."""
    first = "SELECT min(day) FROM price_snapshots WHERE feed = ? AND cloud = ?"
    found = {feed: _value(db, first, feed, cloud) for feed in feeds(db)}
    return {feed: day for feed, day in found.items() if day is not None}


def _value(db: Statements, sql: str, *values: object) -> Any:
    return db.execute(sql, values).fetchone()[0]
