"""Opens the store's file to read one table, without creating the file or bringing its tables up to date."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

BUSY_SECONDS = 10.0


@contextmanager
def open_read_only(path: Path, table: str) -> Iterator[sqlite3.Connection | None]:
    """A read-only connection; None if the file or `table` does not exist yet.

    Raises:
        sqlite3.Error: the file exists and cannot be read.
    """
    if not path.exists():
        yield None
        return
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)) as db:
        exists = db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)).fetchone()
        yield db if exists else None
