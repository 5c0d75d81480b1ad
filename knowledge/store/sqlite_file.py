"""The SQLite file: opening it, its tables brought up to date, one connection for each thread, one writer at a time.

WAL, so that readers never wait. Migrations have names, recorded in the file beside them: each room that keeps a
table adds one, and their order matters to nobody else.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, Self

from sqlite_utils import Database, Migrations

BUSY_MS = 10_000
SET = "chipscout"
NUMBERED = ("first_tables", "make_measurements")  # files of before names carry the count of these in user_version
NAMED = 3  # user_version of a file whose migrations have names; what counts them takes it for a newer one

Migration = Callable[[Database], None]
Reason = Literal["directory", "unwritable", "corrupt", "newer", "unusable"]


class StoreError(Exception):
    """The file cannot be used; `reason` says why."""

    def __init__(self, path: Path, reason: Reason) -> None:
        self.path, self.reason = path, reason
        super().__init__(f"{path}: {reason}")


class File:
    """The open file. Each thread gets its own connection."""

    def __init__(self, path: Path, migrations: Sequence[Migration]) -> None:
        """Opens or makes the file and brings its tables up to date.

        Raises:
            StoreError: a folder, not writable, not a database, or written by a newer chipscout.
        """
        self.path = path
        self._local = threading.local()
        self._open: list[sqlite3.Connection] = []
        self._guard = threading.Lock()
        if path.is_dir():
            raise StoreError(path, "directory")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                path.touch(mode=0o600)  # questions and tokens are the owner's alone; SQLite's other files follow suit
            self._migrate(migrations)
        except StoreError:
            self.close()
            raise
        except (OSError, sqlite3.Error) as problem:
            self.close()
            raise StoreError(path, _reason(problem)) from problem

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections of every thread."""
        with self._guard:
            for connection in self._open:
                connection.close()
            self._open.clear()
        self._local = threading.local()

    @property
    def db(self) -> Database:
        """This thread's connection."""
        made: Database | None = getattr(self._local, "db", None)
        if made is None:
            connection = sqlite3.connect(self.path, timeout=BUSY_MS / 1000, check_same_thread=False)
            with self._guard:
                self._open.append(connection)
            made = Database(connection)
            # With WAL a power cut may lose the last answer, never the file.
            made.execute("PRAGMA synchronous = NORMAL")
            self._local.db = made
        return made

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """One transaction that holds the write lock from its start, so that reading and then writing is one step."""
        db = self.db
        db.execute("BEGIN IMMEDIATE")
        try:
            yield db
        except BaseException:
            db.rollback()
            raise
        db.commit()

    def _migrate(self, migrations: Sequence[Migration]) -> None:
        known = Migrations(SET)
        for migrate in migrations:
            known(name=migrate.__name__)(migrate)
        names = {migrate.__name__ for migrate in migrations}
        self.db.enable_wal()
        with self.writing() as db:
            number = int(db.execute("PRAGMA user_version").fetchone()[0])
            if number > NAMED or not {done.name for done in known.applied(db)} <= names:
                raise StoreError(self.path, "newer")
            known.ensure_migrations_table(db)
            for name in NUMBERED[: number if number < NAMED else 0]:
                known._record_applied(db, name)  # there is no public way to say that one was done
            db.execute(f"PRAGMA user_version = {NAMED}")
            known.apply(db)


def _reason(problem: OSError | sqlite3.Error) -> Reason:
    if isinstance(problem, OSError):
        return "unwritable"
    match getattr(problem, "sqlite_errorname", "").split("_")[1:2]:
        case ["CANTOPEN"] | ["READONLY"] | ["PERM"]:
            return "unwritable"
        case ["NOTADB"] | ["CORRUPT"]:
            return "corrupt"
    return "unusable"
