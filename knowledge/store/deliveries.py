"""Work that must happen once: deliveries from Slack that are claimed, and messages that are being posted.

Slack delivers an event again when it gets no answer, and several processes may serve one app. Whoever claims a key
first does the work. A message is stored under its key before it is sent, so that a second try can find the first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from knowledge.store.base.leases import LEASE_SECONDS, has_exited, this_process
from knowledge.store.base.retention import Retention
from knowledge.types.base import Fact

if TYPE_CHECKING:
    from sqlite_utils import Database

    from knowledge.store.base.sqlite_file import SqliteFile

KEPT_SECONDS = 7 * 24 * 3600.0  # Slack redelivers within minutes; a week leaves room for whoever looks into a log
RETENTION = (Retention(table="deliveries"), Retention(table="posts"))  # keys name nobody; `delete_old` clears them

Claim = Literal["mine", "busy", "done"]


class Posting(Fact):
    """A message that was begun under a key. `ts` is None until Slack confirmed it."""

    key: str
    channel: str
    begun: float
    ts: str | None


def create_deliveries(db: Database) -> None:
    db.execute(
        "CREATE TABLE deliveries (key TEXT PRIMARY KEY, claimed REAL NOT NULL, owner TEXT NOT NULL, done REAL) STRICT"
    )
    db.execute(
        "CREATE TABLE posts (key TEXT PRIMARY KEY, channel TEXT NOT NULL, begun REAL NOT NULL, ts TEXT) STRICT"
    )


class Deliveries:
    """Claims and posts. `clock` gives seconds since 1970."""

    def __init__(self, file: SqliteFile, clock: Callable[[], float]) -> None:
        self._file, self._clock = file, clock
        self._this_process = this_process()

    def claim(self, key: str, lease: float = LEASE_SECONDS) -> Claim:
        """Whether the work under `key` is ours now, is being done by another process, or is done.

        A claim is taken over when its process has exited, and from any process that has not renewed it for `lease`
        seconds.
        """
        now = self._clock()
        with self._file.writing() as db:
            row = db.execute("SELECT claimed, owner, done FROM deliveries WHERE key = ?", (key,)).fetchone()
            if row is not None:
                claimed, holder, done = row
                if done is not None:
                    return "done"
                if claimed > now - lease and not has_exited(holder, self._this_process):
                    return "busy"
            db.execute(
                "INSERT OR REPLACE INTO deliveries (key, claimed, owner) VALUES (?, ?, ?)",
                (key, now, self._this_process),
            )
        return "mine"

    def finish(self, key: str) -> None:
        """The work under `key` is done and will not be claimed again."""
        with self._file.writing() as db:
            db.execute("UPDATE deliveries SET done = ? WHERE key = ?", (self._clock(), key))

    def release(self, key: str) -> None:
        """Gives an unfinished claim back; whoever asks next gets it."""
        with self._file.writing() as db:
            db.execute("DELETE FROM deliveries WHERE key = ? AND done IS NULL", (key,))

    def renew(self) -> None:
        """Says that this process still works on what it claimed."""
        with self._file.writing() as db:
            db.execute(
                "UPDATE deliveries SET claimed = ? WHERE owner = ? AND done IS NULL",
                (self._clock(), self._this_process),
            )

    def begin_post(self, key: str, channel: str) -> Posting | None:
        """Stores that a message is about to be sent. Returns what an earlier try left; None for the first try."""
        with self._file.writing() as db:
            row = db.execute("SELECT key, channel, begun, ts FROM posts WHERE key = ?", (key,)).fetchone()
            if row is not None:
                return Posting(key=row[0], channel=row[1], begun=row[2], ts=row[3])
            db.execute("INSERT INTO posts (key, channel, begun) VALUES (?, ?, ?)", (key, channel, self._clock()))
        return None

    def posted(self, key: str, ts: str) -> None:
        """Slack confirmed the message."""
        with self._file.writing() as db:
            db.execute("UPDATE posts SET ts = ? WHERE key = ?", (ts, key))

    def drop_post(self, key: str) -> None:
        """Slack refused the message: nothing was posted under this key."""
        with self._file.writing() as db:
            db.execute("DELETE FROM posts WHERE key = ? AND ts IS NULL", (key,))


def delete_old(db: Database, now: float) -> None:
    """Deletes claims and posts that nobody will ask about again."""
    db.execute("DELETE FROM deliveries WHERE claimed < ?", (now - KEPT_SECONDS,))
    db.execute("DELETE FROM posts WHERE begun < ?", (now - KEPT_SECONDS,))
