"""The SQLite file: opens it, brings its tables up to date, gives each thread a connection and one writer at a time.

The file uses a write-ahead log, so readers never wait. It records each migration by name; a file with a name that is
unknown here was written by a newer version and is refused.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple, Self

from sqlite_utils import Database, Migrations

BUSY_MS = 10_000
SET = "chipscout"
COUNTED = ("first_tables", "make_measurements")  # the oldest files only count these, in user_version
NAMED = 3  # user_version of a file that names its migrations; to versions that count them it looks newer

Reason = Literal["directory", "unwritable", "corrupt", "newer", "unusable"]


class Migration(NamedTuple):
    """One step in the layout of the file. Files record `name`, so name and number never change."""

    number: int
    name: str
    change: Callable[[Database], None]


class StoreError(Exception):
    """The file cannot be used; `reason` says why."""

    def __init__(self, path: Path, reason: Reason) -> None:
        self.path, self.reason = path, reason
        super().__init__(f"{path}: {reason}")


class SqliteFile:
    """The open file. Each thread gets its own connection, and several processes may share the file."""

    def __init__(self, path: Path, migrations: Sequence[Migration]) -> None:
        """Opens or creates the file and applies the migrations it has not had, in their order.

        Raises:
            StoreError: the path is a folder, not writable or not a database, or a newer version wrote the file.
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
                path.touch(mode=0o600)  # it holds questions and tokens; SQLite gives its other files the same mode
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
        db: Database | None = getattr(self._local, "db", None)
        if db is None:
            connection = sqlite3.connect(self.path, timeout=BUSY_MS / 1000, check_same_thread=False)
            with self._guard:
                self._open.append(connection)
            db = Database(connection)
            # With a write-ahead log, a power cut may lose the last answer but never the file.
            db.execute("PRAGMA synchronous = NORMAL")
            self._local.db = db
        return db

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """A transaction that holds the write lock from its start, so that reading and then writing is atomic.

        Within another one of this thread it is part of that: all of it is stored, or none.
        """
        db = self.db
        if db.conn.in_transaction:
            yield db
            return
        db.execute("BEGIN IMMEDIATE")
        try:
            yield db
        except BaseException:
            db.rollback()
            raise
        db.commit()

    def _migrate(self, migrations: Sequence[Migration]) -> None:
        known = Migrations(SET)
        for migration in migrations:
            known(name=migration.name)(migration.change)
        names = {migration.name for migration in migrations}
        self.db.enable_wal()
        with self.writing() as db:
            version = int(db.execute("PRAGMA user_version").fetchone()[0])
            if version > NAMED or not {applied.name for applied in known.applied(db)} <= names:
                raise StoreError(self.path, "newer")
            known.ensure_migrations_table(db)
            for name in COUNTED[: version if version < NAMED else 0]:
                known._record_applied(db, name)  # sqlite_utils has no public way to record a migration as applied
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
