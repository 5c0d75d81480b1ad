"""What Slack delivered and nobody has finished yet: stored before it is acknowledged, deleted once it is dealt with.

Slack sends nothing again that was acknowledged. So each delivery is written down first, held by the process that
works on it, and taken over by another one, or by the next start, when its holder is gone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from knowledge.store.base.leases import LEASE_SECONDS, has_exited, this_process
from knowledge.store.base.retention import Retention
from knowledge.types.base import Fact

if TYPE_CHECKING:
    from sqlite_utils import Database

    from knowledge.store.base.sqlite_file import SqliteFile

TRIES = 3  # by so many processes; after that it is what ends them
HELD_SECONDS = LEASE_SECONDS + 15.0  # by then the claims of a process that is gone have ended, whatever it held last
RETENTION = Retention(table="inbox", team="team", age="taken", secret=("body",))  # it holds a reply URL


class Delivery(Fact):
    """A delivery whose process is gone. `body` is Slack's payload as JSON; `tries`: processes that began it."""

    key: str
    body: str
    taken: float
    tries: int

    @property
    def is_hopeless(self) -> bool:
        return self.tries >= TRIES


def create_inbox(db: Database) -> None:
    db.execute(
        "CREATE TABLE inbox (key TEXT PRIMARY KEY, team TEXT NOT NULL, body TEXT NOT NULL,"
        " taken REAL NOT NULL, held REAL NOT NULL, holder TEXT NOT NULL, tries INTEGER NOT NULL) STRICT"
    )


class Inbox:
    """Deliveries in work. `clock` gives seconds since 1970."""

    def __init__(self, file: SqliteFile, clock: Callable[[], float]) -> None:
        self._file, self._clock = file, clock
        self._this_process = this_process()

    def take(self, key: str, team: str, body: str) -> bool:
        """Writes a delivery down as ours; False if it is held already."""
        now = self._clock()
        with self._file.writing() as db:
            done = db.execute(
                "INSERT OR IGNORE INTO inbox (key, team, body, taken, held, holder, tries)"
                " VALUES (?, ?, ?, ?, ?, ?, 1)",
                (key, team, body, now, now, self._this_process),
            )
        return done.rowcount == 1

    def done(self, key: str) -> None:
        """It was dealt with: nothing of it is kept."""
        with self._file.writing() as db:
            db.execute("DELETE FROM inbox WHERE key = ?", (key,))

    def renew(self) -> None:
        """Says that this process still works on what it holds."""
        with self._file.writing() as db:
            db.execute("UPDATE inbox SET held = ? WHERE holder = ?", (self._clock(), self._this_process))

    def take_over(self) -> tuple[Delivery, ...]:
        """What processes left that are gone, oldest first; it is held by this process from now on."""
        if not self._left():  # nearly always: no need for the write lock
            return ()
        with self._file.writing() as db:
            left = self._left()
            for delivery in left:
                db.execute(
                    "UPDATE inbox SET held = ?, holder = ?, tries = tries + 1 WHERE key = ?",
                    (self._clock(), self._this_process, delivery.key),
                )
        return left

    def _left(self) -> tuple[Delivery, ...]:
        rows = self._file.db.execute(
            "SELECT key, body, taken, tries, held, holder FROM inbox WHERE holder <> ? ORDER BY taken, key",
            (self._this_process,),
        ).fetchall()
        oldest = self._clock() - HELD_SECONDS
        return tuple(
            Delivery(key=key, body=body, taken=taken, tries=tries)
            for key, body, taken, tries, held, holder in rows
            if held <= oldest or has_exited(holder, self._this_process)
        )
