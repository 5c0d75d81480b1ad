"""What was doubted on a day, worked out once: kept beside the snapshots it was worked out from.

An entry holds for one cloud on the day of a snapshot. It counts as long as no snapshot up to that day was added since
(`version`) and the rules are those it was made by (`rules`); otherwise it is worked out again. It can be deleted.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from knowledge.history.looks import last_states
from knowledge.store.base.backend import has_table
from knowledge.types.base import Cloud

if TYPE_CHECKING:
    from knowledge.store.base.backend import Statements


class SnapshotState(NamedTuple):
    """The last snapshot of a cloud by a day, and the version of everything up to it."""

    cloud: Cloud
    day: date
    version: int


def create_price_beliefs(db: Statements) -> None:
    db.execute(
        "CREATE TABLE price_beliefs (cloud TEXT NOT NULL, day INTEGER NOT NULL, version INTEGER NOT NULL,"
        " rules TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (cloud, day)) STRICT, WITHOUT ROWID"
    )


def states(db: Statements, day: date) -> tuple[SnapshotState, ...]:
    """Of every cloud with a snapshot by `day`."""
    found = last_states(db, day.toordinal())
    return tuple(SnapshotState(cloud, date.fromordinal(last), version) for cloud, last, version in found)


def kept(db: Statements, state: SnapshotState, rules: str) -> str | None:
    """What was kept for that state; None if nothing is, or the file is older than this table."""
    if not has_table(db, "price_beliefs"):
        return None
    row = db.execute(
        "SELECT body FROM price_beliefs WHERE cloud = ? AND day = ? AND version = ? AND rules = ?",
        (state.cloud, state.day.toordinal(), state.version, rules),
    ).fetchone()
    return None if row is None else str(row[0])


def before(db: Statements, state: SnapshotState, rules: str) -> tuple[date, str] | None:
    """The last entry before `state` up to whose day nothing was added since; None if there is none."""
    row = db.execute(
        "SELECT day, body FROM price_beliefs AS b WHERE cloud = ? AND day < ? AND rules = ? AND version ="
        " (SELECT max(version) FROM price_snapshots WHERE cloud = b.cloud AND day <= b.day)"
        " ORDER BY day DESC LIMIT 1",
        (state.cloud, state.day.toordinal(), rules),
    ).fetchone()
    return None if row is None else (date.fromordinal(row[0]), str(row[1]))


def keep(db: Statements, state: SnapshotState, rules: str, body: str) -> None:
    """Within the transaction of the caller."""
    db.execute(
        "INSERT INTO price_beliefs (cloud, day, version, rules, body) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (cloud, day) DO UPDATE SET version = excluded.version, rules = excluded.rules,"
        " body = excluded.body",
        (state.cloud, state.day.toordinal(), state.version, rules, body),
    )
