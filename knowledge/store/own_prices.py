"""What a team pays instead of list prices, in the store's file: never seen by another workspace."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from knowledge.store.retention import Retention
from knowledge.types.team import OwnPrice

if TYPE_CHECKING:  # reading needs none of it, and a question should not wait for it
    from sqlite_utils import Database

HELD = Retention(table="own_prices", team="team", user="by", of_user="name")  # the price is the team's
COLUMNS = tuple(OwnPrice.model_fields)
_HELD = f"SELECT {', '.join(COLUMNS)} FROM own_prices WHERE team = ? ORDER BY id"  # noqa: S608 names are ours


def make_own_prices(db: Database) -> None:
    """AUTOINCREMENT: the id of a removed row is not given again, since old cards cite it."""
    db.execute(
        "CREATE TABLE own_prices (id INTEGER PRIMARY KEY AUTOINCREMENT, team TEXT NOT NULL, kind TEXT NOT NULL,"
        " scope TEXT NOT NULL, name TEXT NOT NULL, cloud TEXT NOT NULL, region TEXT, purchase TEXT,"
        " amount TEXT NOT NULL, valid_from TEXT NOT NULL, valid_until TEXT, by TEXT, note TEXT) STRICT"
    )
    db.execute("CREATE INDEX own_prices_of ON own_prices (team)")


class OwnPrices:
    """Own prices in the open file; `db` and `writing` are the store's."""

    def __init__(self, db: Database, writing: Callable[[], AbstractContextManager[Database]]) -> None:
        self._db, self._writing = db, writing

    def add(self, *prices: OwnPrice) -> tuple[OwnPrice, ...]:
        """Writes all or none of them; gives each with its id."""
        made = []
        with self._writing() as db:
            for price in prices:
                row: dict[str, Any] = price.model_dump(mode="json", exclude={"id"})
                names, values = ", ".join(row), ", ".join(f":{name}" for name in row)
                done = db.execute(f"INSERT INTO own_prices ({names}) VALUES ({values})", row)  # noqa: S608 names are ours
                made.append(price.model_copy(update={"id": done.lastrowid}))
        return tuple(made)

    def held(self, team: str) -> tuple[OwnPrice, ...]:
        """Those of one workspace, the oldest first, also those that hold no more."""
        return tuple(_price(row) for row in self._db.execute(_HELD, (team,)))

    def remove(self, team: str, number: int) -> bool:
        """Whether there was one of that number to remove."""
        with self._writing() as db:
            done = db.execute("DELETE FROM own_prices WHERE team = ? AND id = ?", (team, number))
        return bool(done.rowcount)


def own_prices_in(path: Path, team: str) -> tuple[OwnPrice, ...]:
    """Those of one workspace, from a file that is only read: none where there is no file, or no table in it yet.

    Raises:
        sqlite3.Error: the file is there and cannot be read.
    """
    if not path.exists():
        return ()
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        known = db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'own_prices'").fetchone()
        try:
            return tuple(_price(row) for row in db.execute(_HELD, (team,))) if known else ()
        except ValidationError as problem:
            raise sqlite3.DatabaseError(str(path)) from problem


def _price(row: tuple[Any, ...]) -> OwnPrice:
    return OwnPrice.model_validate(dict(zip(COLUMNS, row, strict=True)))
