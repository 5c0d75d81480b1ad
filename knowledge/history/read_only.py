"""Opens the store to read one table, without creating it or bringing its tables up to date."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from knowledge.store.base.address import Location, PostgresUrl
from knowledge.store.base.backend import PostgresError, Session, StoreError, has_table

BUSY_SECONDS = 10.0


@contextmanager
def open_read_only(path: Location, table: str) -> Iterator[Session | None]:
    """A connection for reading; None if the file or `table` does not exist yet.

    Raises:
        DATABASE_ERRORS: the store exists and cannot be read.
    """
    if isinstance(path, PostgresUrl):
        with _postgres(path, table) as session:
            yield session
        return
    if not path.exists():
        yield None
        return
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)) as db:
        yield db if has_table(db, table) else None


@contextmanager
def _postgres(url: PostgresUrl, table: str) -> Iterator[Session | None]:
    """On the connections of this process, if it has the store open."""
    from knowledge.store.base.postgres import PostgresDatabase  # its driver is an extra

    try:
        database = PostgresDatabase(url)
    except StoreError as problem:
        raise PostgresError(problem.reason) from None
    with database:
        yield database.session if table in database.tables() else None
