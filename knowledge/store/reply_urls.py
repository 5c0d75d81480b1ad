"""The URL at which an answer that only one person sees can still be changed, for as long as Slack accepts it.

The URL is a secret for half an hour. It is stored because the form that changes the answer may reach another process
than the click that opened it, and a form's own metadata is not a place for secrets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from knowledge.store.base.retention import Retention

if TYPE_CHECKING:
    from knowledge.store.base.backend import Backend, Statements

RETENTION = Retention(table="reply_urls", team="team", age="made", secret=("url",))
LIFE_SECONDS = 30 * 60.0


def create_reply_urls(db: Statements) -> None:
    db.execute(
        "CREATE TABLE reply_urls (team TEXT NOT NULL, verdict TEXT NOT NULL, url TEXT NOT NULL, made REAL NOT NULL,"
        " PRIMARY KEY (team, verdict)) STRICT"
    )


class ReplyUrls:
    """Reply URLs by workspace and verdict. `clock` gives seconds since 1970."""

    def __init__(self, file: Backend, clock: Callable[[], float]) -> None:
        self._file, self._clock = file, clock

    def keep(self, team: str, verdict: str, url: str) -> None:
        """Stores the newest URL of a verdict, and deletes URLs that have expired."""
        now = self._clock()
        with self._file.writing() as db:
            delete_expired(db, now)
            db.execute(
                "INSERT INTO reply_urls (team, verdict, url, made) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (team, verdict) DO UPDATE SET url = excluded.url, made = excluded.made",
                (team, verdict, url, now),
            )

    def get(self, team: str, verdict: str) -> str | None:
        """The URL, until it expires."""
        row = self._file.db.execute(
            "SELECT url FROM reply_urls WHERE team = ? AND verdict = ? AND made >= ?",
            (team, verdict, self._clock() - LIFE_SECONDS),
        ).fetchone()
        return None if row is None else str(row[0])


def delete_expired(db: Statements, now: float) -> None:
    """Deletes URLs that Slack no longer accepts."""
    db.execute("DELETE FROM reply_urls WHERE made < ?", (now - LIFE_SECONDS,))
