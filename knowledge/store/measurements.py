"""The table of own measurements in the store's file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from knowledge.store.retention import Retention
from knowledge.types.team import OwnMeasurement

if TYPE_CHECKING:  # reading needs none of it, and a question should not wait for it
    from sqlite_utils import Database

HELD = Retention(table="measurements", team="workspace", user="by", of_user="name")  # the figure is the team's
COLUMNS = tuple(OwnMeasurement.model_fields)
_HELD = f"SELECT {', '.join(COLUMNS)} FROM measurements WHERE workspace = ? ORDER BY id"  # noqa: S608 names are ours


def make_measurements(db: Database) -> None:
    """AUTOINCREMENT: the id of a removed row is not given again, since old cards cite it."""
    db.execute(
        "CREATE TABLE measurements (id INTEGER PRIMARY KEY AUTOINCREMENT, workspace TEXT NOT NULL,"
        " task TEXT NOT NULL, method TEXT NOT NULL, accelerator TEXT NOT NULL, instance TEXT,"
        " chips INTEGER NOT NULL CHECK (chips > 0), model TEXT, parameters REAL NOT NULL CHECK (parameters > 0),"
        " sequence_length INTEGER NOT NULL, precision TEXT NOT NULL,"
        " tokens_per_second REAL NOT NULL CHECK (tokens_per_second > 0),"
        " tokens_per_second_per_accelerator REAL GENERATED ALWAYS AS (tokens_per_second / chips) VIRTUAL,"
        " measured_on TEXT NOT NULL, by TEXT, note TEXT) STRICT"
    )
    db.execute("CREATE INDEX measurements_of ON measurements (workspace)")


class Measured:
    """Own measurements in the open file; `db` and `writing` are the store's."""

    def __init__(self, db: Database, writing: Callable[[], AbstractContextManager[Database]]) -> None:
        self._db, self._writing = db, writing

    def add(self, measurement: OwnMeasurement) -> OwnMeasurement:
        """Writes it whole or not at all; gives it with its id."""
        row: dict[str, Any] = measurement.model_dump(mode="json", exclude={"id"})
        names = ", ".join(row)
        values = ", ".join(f":{name}" for name in row)
        with self._writing() as db:
            made = db.execute(f"INSERT INTO measurements ({names}) VALUES ({values})", row)  # noqa: S608 names are ours
        return measurement.model_copy(update={"id": made.lastrowid})

    def held(self, workspace: str) -> tuple[OwnMeasurement, ...]:
        """Those of one workspace, the oldest first."""
        return tuple(_measurement(row) for row in self._db.execute(_HELD, (workspace,)))

    def remove(self, workspace: str, number: int) -> bool:
        """Whether there was one of that number to remove."""
        with self._writing() as db:
            done = db.execute("DELETE FROM measurements WHERE workspace = ? AND id = ?", (workspace, number))
        return bool(done.rowcount)


def held_in(path: Path, workspace: str) -> tuple[OwnMeasurement, ...]:
    """Those of one workspace, from a file that is only read: none where there is no file, or no table in it yet.

    Raises:
        sqlite3.Error: the file is there and cannot be read.
    """
    if not path.exists():
        return ()
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        known = db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'measurements'").fetchone()
        try:
            return tuple(_measurement(row) for row in db.execute(_HELD, (workspace,))) if known else ()
        except ValidationError as problem:
            raise sqlite3.DatabaseError(str(path)) from problem


def _measurement(row: tuple[Any, ...]) -> OwnMeasurement:
    return OwnMeasurement.model_validate(dict(zip(COLUMNS, row, strict=True)))
