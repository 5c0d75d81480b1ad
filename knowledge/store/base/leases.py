"""Who holds a piece of work, and whether that process still runs.

Each process that serves adds one to its own number in the store every second, and reads the numbers of the others.
One whose number has stayed the same while we added to ours several times is gone, and what it held is free. Nobody's
clock is compared with anybody else's, and while the store cannot be written nobody counts.

A process that adds nothing, such as a command in a terminal, keeps what it holds for a limited time. Of processes on
a file, which are all on one machine, the kernel can say at once that one has ended.
"""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from knowledge.store.base.retention import Retention

if TYPE_CHECKING:
    from knowledge.store.base.backend import Backend, Statements

BEAT_SECONDS = 1.0
MISSED_BEATS = 6  # of ours without one of theirs: six to eight seconds after it died, another goes on with its work
LEASE_SECONDS = 45.0  # for those that do not beat
_OURS: set[str] = set()  # tokens given out by this process
PARTS = 3  # of a name
LEFT = -1  # instead of a number: it stopped in an orderly way
KEPT_SECONDS = 7 * 24 * 3600.0
RETENTION = Retention(table="replicas")  # names machines, nobody's data


def create_replicas(db: Statements) -> None:
    db.execute("CREATE TABLE replicas (name TEXT PRIMARY KEY, beats INTEGER NOT NULL, seen REAL NOT NULL) STRICT")


def new_name() -> str:
    """A name for this process: where it runs, its process id, and a token of its own."""
    token = secrets.token_hex(8)
    _OURS.add(token)
    return f"{_where()} {os.getpid()} {token}"


def has_exited(holder: str, this: str) -> bool:
    """True only when it is certain: `holder` was a process beside this one and no longer runs.

    Beside: on the same start of the same kernel, and where process ids mean the same.
    """
    there, here = holder.split(), this.split()
    if len(there) != PARTS or len(here) != PARTS or there[0] != here[0] or os.name != "posix":
        return False
    if there[1] == here[1]:
        return there[2] not in _OURS  # the first process of a container is always number 1
    try:
        os.kill(int(there[1]), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


@cache
def _where() -> str:
    """The machine since it started, and the namespace of process ids; only the host where that cannot be read."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{socket.gethostname()}/{boot}/{Path('/proc/self/ns/pid').readlink()}"
    except OSError:
        return socket.gethostname()


class _Seen(NamedTuple):
    beats: int
    missed: int


class Replicas:
    """The processes that share a store. `name` is this one. `clock` gives seconds since 1970."""

    def __init__(self, file: Backend, clock: Callable[[], float], name: str | None = None) -> None:
        self._file, self._clock = file, clock
        self.name = name or new_name()
        self._others: dict[str, _Seen] = {}

    def beat(self) -> None:
        """Says that this process runs, and counts who else does. To be called every BEAT_SECONDS."""
        with self._file.writing() as db:
            db.execute(
                "INSERT INTO replicas (name, beats, seen) VALUES (:name, 1, :now)"
                " ON CONFLICT (name) DO UPDATE SET beats = replicas.beats + 1, seen = :now",
                {"name": self.name, "now": self._clock()},
            )
        rows = self._file.db.execute("SELECT name, beats FROM replicas WHERE name <> ?", (self.name,)).fetchall()
        seen: dict[str, _Seen] = {}
        for name, beats in rows:
            before = self._others.get(name)
            has_stopped = before is not None and before.beats == beats
            seen[name] = _Seen(beats, before.missed + 1 if before is not None and has_stopped else 0)
        self._others = seen

    def leave(self) -> None:
        """An orderly end: what is left is free at once."""
        with self._file.writing() as db:
            db.execute("UPDATE replicas SET beats = ? WHERE name = ?", (LEFT, self.name))

    def is_gone(self, holder: str, since: float, lease: float = LEASE_SECONDS) -> bool:
        """Whether what `holder` holds since then may be taken from it."""
        if holder == self.name:
            return False
        if self._file.is_local and has_exited(holder, self.name):
            return True
        known = self._others.get(holder)
        if known is not None:
            return known.beats == LEFT or known.missed >= MISSED_BEATS
        row = self._file.db.execute("SELECT beats, seen FROM replicas WHERE name = ?", (holder,)).fetchone()
        if row is None:
            return since <= self._clock() - lease
        beats, seen = row
        return bool(beats == LEFT or seen <= self._clock() - LEASE_SECONDS)


def delete_gone(db: Statements, now: float) -> None:
    """Deletes processes that nobody has heard of for long: nothing is held by them any more."""
    db.execute("DELETE FROM replicas WHERE seen < ?", (now - KEPT_SECONDS,))
