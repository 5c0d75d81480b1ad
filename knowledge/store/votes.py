"""What people thought of verdicts: one vote for each person and verdict, with a reason if one was given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from knowledge.store.base.retention import Retention
from knowledge.types.base import Fact

if TYPE_CHECKING:
    from knowledge.store.base.backend import Backend, Statements


class Vote(Fact):
    """One person's vote. `lean` and `intent` are those of the verdict at the time, so that a vote can outlive it."""

    team: str
    verdict: str
    user: str
    is_up: bool
    reason: str | None = None
    lean: str | None
    intent: str
    voted: float


RETENTION = Retention(table="votes", team="team", user="user", age="voted")
COLUMNS = tuple(Vote.model_fields)


def create_votes(db: Statements) -> None:
    db.execute(
        "CREATE TABLE votes (team TEXT NOT NULL, verdict TEXT NOT NULL, user TEXT NOT NULL, is_up INTEGER NOT NULL,"
        " reason TEXT, lean TEXT, intent TEXT NOT NULL, voted REAL NOT NULL,"
        " PRIMARY KEY (team, verdict, user)) STRICT"
    )


class Votes:
    """Votes by workspace, verdict and person."""

    def __init__(self, file: Backend) -> None:
        self._file = file

    def cast(self, vote: Vote) -> None:
        """Writes it, replacing the same person's earlier vote on the same verdict."""
        row: dict[str, Any] = vote.model_dump() | {"is_up": int(vote.is_up)}
        names, values = ", ".join(COLUMNS), ", ".join(f":{name}" for name in COLUMNS)
        changed = ", ".join(f"{name} = excluded.{name}" for name in COLUMNS)
        with self._file.writing() as db:
            db.execute(
                f"INSERT INTO votes ({names}) VALUES ({values})"  # noqa: S608 names are ours
                f" ON CONFLICT (team, verdict, user) DO UPDATE SET {changed}",
                row,
            )

    def explain(self, team: str, verdict: str, user: str, reason: str) -> bool:
        """Adds the reason to a vote; False if there is no such vote."""
        with self._file.writing() as db:
            done = db.execute(
                "UPDATE votes SET reason = ? WHERE team = ? AND verdict = ? AND user = ?",
                (reason, team, verdict, user),
            )
        return bool(done.rowcount)

    def since(self, time: float = 0.0) -> tuple[Vote, ...]:
        """Votes cast from that time on (seconds since 1970), in every workspace, newest first."""
        rows = self._file.db.execute(
            f"SELECT {', '.join(COLUMNS)} FROM votes WHERE voted >= ? ORDER BY voted DESC",  # noqa: S608 names are ours
            (time,),
        )
        return tuple(Vote.model_validate(dict(zip(COLUMNS, row, strict=True))) for row in rows)
