"""What the members of a channel set for it: one value for each name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.store.base.retention import Retention

if TYPE_CHECKING:
    from knowledge.store.base.backend import Backend, Statements

RETENTION = Retention(table="channel_settings", team="team")


def create_channel_settings(db: Statements) -> None:
    db.execute(
        "CREATE TABLE channel_settings (team TEXT NOT NULL, channel TEXT NOT NULL, name TEXT NOT NULL,"
        " value TEXT NOT NULL, PRIMARY KEY (team, channel, name)) STRICT"
    )


class ChannelSettings:
    """Settings by workspace, channel and name."""

    def __init__(self, file: Backend) -> None:
        self._file = file

    def get(self, team: str, channel: str, name: str) -> str | None:
        """What was chosen for the channel; None if nothing was."""
        row = self._file.db.execute(
            "SELECT value FROM channel_settings WHERE team = ? AND channel = ? AND name = ?", (team, channel, name)
        ).fetchone()
        return None if row is None else str(row[0])

    def put(self, team: str, channel: str, name: str, value: str) -> None:
        """Sets a value, replacing an earlier one."""
        with self._file.writing() as db:
            db.execute(
                "INSERT INTO channel_settings (team, channel, name, value) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (team, channel, name) DO UPDATE SET value = excluded.value",
                (team, channel, name, value),
            )
