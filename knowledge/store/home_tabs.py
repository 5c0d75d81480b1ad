"""Who opened the Home tab, and which state of it Slack shows: what is published over a newer one is refused by it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from knowledge.store.retention import Retention
from knowledge.types.base import Fact

if TYPE_CHECKING:
    from sqlite_utils import Database

HELD = Retention(table="homes", team="team", user="user", age="opened")


class Home(Fact):
    """One person's Home. `channel` is their direct message with us; `hash` is Slack's name for what it shows, None
    where nothing was published yet; `opened` when they last looked, in seconds since 1970.
    """

    team: str
    user: str
    channel: str
    hash: str | None
    opened: float


def make_homes(db: Database) -> None:
    db.execute(
        "CREATE TABLE homes (team TEXT NOT NULL, user TEXT NOT NULL, channel TEXT NOT NULL, hash TEXT,"
        " opened REAL NOT NULL, PRIMARY KEY (team, user)) STRICT"
    )


class Homes:
    """Homes in the open file; `db` and `writing` are the store's, `clock` gives seconds since 1970."""

    def __init__(
        self, db: Database, writing: Callable[[], AbstractContextManager[Database]], clock: Callable[[], float]
    ) -> None:
        self._db, self._writing, self._clock = db, writing, clock

    def opened(self, team: str, user: str, channel: str, shown: str | None) -> None:
        """Notes that they look at it now; `shown` is the state Slack says it is in."""
        with self._writing() as db:
            db.execute(
                "INSERT INTO homes (team, user, channel, hash, opened) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (team, user) DO UPDATE SET channel = excluded.channel, opened = excluded.opened,"
                " hash = coalesce(excluded.hash, hash)",
                (team, user, channel, shown, self._clock()),
            )

    def published(self, team: str, user: str, shown: str | None) -> None:
        """What Slack shows from now on; None where nobody knows."""
        with self._writing() as db:
            db.execute("UPDATE homes SET hash = ? WHERE team = ? AND user = ?", (shown, team, user))

    def of(self, team: str, user: str, *, since: float = 0.0) -> Home | None:
        """Their Home, if they looked at it after `since`."""
        row = self._db.execute(
            "SELECT team, user, channel, hash, opened FROM homes WHERE team = ? AND user = ? AND opened > ?",
            (team, user, since),
        ).fetchone()
        return None if row is None else Home.model_validate(dict(zip(Home.model_fields, row, strict=True)))
