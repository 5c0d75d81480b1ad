"""A PostgreSQL database as the store: the same tables and statements as the SQLite file, for several machines.

Threads share a few connections. A lost one is replaced when the next statement needs one. A statement under way when
it is lost fails, and nothing of its transaction is kept.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

from knowledge.store.base.address import PostgresUrl
from knowledge.store.base.advisory_locks import AdvisoryLocks, number_of
from knowledge.store.base.backend import Migration, PostgresError, Reason, StoreError
from knowledge.store.base.dialect import for_postgres

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg_pool import ConnectionPool

CONNECTIONS = 12  # of one process at most
WAIT_SECONDS = 20.0  # for a free connection, or a server that restarts
LOCK_SECONDS = 60  # for a turn that another transaction has: the import of a long price list takes a while
STILL_SECONDS = (
    20  # without a statement inside a transaction: its process stands still, and others need what it holds
)
CONNECT_SECONDS = 5  # for one attempt to connect
UNWRITABLE = frozenset({"25006", "42501", "53100"})  # read-only, no permission, the disk is full
ID_SEQUENCE = "_id_seq"
MIGRATIONS = "chipscout_migrations"
# The server notices after 25 s that a machine is gone without a word, and gives its locks to others.
ON_CONNECT = (
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
    f"SET lock_timeout = {LOCK_SECONDS * 1000}",
    f"SET idle_in_transaction_session_timeout = {STILL_SECONDS * 1000}",
)


class PostgresSession:
    """Runs statements as `Session` says: in the transaction of this thread, else each by itself."""

    def __init__(self, pool: ConnectionPool[Any]) -> None:
        self._pool, self._local, self._locks = pool, threading.local(), AdvisoryLocks(pool)

    def execute(self, sql: str, parameters: Any = (), /) -> Any:
        with self._connected() as connection:
            return connection.execute(for_postgres(sql), _values(parameters))

    def executemany(self, sql: str, rows: Iterable[Any], /) -> Any:
        from psycopg import Cursor  # not the one of the connection: this one sends many rows at a time

        with self._connected() as connection:
            cursor = Cursor(connection)
            cursor.executemany(for_postgres(sql), [_values(row) for row in rows])
            return cursor

    def batches(self, sql: str, size: int) -> Iterator[list[Any]]:
        """Inside a transaction or `one_state`: the server keeps the rest meanwhile."""
        with self._connected() as connection, connection.cursor(name="batches") as cursor:
            cursor.execute(for_postgres(sql), ())
            while rows := cursor.fetchmany(size):
                yield rows

    @contextmanager
    def transaction(self, turn: str | None = None) -> Iterator[Self]:
        if self._held() is not None:
            self._wait_for(turn)
            yield self
            return
        with self._connected() as connection, connection.transaction(), self._holding(connection):
            self._wait_for(turn)
            yield self

    @contextmanager
    def one_state(self) -> Iterator[bool]:
        """Statements within it see the same state of the database. Gives whether it is one of all."""
        if self._held() is not None:
            yield False
            return
        with self._connected() as connection, self._holding(connection):
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            try:
                yield True
            finally:
                connection.rollback()

    @contextmanager
    def alone(self, name: str) -> Iterator[bool]:
        """The lock ends with the connection, and so with the process."""
        with _told_apart():
            is_ours = self._locks.take(name)
        try:
            yield is_ours
        finally:
            if is_ours:
                self._locks.give_back(name)

    def _wait_for(self, turn: str | None) -> None:
        if turn is not None:
            self.execute("SELECT pg_advisory_xact_lock(?)", (number_of(turn),))

    def _held(self) -> Connection[Any] | None:
        return getattr(self._local, "connection", None)

    @contextmanager
    def _holding(self, connection: Connection[Any]) -> Iterator[None]:
        self._local.connection = connection
        try:
            yield
        finally:
            self._local.connection = None

    @contextmanager
    def _connected(self) -> Iterator[Connection[Any]]:
        held = self._held()
        with _told_apart():
            if held is not None:
                yield held
            else:
                with self._pool.connection() as connection:
                    yield connection


class PostgresDatabase:
    """The open database. Processes of many machines may share it."""

    is_local = False
    for_update, skip_locked = " FOR UPDATE", " FOR UPDATE SKIP LOCKED"

    def __init__(self, url: PostgresUrl, migrations: Sequence[Migration] = ()) -> None:
        """Connects, and applies the migrations the database has not had, in their order.

        Raises:
            StoreError: the driver is not installed, the server or the database cannot be used, or a newer version
                made the tables.
        """
        self.url = url
        self._known = {migration.name for migration in migrations}
        self.session = self.db = PostgresSession(_Pools.take(url))
        try:
            self._migrate(migrations)
        except PostgresError as problem:
            self.close()
            raise StoreError(url, "unusable") from problem
        except StoreError:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections, unless something else in this process uses them."""
        _Pools.give_back(self.url)

    @contextmanager
    def writing(self, turn: str | None = None) -> Iterator[PostgresSession]:
        with self.session.transaction(turn) as session:
            yield session

    @contextmanager
    def alone(self, name: str) -> Iterator[bool]:
        """A lock that ends with its connection, and so with its process."""
        with self.session.alone(name) as is_ours:
            yield is_ours

    def problem(self) -> Reason | None:
        """Why nothing could be stored now; None if a test write went through."""
        try:
            with self.writing() as db:
                db.execute("UPDATE replicas SET seen = seen WHERE name = ''")  # no row, but a right to write
            return "newer" if self._known and self.applied() - self._known else None
        except PostgresError as problem:
            return "unwritable" if problem.state in UNWRITABLE else "unreachable"

    def connection(self) -> SdkConnection:
        return SdkConnection(self.session)

    def tables(self) -> list[str]:
        rows = self.db.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"
        )
        return [name for (name,) in rows if name != MIGRATIONS]

    def columns(self, table: str) -> list[str]:
        rows = self.db.execute(
            "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema()"
            " AND table_name = ? AND is_generated = 'NEVER' ORDER BY ordinal_position",
            (table,),
        )
        return [name for (name,) in rows]

    def batches(self, sql: str, size: int) -> Iterator[list[Any]]:
        return self.session.batches(sql, size)

    def last_ids(self) -> dict[str, int]:
        rows = self.db.execute(
            "SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = current_schema()"
            " AND last_value IS NOT NULL"
        )
        return {name.removesuffix(ID_SEQUENCE): last for name, last in rows}

    def set_last_id(self, table: str, last: int) -> None:
        self.db.execute("SELECT setval(?, ?)", (f"{table}{ID_SEQUENCE}", last))

    def applied(self) -> set[str]:
        """The names of the migrations it has had."""
        there = "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = ?"
        if self.db.execute(there, (MIGRATIONS,)).fetchone() is None:  # to_regclass may answer from before our turn
            return set()
        return {name for (name,) in self.db.execute(f"SELECT name FROM {MIGRATIONS}")}  # noqa: S608 names are ours

    def _migrate(self, migrations: Sequence[Migration]) -> None:
        if not migrations:
            return
        if self.applied() == self._known:
            return
        with self.writing("migrations") as db:  # replicas that start together: one makes the tables
            applied = self.applied()
            if not applied <= self._known:
                raise StoreError(self.url, "newer")
            db.execute(f"CREATE TABLE IF NOT EXISTS {MIGRATIONS} (name TEXT PRIMARY KEY)")
            for migration in migrations:
                if migration.name not in applied:
                    migration.change(db)
                    db.execute(f"INSERT INTO {MIGRATIONS} (name) VALUES (?)", (migration.name,))  # noqa: S608 names are ours


