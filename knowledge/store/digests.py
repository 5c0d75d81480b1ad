"""Digests that were begun and posted: one for each channel and week, whatever crashes, restarts or runs twice.

The messages of a digest are stored before the first is posted. After a crash, the rest of the same digest is posted
rather than the beginning of another.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Literal

from knowledge.store.base.retention import Retention
from knowledge.types.base import Fact

if TYPE_CHECKING:
    from knowledge.store.base.backend import Backend, Statements

State = Literal["begun", "posted", "quiet", "refused"]


class DigestRecord(Fact):
    """One digest of one channel.

    `week` is the ISO week in the channel's own time zone, such as 2026-W48; `until` is the last day it covers.
    `parts` are its messages as JSON; the first one is the parent. `told` is what the channel knows after it, as JSON.
    `because` is Slack's error code for a refusal.
    """

    team: str
    channel: str
    week: str
    until: date
    state: State = "begun"
    parts: str = "[]"
    told: str = ""
    parent_ts: str | None = None
    because: str = ""
    begun: float = 0.0


RETENTION = Retention(table="digests", team="team", age="begun")
COLUMNS = tuple(DigestRecord.model_fields)
_SELECT = f"SELECT {', '.join(COLUMNS)} FROM digests"  # noqa: S608 names are ours


def create_digests(db: Statements) -> None:
    db.execute(
        "CREATE TABLE digests (team TEXT NOT NULL, channel TEXT NOT NULL, week TEXT NOT NULL, until TEXT NOT NULL,"
        " state TEXT NOT NULL, parts TEXT NOT NULL, parent_ts TEXT, because TEXT NOT NULL, begun REAL NOT NULL,"
        " PRIMARY KEY (team, channel, week)) STRICT"
    )


def add_told(db: Statements) -> None:
    db.execute("ALTER TABLE digests ADD COLUMN told TEXT NOT NULL DEFAULT ''")


class Digests:
    """Digests by workspace, channel and week."""

    def __init__(self, file: Backend) -> None:
        self._file = file

    def begin(self, digest: DigestRecord) -> DigestRecord:
        """Stores the digest of a channel and week. Returns it, or the one that was begun before."""
        row = digest.model_dump(mode="json")
        with self._file.writing() as db:
            db.execute(
                f"INSERT INTO digests ({', '.join(row)}) VALUES ({', '.join(f':{name}' for name in row)})"  # noqa: S608 names are ours
                " ON CONFLICT DO NOTHING",
                row,
            )
        return self.get(digest.team, digest.channel, digest.week) or digest

    def get(self, team: str, channel: str, week: str) -> DigestRecord | None:
        """The digest of that channel and week."""
        return self._first(" WHERE team = ? AND channel = ? AND week = ?", team, channel, week)

    def last_reported(self, team: str, channel: str) -> DigestRecord | None:
        """The newest that was posted, or that had nothing to say; the next one covers the days after it."""
        return self._first(
            " WHERE team = ? AND channel = ? AND state IN ('posted', 'quiet') ORDER BY until DESC, week DESC LIMIT 1",
            team,
            channel,
        )

    def newest(self, team: str, channel: str) -> DigestRecord | None:
        """The newest, whatever its state."""
        return self._first(" WHERE team = ? AND channel = ? ORDER BY begun DESC, week DESC LIMIT 1", team, channel)

    def finish(self, digest: DigestRecord, state: State, *, parent_ts: str | None = None, because: str = "") -> None:
        """Records how it ended."""
        with self._file.writing() as db:
            db.execute(
                "UPDATE digests SET state = ?, parent_ts = ?, because = ?"
                " WHERE team = ? AND channel = ? AND week = ?",
                (state, parent_ts, because, digest.team, digest.channel, digest.week),
            )

    def forget_refused(self, team: str, channel: str, week: str) -> None:
        """Deletes a digest that Slack refused, so that it can be tried again."""
        with self._file.writing() as db:
            db.execute(
                "DELETE FROM digests WHERE team = ? AND channel = ? AND week = ? AND state = 'refused'",
                (team, channel, week),
            )

    def _first(self, where: str, *values: str) -> DigestRecord | None:
        row = self._file.db.execute(f"{_SELECT}{where}", values).fetchone()
        return None if row is None else DigestRecord.model_validate(dict(zip(COLUMNS, row, strict=True)))
