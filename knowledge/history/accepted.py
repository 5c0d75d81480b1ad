"""Looks of which somebody said that what the feed shows is right, though its whole file moved by one factor."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from knowledge.store.base.backend import has_table

if TYPE_CHECKING:
    from knowledge.store.base.backend import Statements


def create_price_accepted(db: Statements) -> None:
    db.execute(
        "CREATE TABLE price_accepted (feed TEXT NOT NULL, cloud TEXT NOT NULL, day INTEGER NOT NULL,"
        " PRIMARY KEY (feed, cloud, day)) STRICT, WITHOUT ROWID"
    )


def accept(db: Statements, feed: str, cloud: str, day: date) -> None:
    """Within the transaction of the caller. The look is another state of the history: what was worked out is not."""
    db.execute(
        "INSERT INTO price_accepted (feed, cloud, day) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (feed, cloud, day.toordinal()),
    )
    db.execute(
        "UPDATE price_snapshots SET version = (SELECT max(version) + 1 FROM price_snapshots)"
        " WHERE feed = ? AND cloud = ? AND day = ?",
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
