"""Where an answer that one person alone sees can still be changed, for as long as the platform lets us.

It is a secret for half an hour. It is kept because the form that changes the answer may be sent to another
process than the click that opened it, and what a form carries along is no place for secrets.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from knowledge.store.retention import Retention

if TYPE_CHECKING:
    from sqlite_utils import Database

HELD = Retention(table="reply_urls", team="team", age="made", secret=("url",))
LIFE_SECONDS = 30 * 60.0


def make_reply_urls(db: Database) -> None:
    db.execute(
        "CREATE TABLE reply_urls (team TEXT NOT NULL, verdict TEXT NOT NULL, url TEXT NOT NULL, made REAL NOT NULL,"
        " PRIMARY KEY (team, verdict)) STRICT"
    )


class ReplyUrls:
    """Addresses in the open file; `db`, `writing` and `clock` are the store's."""

    def __init__(
        self, db: Database, writing: Callable[[], AbstractContextManager[Database]], clock: Callable[[], float]
    ) -> None:
        self._db, self._writing, self._clock = db, writing, clock

    def keep(self, team: str, verdict: str, url: str) -> None:
        """The newest one of a verdict; those past their time are forgotten."""
        now = self._clock()
        with self._writing() as db:
            db.execute("DELETE FROM reply_urls WHERE made < ?", (now - LIFE_SECONDS,))
            db.execute("INSERT OR REPLACE INTO reply_urls VALUES (?, ?, ?, ?)", (team, verdict, url, now))

    def of(self, team: str, verdict: str) -> str | None:
        """The address, while it lives."""
        row = self._db.execute(
            "SELECT url FROM reply_urls WHERE team = ? AND verdict = ? AND made >= ?",
            (team, verdict, self._clock() - LIFE_SECONDS),
        ).fetchone()
        return None if row is None else str(row[0])