class SdkConnection:
    """As much of `sqlite3.Connection` as Slack's SDK uses of it; each statement is a transaction."""

    def __init__(self, session: PostgresSession) -> None:
        self._session = session

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...

    def commit(self) -> None: ...

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> Any:
        return self._session.execute(sql, parameters)


class _Pools:
    """The connections of this process by address: the store and the readers of prices share them."""

    _guard = threading.Lock()
    _open: dict[tuple[int, PostgresUrl], tuple[ConnectionPool[Any], int]] = {}

    @classmethod
    def take(cls, url: PostgresUrl) -> ConnectionPool[Any]:
        with cls._guard:
            pool, users = cls._open.get((os.getpid(), url)) or (_connect(url), 0)
            cls._open[os.getpid(), url] = pool, users + 1
        return pool

    @classmethod
    def give_back(cls, url: PostgresUrl) -> None:
        with cls._guard:
            pool, users = cls._open.pop((os.getpid(), url), (None, 0))
            if pool is not None and users > 1:
                cls._open[os.getpid(), url] = pool, users - 1
                return
        if pool is not None:
            pool.close()


def _connect(url: PostgresUrl) -> ConnectionPool[Any]:
    """Raises StoreError: the driver, the server or the database says no."""
    try:
        import psycopg
        from psycopg_pool import ConnectionPool
    except ImportError:
        raise StoreError(url, "no_driver") from None
    try:
        psycopg.connect(url.with_password(), connect_timeout=CONNECT_SECONDS).close()
    except psycopg.Error as problem:
        raise StoreError(url, _why_not(str(problem))) from None  # the driver's words may repeat the address
    return ConnectionPool(
        url.with_password(),
        kwargs={
            "autocommit": True,
            "connect_timeout": CONNECT_SECONDS,
            "cursor_factory": psycopg.ClientCursor,
            "application_name": "chipscout",
        },
        min_size=1,
        max_size=CONNECTIONS,
        timeout=WAIT_SECONDS,
        configure=_configure,
        check=ConnectionPool.check_connection,
        name="chipscout",
        open=True,
    )


def _configure(connection: Connection[Any]) -> None:
    connection.execute("; ".join(ON_CONNECT))


def _why_not(said: str) -> Reason:
    if "does not exist" in said and "database" in said:
        return "missing"
    return "refused" if "FATAL" in said or "password" in said else "unreachable"


@contextmanager
def _told_apart() -> Iterator[None]:
    """Raises PostgresError for whatever the driver raises."""
    import psycopg

    try:
        yield
    except psycopg.Error as problem:
        raise PostgresError(_kind(problem), str(problem.sqlstate or "")) from None


def _kind(problem: Any) -> str:
    """The class and number of an error; its own words only where they cannot hold a value."""
    state = str(problem.sqlstate or "")
    said = f": {problem.diag.message_primary}" if state.startswith("42") else ""
    return f"{type(problem).__name__} {state}{said}".strip()


def _values(parameters: Any) -> Any:
    if isinstance(parameters, Mapping):
        return {name: _value(value) for name, value in parameters.items()}
    return tuple(_value(value) for value in parameters)


def _value(value: Any) -> Any:
    """Flags are numbers, as in SQLite. PostgreSQL stores no character zero."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, str) and "\0" in value:
        return value.replace("\0", "\N{REPLACEMENT CHARACTER}")
    return value
