"""Days on which somebody said that what a feed shows is right, though its whole file moved by one factor."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from knowledge.store.base.backend import has_table

if TYPE_CHECKING:
    from knowledge.store.base.backend import Statements

IS_LOOK = "(complete = 1 OR rows > 0)"  # whether a snapshot is one: on another day something was accepted


def create_price_accepted(db: Statements) -> None:
    db.execute(
        "CREATE TABLE price_accepted (feed TEXT NOT NULL, cloud TEXT NOT NULL, day INTEGER NOT NULL,"
        " PRIMARY KEY (feed, cloud, day)) STRICT, WITHOUT ROWID"
    )


def accept(db: Statements, feed: str, cloud: str, day: date) -> None:
    """Within the transaction of the caller: from that day on, what the feed showed last is right.

    The day is another state of the history, with a snapshot of nothing if the feed was not read on it: somebody
    accepted what was seen, and nobody looked again.
    """
    db.execute(
        "INSERT INTO price_accepted (feed, cloud, day) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (feed, cloud, day.toordinal()),
    )
    db.execute(
        "INSERT INTO price_snapshots (feed, cloud, day, complete, covered, rows, digest, version)"
        " SELECT ?, ?, CAST(? AS BIGINT), 0, NULL, 0, '', max(version) + 1 FROM price_snapshots WHERE true"
        " ON CONFLICT (feed, cloud, day) DO UPDATE SET version = excluded.version",
        (feed, cloud, day.toordinal()),
    )


def accepted_looks(db: Statements) -> dict[tuple[str, str], tuple[date, ...]]:
    """By feed and cloud, in order; none in a file that is older than the table."""
    if not has_table(db, "price_accepted"):
        return {}
    found: dict[tuple[str, str], tuple[date, ...]] = {}
    for feed, cloud, day in db.execute("SELECT feed, cloud, day FROM price_accepted ORDER BY feed, cloud, day"):
        found[feed, cloud] = (*found.get((feed, cloud), ()), date.fromordinal(day))
    return found
