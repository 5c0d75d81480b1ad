"""What Slack delivered and nobody has finished yet: stored before it is acknowledged, deleted once it is dealt with.

Slack sends nothing again that was acknowledged. So each delivery is written down first, held by the process that
works on it, and taken over by another one, or by the next start, when its holder is gone.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from knowledge.store.base.leases import LEASE_SECONDS
from knowledge.store.base.retention import Retention
from knowledge.types.base import Fact

if TYPE_CHECKING:
    from knowledge.store.base.backend import Backend, Statements
    from knowledge.store.base.leases import Replicas

TRIES = 6  # by so many processes; after that it is what ends them
TAKEN_AT_ONCE = 8  # so that the living share what a dead one left
SETTLING_SECONDS = 2.0  # before its own process begins again what the store failed under
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


def create_inbox(db: Statements) -> None:
    db.execute(
        "CREATE TABLE inbox (key TEXT PRIMARY KEY, team TEXT NOT NULL, body TEXT NOT NULL,"
        " taken REAL NOT NULL, held REAL NOT NULL, holder TEXT NOT NULL, tries INTEGER NOT NULL) STRICT"
    )


class Inbox:
    """Deliveries in work. `clock` gives seconds since 1970."""

    def __init__(self, file: Backend, replicas: Replicas, clock: Callable[[], float]) -> None:
        self._file, self._replicas, self._clock = file, replicas, clock
        self._in_hand: set[str] = set()

    def take(self, key: str, team: str, body: str) -> bool:
        """Writes a delivery down as ours; False if it is held already."""
        now, is_new = self._clock(), False
        try:
            with self._file.writing() as db:
                done = db.execute(
                    "INSERT INTO inbox (key, team, body, taken, held, holder, tries)"
                    " VALUES (?, ?, ?, ?, ?, ?, 1) ON CONFLICT DO NOTHING",
                    (key, team, body, now, now, self._replicas.name),
                )
                is_new = done.rowcount == 1
                if is_new:  # before anybody can see it: a thread may stand still behind the commit
                    self._in_hand.add(key)
        except BaseException:
            if is_new:  # it may have been written all the same; then it is left
                self._in_hand.discard(key)
            raise
        return is_new

    def done(self, key: str) -> None:
        """It was dealt with: nothing of it is kept. If another process took it over, that is for the other to say."""
        try:
            with self._file.writing() as db:
                db.execute("DELETE FROM inbox WHERE key = ? AND holder = ?", (key, self._replicas.name))
        finally:  # not before: it would seem left while this waits for its turn to write
            self._in_hand.discard(key)

    def is_ours(self, key: str) -> bool:
        """Whether we still hold it. Inside a transaction it stays so until that ends."""
        row = self._file.db.execute(
            f"SELECT holder FROM inbox WHERE key = ?{self._file.for_update}",  # noqa: S608 names are ours
            (key,),
        ).fetchone()
        return row is not None and row[0] == self._replicas.name

    def put_back(self, key: str) -> None:
        """It is not worked on any more and not done: somebody takes it up again, in a moment."""
        self._in_hand.discard(key)

    def has_message(self, team: str, channel: str, ts: str) -> bool:
        """Whether the message that stands there is among what is not dealt with, in any process."""
        rows = self._file.db.execute("SELECT body FROM inbox WHERE team = ? AND body LIKE ?", (team, f"%{ts}%"))
        for (body,) in rows.fetchall():
            event = json.loads(body).get("event") or {}
            if event.get("ts") == ts and event.get("channel") == channel:
                return True
        return False

    def waiting(self) -> tuple[int, float | None]:
        """How many deliveries are not dealt with, by any process, and when the oldest one came."""
        count, oldest = self._file.db.execute("SELECT count(*), min(taken) FROM inbox").fetchone()
        return int(count), oldest

    def take_over(self) -> tuple[Delivery, ...]:
        """Some of what processes left that are gone, oldest first; it is held by this process from now on.

        Of several processes that look at the same time each gets others.
        """
        left = self._left()
        if not left:  # nearly always: no need for the write lock
            return ()
        marks = ", ".join("?" * len(left))
        with self._file.writing() as db:
            rows = db.execute(
                f"SELECT key, body, taken, tries, holder FROM inbox WHERE key IN ({marks})"  # noqa: S608 names are ours
                f" ORDER BY taken, key{self._file.skip_locked}",
                tuple(left),
            ).fetchall()
            taken = tuple(
                Delivery(key=key, body=body, taken=since, tries=tries)
                for key, body, since, tries, holder in rows
                if holder == left[key]  # else somebody else has it now
            )
            for delivery in taken:
                db.execute(
                    "UPDATE inbox SET held = ?, holder = ?, tries = tries + 1 WHERE key = ?",
                    (self._clock(), self._replicas.name, delivery.key),
                )
            self._in_hand |= {delivery.key for delivery in taken}
        return taken

    def _left(self) -> dict[str, str]:
        """The keys of what nobody works on, with who held it."""
        rows = self._file.db.execute("SELECT key, held, holder FROM inbox ORDER BY taken, key").fetchall()
        found: dict[str, str] = {}
        for key, held, holder in rows:
            if self._is_left(key, held, holder):
                found[key] = holder
                if len(found) == TAKEN_AT_ONCE:
                    break
        return found

    def _is_left(self, key: str, held: float, holder: str) -> bool:
        """Ours is left where writing it down failed halfway, or writing down that it is done."""
        if holder == self._replicas.name:
            return key not in self._in_hand and held <= self._clock() - SETTLING_SECONDS
        return self._replicas.is_gone(holder, held, HELD_SECONDS)
