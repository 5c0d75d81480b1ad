"""Throughput that a team measured itself. Other workspaces never see it."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from knowledge.history.read_only import open_read_only
from knowledge.store.base.address import Location
from knowledge.store.base.retention import Retention
from knowledge.types.team import OwnMeasurement

if TYPE_CHECKING:  # reading does without sqlite_utils, and a question should not wait for its import
    from knowledge.store.base.backend import Backend, Statements

RETENTION = Retention(table="measurements", team="workspace", user="by", on_forget_user="clear_name")
COLUMNS = tuple(OwnMeasurement.model_fields)
_OF_TEAM = f"SELECT {', '.join(COLUMNS)} FROM measurements WHERE workspace = ? ORDER BY id"  # noqa: S608 names are ours


def create_measurements(db: Statements) -> None:
    """AUTOINCREMENT: the id of a removed row is never used again, because old cards cite it."""
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


class Measurements:
    """Own measurements by workspace."""

    def __init__(self, file: Backend) -> None:
        self._file = file

    def add(self, measurement: OwnMeasurement) -> OwnMeasurement:
        """Writes it and returns it with its id."""
        row: dict[str, Any] = measurement.model_dump(mode="json", exclude={"id"})
        names, values = ", ".join(row), ", ".join(f":{name}" for name in row)
        with self._file.writing() as db:
            (number,) = db.execute(
                f"INSERT INTO measurements ({names}) VALUES ({values}) RETURNING id",  # noqa: S608 names are ours
                row,
            ).fetchone()
        return measurement.model_copy(update={"id": number})

    def of_team(self, workspace: str) -> tuple[OwnMeasurement, ...]:
        """A workspace's own measurements, oldest first."""
        return tuple(_measurement(row) for row in self._file.db.execute(_OF_TEAM, (workspace,)))

    def remove(self, workspace: str, number: int) -> bool:
        """Removes one by its id; False if the workspace has none with that id."""
        with self._file.writing() as db:
            done = db.execute("DELETE FROM measurements WHERE workspace = ? AND id = ?", (workspace, number))
        return bool(done.rowcount)


def own_measurements_in(path: Location, workspace: str) -> tuple[OwnMeasurement, ...]:
    """A workspace's measurements from a store opened read-only; empty if the file or its table does not exist yet.

    Raises:
        DATABASE_ERRORS: the store exists and cannot be read.
    """
    with open_read_only(path, "measurements") as db:
        try:
            return tuple(_measurement(row) for row in db.execute(_OF_TEAM, (workspace,))) if db else ()
        except ValidationError as problem:
            raise sqlite3.DatabaseError(str(path)) from problem


def _measurement(row: tuple[Any, ...]) -> OwnMeasurement:
    return OwnMeasurement.model_validate(dict(zip(COLUMNS, row, strict=True)))
