"""Work that must happen once: deliveries from Slack that are claimed, and messages that are being posted.

Slack delivers an event again when it gets no answer, and several processes may serve one app. Whoever claims a key
first does the work. A message is stored under its key before it is sent, so that a second try can find the first.

A process that stood still for long may find, when it goes on, that another has taken over what it held. So what it
writes about a claim counts only while the claim is its own, and a message is held by the one that wrote last that it
is about to send it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from knowledge.store.base.leases import LEASE_SECONDS
from knowledge.store.base.retention import Retention
from knowledge.types.base import Fact

if TYPE_CHECKING:
    from knowledge.store.base.backend import Backend, Statements
    from knowledge.store.base.leases import Replicas

KEPT_SECONDS = 7 * 24 * 3600.0  # Slack redelivers within minutes; a week leaves room for whoever looks into a log
RETENTION = (Retention(table="deliveries"), Retention(table="posts"))  # keys name nobody; `delete_old` clears them

NOBODY = ""  # holds a message of which it is unknown whether it arrived
Claim = Literal["mine", "busy", "done"]


class HeldElsewhereError(Exception):
    """Another process that runs works on this: it is not ours to send or to end."""


class Posting(Fact):
    """A message that was begun under a key. `ts` is None until Slack confirmed it."""

    key: str
    channel: str
    begun: float
    ts: str | None


def create_deliveries(db: Statements) -> None:
    db.execute(
        "CREATE TABLE deliveries (key TEXT PRIMARY KEY, claimed REAL NOT NULL, owner TEXT NOT NULL, done REAL) STRICT"
    )
    db.execute(
        "CREATE TABLE posts (key TEXT PRIMARY KEY, channel TEXT NOT NULL, begun REAL NOT NULL, ts TEXT) STRICT"
    )


def add_holder(db: Statements) -> None:
    """Who is about to send it; nobody for what an older version began."""
    db.execute(f"ALTER TABLE posts ADD COLUMN holder TEXT NOT NULL DEFAULT '{NOBODY}'")


class Deliveries:
    """Claims and posts. `clock` gives seconds since 1970."""

    def __init__(self, file: Backend, replicas: Replicas, clock: Callable[[], float]) -> None:
        self._file, self._replicas, self._clock = file, replicas, clock
        self._held: set[str] = set()

    def claim(self, key: str, lease: float = LEASE_SECONDS) -> Claim:
        """Whether the work under `key` is ours now, is being done by another process, or is done.

        A claim is taken over when its process is gone; from a process that does not beat after `lease` seconds.
        """
        with self._file.writing() as db:
            while True:
                now = self._clock()
                new = db.execute(
                    "INSERT INTO deliveries (key, claimed, owner) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                    (key, now, self._replicas.name),
                )
                if new.rowcount == 1:
                    break
                row = db.execute(
                    f"SELECT claimed, owner, done FROM deliveries WHERE key = ?{self._file.for_update}",  # noqa: S608 names are ours
                    (key,),
                ).fetchone()
                if row is None:  # released meanwhile
                    continue
                claimed, owner, done = row
                if done is not None:
                    return "done"
                is_lost = owner == self._replicas.name and key not in self._held  # its end could not be written
                if not is_lost and not self._replicas.is_gone(owner, claimed, lease):
                    return "busy"
                db.execute(
                    "UPDATE deliveries SET claimed = ?, owner = ? WHERE key = ?", (now, self._replicas.name, key)
                )
                break
            self._held.add(key)  # before anybody else can see it
        return "mine"

    def finish(self, key: str) -> None:
        """The work under `key` is done and will not be claimed again; nothing if somebody else took it over."""
        self._held.discard(key)
        with self._file.writing() as db:
            db.execute(
                "UPDATE deliveries SET done = ? WHERE key = ? AND owner = ?",
                (self._clock(), key, self._replicas.name),
            )

    def release(self, key: str) -> None:
        """Gives an unfinished claim of ours back; whoever asks next gets it."""
        self._held.discard(key)
        with self._file.writing() as db:
            db.execute(
                "DELETE FROM deliveries WHERE key = ? AND owner = ? AND done IS NULL", (key, self._replicas.name)
            )

    def post_of(self, key: str) -> Posting | None:
        """What is known of a message; None if nobody was about to send it."""
        row = self._file.db.execute("SELECT key, channel, begun, ts FROM posts WHERE key = ?", (key,)).fetchone()
        return Posting(key=row[0], channel=row[1], begun=row[2], ts=row[3]) if row else None

    def begin_post(self, key: str, channel: str) -> Posting | None:
        """Stores that we are about to send a message. Returns what an earlier try left; None for the first try.

        To be called right before each try: it also finds out whether the message is still ours to send.

        Raises:
            HeldElsewhereError: another process that runs is about to send it.
        """
        with self._file.writing() as db:
            while True:
                new = db.execute(
                    "INSERT INTO posts (key, channel, begun, holder) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                    (key, channel, self._clock(), self._replicas.name),
                )
                if new.rowcount == 1:
                    return None
                row = db.execute(
                    f"SELECT key, channel, begun, ts, holder FROM posts WHERE key = ?{self._file.for_update}",  # noqa: S608 names are ours
                    (key,),
                ).fetchone()
                if row is not None:  # else it was dropped meanwhile
                    break
            *known, holder = row
            earlier = Posting(key=known[0], channel=known[1], begun=known[2], ts=known[3])
            if earlier.ts is None and holder != self._replicas.name:
                if holder != NOBODY and not self._replicas.is_gone(holder, earlier.begun):
                    raise HeldElsewhereError(key)
                db.execute("UPDATE posts SET holder = ? WHERE key = ?", (self._replicas.name, key))
        return earlier

    def posted(self, key: str, ts: str) -> None:
        """Slack confirmed the message."""
        with self._file.writing() as db:
            db.execute("UPDATE posts SET ts = ? WHERE key = ?", (ts, key))

    def drop_post(self, key: str) -> None:
        """Nothing was posted under this key, for certain: whoever tries next is the first."""
        with self._file.writing() as db:
            db.execute("DELETE FROM posts WHERE key = ? AND holder = ? AND ts IS NULL", (key, self._replicas.name))

    def let_go(self, key: str) -> None:
        """We try no more, and do not know whether it was posted."""
        with self._file.writing() as db:
            db.execute("UPDATE posts SET holder = ? WHERE key = ? AND holder = ?", (NOBODY, key, self._replicas.name))


def delete_old(db: Statements, now: float) -> None:
    """Deletes claims and posts that nobody will ask about again."""
    db.execute("DELETE FROM deliveries WHERE claimed < ?", (now - KEPT_SECONDS,))
    db.execute("DELETE FROM posts WHERE begun < ?", (now - KEPT_SECONDS,))
