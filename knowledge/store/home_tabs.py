"""Who opened the Home tab, and which state of it Slack shows, so that an outdated view never replaces a newer one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from knowledge.store.base.retention import Retention
from knowledge.types.base import Fact

if TYPE_CHECKING:
    from knowledge.store.base.backend import Backend, Statements


class HomeTab(Fact):
    """One person's Home tab.

    `channel` is their direct message with the bot. `hash` is Slack's name for the view it shows; None if nothing was
    published yet. `opened` is when they last looked at it, in seconds since 1970.
    """

    team: str
    user: str
    channel: str
    hash: str | None
    opened: float


RETENTION = Retention(table="homes", team="team", user="user", age="opened")
COLUMNS = tuple(HomeTab.model_fields)


def create_home_tabs(db: Statements) -> None:
    db.execute(
        "CREATE TABLE homes (team TEXT NOT NULL, user TEXT NOT NULL, channel TEXT NOT NULL, hash TEXT,"
        " opened REAL NOT NULL, PRIMARY KEY (team, user)) STRICT"
    )


class HomeTabs:
    """Home tabs by workspace and person. `clock` gives seconds since 1970."""

    def __init__(self, file: Backend, clock: Callable[[], float]) -> None:
        self._file, self._clock = file, clock

    def opened(self, team: str, user: str, channel: str, shown: str | None) -> None:
        """They opened it now; `shown` is the hash of the view that Slack says it shows."""
        with self._file.writing() as db:
            db.execute(
                "INSERT INTO homes (team, user, channel, hash, opened) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (team, user) DO UPDATE SET channel = excluded.channel, opened = excluded.opened,"
                " hash = coalesce(excluded.hash, homes.hash)",
                (team, user, channel, shown, self._clock()),
            )

    def published(self, team: str, user: str, shown: str | None) -> None:
        """The hash of the view that Slack shows from now on; None if that is unknown."""
        with self._file.writing() as db:
            db.execute("UPDATE homes SET hash = ? WHERE team = ? AND user = ?", (shown, team, user))

    def get(self, team: str, user: str, *, since: float = 0.0) -> HomeTab | None:
        """Their Home tab, if they opened it after `since`."""
        row = self._file.db.execute(
            f"SELECT {', '.join(COLUMNS)} FROM homes WHERE team = ? AND user = ? AND opened > ?",  # noqa: S608 names are ours
            (team, user, since),
        ).fetchone()
        return None if row is None else HomeTab.model_validate(dict(zip(COLUMNS, row, strict=True)))
