"""Private messages that may not have been seen, kept for a day so that whoever they are for can have them shown.

Slack tells nobody what a response URL was sent. A process that died between sending and noting that leaves a message
of which nobody knows whether it arrived; it is not sent again, but offered.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from knowledge.store.base.retention import Retention

if TYPE_CHECKING:
    from knowledge.store.base.backend import Backend, Statements

RETENTION = Retention(table="offered_answers", team="team", user="user", age="made")
LIFE_SECONDS = 24 * 3600.0
ID_LENGTH = 16


def create_offered_answers(db: Statements) -> None:
    db.execute(
        "CREATE TABLE offered_answers (id TEXT PRIMARY KEY, team TEXT NOT NULL, user TEXT NOT NULL,"
        " message TEXT NOT NULL, made REAL NOT NULL) STRICT"
    )


class OfferedAnswers:
    """Messages by the id on their button. `clock` gives seconds since 1970."""

    def __init__(self, file: Backend, clock: Callable[[], float]) -> None:
        self._file, self._clock = file, clock

    def keep(self, team: str, user: str, key: str, message: str) -> str:
        """Stores the message that has this key, as JSON; its id is the same however often it is offered."""
        number = hashlib.sha256(f"{team} {user} {key}".encode()).hexdigest()[:ID_LENGTH]
        with self._file.writing() as db:
            db.execute(
                "INSERT INTO offered_answers (id, team, user, message, made) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (id) DO UPDATE SET message = excluded.message, made = excluded.made",
                (number, team, user, message, self._clock()),
            )
        return number

    def get(self, team: str, user: str, number: str) -> str | None:
        """The message, for the person it is for, until it expires."""
        row = self._file.db.execute(
            "SELECT message FROM offered_answers WHERE id = ? AND team = ? AND user = ? AND made >= ?",
            (number, team, user, self._clock() - LIFE_SECONDS),
        ).fetchone()
        return None if row is None else str(row[0])


def delete_expired(db: Statements, now: float) -> None:
    db.execute("DELETE FROM offered_answers WHERE made < ?", (now - LIFE_SECONDS,))
