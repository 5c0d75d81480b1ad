"""How each channel wants it: one value a name, set by its members."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from knowledge.store.retention import Retention

if TYPE_CHECKING:
    from sqlite_utils import Database

HELD = Retention(table="channel_settings", team="team")


def make_channel_settings(db: Database) -> None:
    db.execute(
        "CREATE TABLE channel_settings (team TEXT NOT NULL, channel TEXT NOT NULL, name TEXT NOT NULL,"
        " value TEXT NOT NULL, PRIMARY KEY (team, channel, name)) STRICT"
    )


class ChannelSettings:
    """Settings in the open file; `db` and `writing` are the store's."""

    def __init__(self, db: Database, writing: Callable[[], AbstractContextManager[Database]]) -> None:
        self._db, self._writing = db, writing

    def get(self, team: str, channel: str, name: str) -> str | None:
        """What the channel chose; None where it chose nothing."""
        row = self._db.execute(
            "SELECT value FROM channel_settings WHERE team = ? AND channel = ? AND name = ?", (team, channel, name)
        ).fetchone()
        return None if row is None else str(row[0])

    def put(self, team: str, channel: str, name: str, value: str) -> None:
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO channel_settings VALUES (?, ?, ?, ?)", (team, channel, name, value))
