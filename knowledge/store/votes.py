"""What people thought of the verdicts: one vote a person and verdict, with the reason where one was given."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from knowledge.store.retention import Retention
from knowledge.types.base import Fact

if TYPE_CHECKING:
    from sqlite_utils import Database


class Vote(Fact):
    """One person's vote. `lean` and `intent` are those of the verdict at the time, so that a vote outlives it."""

    team: str
    verdict: str
    user: str
    is_up: bool
    reason: str | None = None
    lean: str | None
    intent: str
    voted: float


HELD = Retention(table="votes", team="team", user="user", age="voted")
COLUMNS = tuple(Vote.model_fields)


def make_votes(db: Database) -> None:
    db.execute(
        "CREATE TABLE votes (team TEXT NOT NULL, verdict TEXT NOT NULL, user TEXT NOT NULL, is_up INTEGER NOT NULL,"
        " reason TEXT, lean TEXT, intent TEXT NOT NULL, voted REAL NOT NULL,"
        " PRIMARY KEY (team, verdict, user)) STRICT"
    )


class Votes:
    """Votes in the open file; `db` and `writing` are the store's."""

    def __init__(self, db: Database, writing: Callable[[], AbstractContextManager[Database]]) -> None:
        self._db, self._writing = db, writing

    def cast(self, vote: Vote) -> None:
        """Writes it in place of an earlier one of the same person on the same verdict."""
        row: dict[str, Any] = vote.model_dump() | {"is_up": int(vote.is_up)}
        names, values = ", ".join(COLUMNS), ", ".join(f":{name}" for name in COLUMNS)
        with self._writing() as db:
            db.execute(f"INSERT OR REPLACE INTO votes ({names}) VALUES ({values})", row)  # noqa: S608 names are ours

    def explain(self, team: str, verdict: str, user: str, reason: str) -> bool:
        """Whether there was a vote to add the reason to."""
        with self._writing() as db:
            done = db.execute(
                "UPDATE votes SET reason = ? WHERE team = ? AND verdict = ? AND user = ?",
                (reason, team, verdict, user),
            )
        return bool(done.rowcount)

    def since(self, hour: float = 0.0) -> tuple[Vote, ...]:
        """Those cast from that hour on (seconds since 1970), in every workspace, newest first."""
        rows = self._db.execute(
            f"SELECT {', '.join(COLUMNS)} FROM votes WHERE voted >= ? ORDER BY voted DESC",  # noqa: S608 names are ours
            (hour,),
        )
        return tuple(Vote.model_validate(dict(zip(COLUMNS, row, strict=True))) for row in rows)
