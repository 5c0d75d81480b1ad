"""The digests that were begun and posted: one for each channel and week, whatever crashes, restarts or doubles.

What a digest says is written down with its row, before anything is posted: whoever goes on after a crash posts the
rest of the same digest, and not the beginning of another.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date
from typing import TYPE_CHECKING, Literal

from knowledge.store.retention import Retention
from knowledge.types.base import Fact

if TYPE_CHECKING:
    from sqlite_utils import Database

State = Literal["begun", "posted", "quiet", "refused"]


class Digested(Fact):
    """One digest. `week` is the ISO week of the channel's own zone, such as 2026-W48; `until` the last day it tells
    of. `parts` are its messages as JSON, the first of which is the parent. `because`: Slack's word for a refusal.
    """

    team: str
    channel: str
    week: str
    until: date
    state: State = "begun"
    parts: str = "[]"
    parent_ts: str | None = None
    because: str = ""
    begun: float = 0.0


HELD = Retention(table="digests", team="team", age="begun")
COLUMNS = tuple(Digested.model_fields)
_SELECT = f"SELECT {', '.join(COLUMNS)} FROM digests"  # noqa: S608 names are ours


def make_digests(db: Database) -> None:
    db.execute(
        "CREATE TABLE digests (team TEXT NOT NULL, channel TEXT NOT NULL, week TEXT NOT NULL, until TEXT NOT NULL,"
        " state TEXT NOT NULL, parts TEXT NOT NULL, parent_ts TEXT, because TEXT NOT NULL, begun REAL NOT NULL,"
        " PRIMARY KEY (team, channel, week)) STRICT"
    )


class Digests:
    """Digests in the open file; `db` and `writing` are the store's."""

    def __init__(self, db: Database, writing: Callable[[], AbstractContextManager[Database]]) -> None:
        self._db, self._writing = db, writing

    def begin(self, digested: Digested) -> Digested:
        """The digest of that channel and week: this one, or the one that was begun before it."""
        row = digested.model_dump(mode="json")
        with self._writing() as db:
            db.execute(
                f"INSERT OR IGNORE INTO digests ({', '.join(row)}) VALUES ({', '.join(f':{name}' for name in row)})",  # noqa: S608 names are ours
                row,
            )
        return self.of(digested.team, digested.channel, digested.week) or digested

    def of(self, team: str, channel: str, week: str) -> Digested | None:
        return self._one(" WHERE team = ? AND channel = ? AND week = ?", team, channel, week)

    def last(self, team: str, channel: str) -> Digested | None:
        """The newest that was told, if only by saying nothing; the next tells of what came after it."""
        return self._one(
            " WHERE team = ? AND channel = ? AND state IN ('posted', 'quiet') ORDER BY until DESC, week DESC LIMIT 1",
            team,
            channel,
        )

    def newest(self, team: str, channel: str) -> Digested | None:
        """The newest, however it went."""
        return self._one(" WHERE team = ? AND channel = ? ORDER BY begun DESC, week DESC LIMIT 1", team, channel)

    def ended(self, digested: Digested, state: State, *, parent_ts: str | None = None, because: str = "") -> None:
        """How it went."""
        with self._writing() as db:
            db.execute(
                "UPDATE digests SET state = ?, parent_ts = ?, because = ?"
                " WHERE team = ? AND channel = ? AND week = ?",
                (state, parent_ts, because, digested.team, digested.channel, digested.week),
            )

    def forget(self, team: str, channel: str, week: str) -> None:
        """A digest that Slack refused may be tried anew."""
        with self._writing() as db:
            db.execute(
                "DELETE FROM digests WHERE team = ? AND channel = ? AND week = ? AND state = 'refused'",
                (team, channel, week),
            )

    def _one(self, where: str, *values: str) -> Digested | None:
        row = self._db.execute(f"{_SELECT}{where}", values).fetchone()
        return None if row is None else Digested.model_validate(dict(zip(COLUMNS, row, strict=True)))
