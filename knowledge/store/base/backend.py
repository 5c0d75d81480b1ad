"""What a table needs of the database it is in, whichever it is: statements, transactions, turns."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Literal, NamedTuple, Protocol

from knowledge.store.base.address import Location

Reason = Literal[
    "directory", "unwritable", "corrupt", "newer", "full", "locked", "replaced", "unusable",
    "unreachable", "refused", "missing", "no_driver",
]  # fmt: skip


class Rows(Protocol):
    """What a statement gave."""

    @property
    def rowcount(self) -> int: ...
    @property
    def description(self) -> Any: ...
    def fetchone(self) -> Any: ...
    def fetchmany(self, size: int, /) -> list[Any]: ...
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


class Statements(Protocol):
    """Runs statements, in the transaction of this thread if there is one."""

    def execute(self, sql: str, parameters: Any = ..., /) -> Rows: ...


class Session(Statements, Protocol):
    """The same, and one statement for many rows."""

    def executemany(self, sql: str, rows: Iterable[Any], /) -> Any: ...


class Backend(Protocol):
    """A database that is open. Every thread may use it, and so may other processes."""

    @property
    def db(self) -> Statements: ...

    @property
    def session(self) -> Session: ...

    @property
    def is_local(self) -> bool:
        """Whether every process that can open it runs on this machine."""

    @property
    def for_update(self) -> str:
        """Ends a SELECT whose rows stay as they are until the transaction ends."""

    @property
    def skip_locked(self) -> str:
        """The same, leaving out rows that another transaction has."""

    def writing(self, turn: str | None = None) -> AbstractContextManager[Statements]:
        """A transaction. Within another one of this thread it is part of that: all of it is stored, or none.

        Transactions with the same `turn` come one after the other: each reads what the one before it wrote.
        """

    def alone(self, name: str) -> AbstractContextManager[bool] | None:
        """Whether nobody else on this database is inside `name` now; None where only leases can tell."""

    def connection(self) -> Any:
        """For the stores of Slack's SDK, which expect one of SQLite's."""

    def problem(self) -> Reason | None:
        """Why nothing could be stored now; None if a test write went through."""

    def tables(self) -> list[str]: ...

    def columns(self, table: str) -> list[str]:
        """Those that are written; others are computed."""

    def batches(self, sql: str, size: int) -> Iterator[list[Any]]:
        """The rows of a query, some at a time."""

    def last_ids(self) -> dict[str, int]:
        """The last id that each table with numbered rows gave out."""

    def set_last_id(self, table: str, last: int) -> None:
        """The next row of `table` gets a higher one."""

    def close(self) -> None: ...


class Migration(NamedTuple):
    """One step in the layout of the tables. Databases record `name`, so name and number never change."""

    number: int
    name: str
    change: Callable[[Statements], object]


class StoreError(Exception):
    """The store cannot be opened; `reason` says why."""

    def __init__(self, path: Location, reason: Reason) -> None:
        self.path, self.reason = path, reason
        super().__init__(f"{path}: {reason}")


class PostgresError(Exception):
    """A statement failed. It names the kind of failure, neither values nor the connection. `state`: the SQLSTATE."""

    def __init__(self, kind: str, state: str = "") -> None:
        self.state = state
        super().__init__(kind)


DATABASE_ERRORS: tuple[type[Exception], ...] = (sqlite3.Error, PostgresError)


@contextmanager
def one_state(db: Session) -> Iterator[bool]:
    """Several statements see the same state of the database, even while others write.

    Gives whether that is one of all: within a transaction of this thread it may yet be undone.
    """
    if not isinstance(db, sqlite3.Connection):
        with db.one_state() as is_of_all:  # type: ignore[attr-defined]  # the session of PostgreSQL
            yield is_of_all
        return
    if db.in_transaction:
        yield False
        return
    db.execute("BEGIN")
    try:
        yield True
    finally:
        db.rollback()


def has_table(db: Statements, table: str) -> bool:
    """Whether a SQLite file has it; PostgreSQL has every table from its first start on."""
    if not isinstance(db, sqlite3.Connection):
        return True
    return bool(db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)).fetchone())
