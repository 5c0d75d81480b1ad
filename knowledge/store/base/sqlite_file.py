"""The SQLite file: opens it, brings its tables up to date, gives each thread a connection and one writer at a time.

The file uses a write-ahead log, so readers never wait. It records each migration by name; a file with a name that is
unknown here was written by a newer version and is refused.
"""

from __future__ import annotations

import errno
import shutil
import sqlite3
import threading
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

from sqlite_utils import Database, Migrations

from knowledge.store.base.backend import Migration, Reason, StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

BUSY_MS = 10_000
SET = "chipscout"
OWN_TABLES = frozenset({"_sqlite_migrations", "sqlite_sequence"})
COUNTED = ("first_tables", "make_measurements")  # the oldest files only count these, in user_version
NAMED = 3  # user_version of a file that names its migrations; to versions that count them it looks newer

PROBE_MS = 2_000  # for the test write of `problem`: another process writes for less than that
LEAST_FREE_BYTES = 8 * 2**20  # with less on the disk the next questions would fail


class _Own:
    """A thread's connection. When the thread has ended nothing refers to this any more, and it is closed."""

    def __init__(self, db: Database, is_over: Callable[[sqlite3.Connection], None]) -> None:
        self.db = db
        weakref.finalize(self, is_over, db.conn).atexit = False


class SqliteFile:
    """The open file. Each thread gets its own connection, until it ends, and several processes may share the file."""

    is_local = True
    for_update = skip_locked = ""  # whoever writes is alone

    def __init__(self, path: Path, migrations: Sequence[Migration]) -> None:
        """Opens or creates the file and applies the migrations it has not had, in their order.

        Raises:
            StoreError: the path is a folder, not writable or not a database, or a newer version wrote the file.
        """
        self.path = path
        self._names = {migration.name for migration in migrations}
        self._local = threading.local()
        self._open: set[sqlite3.Connection] = set()
        self._is_closed = False
        self._guard = threading.RLock()  # a connection may end wherever the garbage is collected
        if path.is_dir():
            raise StoreError(path, "directory")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                path.touch(mode=0o600)  # it holds questions and tokens; SQLite gives its other files the same mode
            self._migrate(migrations)
            self._inode = path.stat().st_ino
        except StoreError:
            self.close()
            raise
        except (OSError, sqlite3.Error) as problem:
            self.close()
            raise StoreError(path, reason_of(problem)) from problem

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections of every thread, for good: one that a straggler opened later would leave the
        write-ahead log beside the file."""
        with self._guard:
            self._is_closed = True
            for connection in self._open:
                connection.close()
            self._open.clear()
        self._local = threading.local()

    @property
    def db(self) -> Database:
        """This thread's connection.

        Raises:
            sqlite3.ProgrammingError: the file was closed.
        """
        own: _Own | None = getattr(self._local, "own", None)
        if own is None:
            with self._guard:
                if self._is_closed:
                    raise sqlite3.ProgrammingError("the file was closed")
                connection = sqlite3.connect(self.path, timeout=BUSY_MS / 1000, check_same_thread=False)
                self._open.add(connection)
            db = Database(connection)
            # With a write-ahead log, a power cut may lose the last answer but never the file.
            db.execute("PRAGMA synchronous = NORMAL")
            self._local.own = own = _Own(db, self._ends)
        return own.db

    def _ends(self, connection: sqlite3.Connection) -> None:
        with self._guard:  # of two that close at once neither is the last, and both leave the write-ahead log
            self._open.discard(connection)
            connection.close()

    @property
    def session(self) -> sqlite3.Connection:
        """The same connection, for many rows at a time."""
        connection: sqlite3.Connection = self.db.conn
        return connection

    def connection(self) -> sqlite3.Connection:
        return self.session

    def alone(self, name: str) -> None:
        """A file has no lock that ends with its process: the store takes a lease."""

    def tables(self) -> list[str]:
        names: list[str] = self.db.table_names()
        return [name for name in names if name not in OWN_TABLES]

    def columns(self, table: str) -> list[str]:
        return [row[1] for row in self.session.execute(f"PRAGMA table_xinfo({table})") if not row[6]]

    def batches(self, sql: str, size: int) -> Iterator[list[Any]]:
        cursor = self.session.execute(sql)
        while rows := cursor.fetchmany(size):
            yield rows

    def last_ids(self) -> dict[str, int]:
        given = dict(self.session.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
        for table in self.tables():
            columns = self.session.execute(f"PRAGMA table_info({table})").fetchall()
            if any(name == "id" and kind.upper() == "INTEGER" and key for _, name, kind, _, _, key in columns):
                (highest,) = self.session.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()  # noqa: S608 names are ours
                given[table] = max(given.get(table, 0), highest)
        return {table: last for table, last in given.items() if last}

    def set_last_id(self, table: str, last: int) -> None:
        """Where a removed row may leave its id to the next, there is nothing to set."""
        layout = self.session.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        if "AUTOINCREMENT" in layout[0]:
            self.session.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
            self.session.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, last))

    @contextmanager
    def writing(self, turn: str | None = None) -> Iterator[Database]:  # noqa: ARG002 - one writer at a time anyway
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

    def problem(self) -> Reason | None:
        """Why nothing could be stored now; None if a test write went through."""
        try:
            if shutil.disk_usage(self.path.parent).free < LEAST_FREE_BYTES:
                return "full"
            if not self.path.exists() or self.path.stat().st_ino != self._inode:  # open connections have the old one
                return "replaced"
            probe = sqlite3.connect(self.path, timeout=PROBE_MS / 1000, isolation_level=None)
            try:
                return self._try_write(Database(probe))
            finally:
                probe.close()
        except (OSError, sqlite3.Error) as problem:
            return reason_of(problem)

    def _try_write(self, db: Database) -> Reason | None:
        """Writes the header as it is."""
        db.execute("BEGIN IMMEDIATE")
        version = int(db.execute("PRAGMA user_version").fetchone()[0])
        if version > NAMED or not {applied.name for applied in Migrations(SET).applied(db)} <= self._names:
            return "newer"
        db.execute(f"PRAGMA user_version = {version}")
        db.execute("COMMIT")
        return None

    def _migrate(self, migrations: Sequence[Migration]) -> None:
        known = Migrations(SET)
        for migration in migrations:
            known(name=migration.name)(cast("Callable[[Database], None]", migration.change))
        self.db.enable_wal()
        with self.writing() as db:
            version = int(db.execute("PRAGMA user_version").fetchone()[0])
            if version > NAMED or not {applied.name for applied in known.applied(db)} <= self._names:
                raise StoreError(self.path, "newer")
            known.ensure_migrations_table(db)
            for name in COUNTED[: version if version < NAMED else 0]:
                known._record_applied(db, name)  # sqlite_utils has no public way to record a migration as applied
            db.execute(f"PRAGMA user_version = {NAMED}")
            known.apply(db)


def reason_of(problem: OSError | sqlite3.Error) -> Reason:
    if isinstance(problem, OSError):
        return "full" if problem.errno == errno.ENOSPC else "unwritable"
    match getattr(problem, "sqlite_errorname", "").split("_")[1:2]:
        case ["FULL"]:
            return "full"
        case ["BUSY"] | ["LOCKED"]:
            return "locked"
        case ["CANTOPEN"] | ["READONLY"] | ["PERM"]:
            return "unwritable"
        case ["NOTADB"] | ["CORRUPT"]:
            return "corrupt"
    return "unusable"
