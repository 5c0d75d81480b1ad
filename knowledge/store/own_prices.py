"""What a team pays instead of list prices. Other workspaces never see it."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from knowledge.history.read_only import open_read_only
from knowledge.store.base.address import Location
from knowledge.store.base.retention import Retention
from knowledge.types.team import OwnPrice

if TYPE_CHECKING:  # reading does without sqlite_utils, and a question should not wait for its import
    from knowledge.store.base.backend import Backend, Statements

RETENTION = Retention(table="own_prices", team="team", user="by", on_forget_user="clear_name")
COLUMNS = tuple(OwnPrice.model_fields)
_OF_TEAM = f"SELECT {', '.join(COLUMNS)} FROM own_prices WHERE team = ? ORDER BY id"  # noqa: S608 names are ours


def create_own_prices(db: Statements) -> None:
    """AUTOINCREMENT: the id of a removed row is never used again, because old cards cite it."""
    db.execute(
        "CREATE TABLE own_prices (id INTEGER PRIMARY KEY AUTOINCREMENT, team TEXT NOT NULL, kind TEXT NOT NULL,"
        " scope TEXT NOT NULL, name TEXT NOT NULL, cloud TEXT NOT NULL, region TEXT, purchase TEXT,"
        " amount TEXT NOT NULL, valid_from TEXT NOT NULL, valid_until TEXT, by TEXT, note TEXT) STRICT"
    )
    db.execute("CREATE INDEX own_prices_of ON own_prices (team)")


class OwnPrices:
    """Own prices by workspace."""

    def __init__(self, file: Backend) -> None:
        self._file = file

    def add(self, *prices: OwnPrice) -> tuple[OwnPrice, ...]:
        """Writes all of them or none, and returns each with its id."""
        added = []
        with self._file.writing() as db:
            for price in prices:
                row: dict[str, Any] = price.model_dump(mode="json", exclude={"id"})
                names, values = ", ".join(row), ", ".join(f":{name}" for name in row)
                (number,) = db.execute(
                    f"INSERT INTO own_prices ({names}) VALUES ({values}) RETURNING id",  # noqa: S608 names are ours
                    row,
                ).fetchone()
                added.append(price.model_copy(update={"id": number}))
        return tuple(added)

    def of_team(self, team: str) -> tuple[OwnPrice, ...]:
        """A workspace's own prices, oldest first, including those that are no longer valid."""
        return tuple(_price(row) for row in self._file.db.execute(_OF_TEAM, (team,)))

    def remove(self, team: str, number: int) -> bool:
        """Removes one by its id; False if the workspace has none with that id."""
        with self._file.writing() as db:
            done = db.execute("DELETE FROM own_prices WHERE team = ? AND id = ?", (team, number))
        return bool(done.rowcount)


def own_prices_in(path: Location, team: str) -> tuple[OwnPrice, ...]:
    """A workspace's own prices from a store opened read-only; empty if the file or its table does not exist yet.

    Raises:
        DATABASE_ERRORS: the store exists and cannot be read.
    """
    with open_read_only(path, "own_prices") as db:
        try:
            return tuple(_price(row) for row in db.execute(_OF_TEAM, (team,))) if db else ()
        except ValidationError as problem:
            raise sqlite3.DatabaseError(str(path)) from problem


def _price(row: tuple[Any, ...]) -> OwnPrice:
    return OwnPrice.model_validate(dict(zip(COLUMNS, row, strict=True)))
