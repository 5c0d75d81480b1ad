"""Verdicts that were given, each with the prices it was given at: what buttons, watches and Home return to."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from knowledge.store.base.retention import Retention
from knowledge.types.base import Fact

if TYPE_CHECKING:
    from knowledge.store.base.backend import Backend, Statements


class KeptVerdict(Fact):
    """One answer as it was given.

    `lean` is None for an answer that recommends nothing. `reading` is what was understood, as JSON; from it the
    verdict can be computed again. `prices` is the digest of the prices it saw, kept in `Store.frozen_prices`; with
    them the result is the same. It is None if no prices were kept. `thread_ts` is None for an answer that only one
    person was shown (`is_private`). `before` is the reading it was a follow-up to, as JSON. `asked_by` is the name
    above the card; None if the card replies to the person's own message. `audience` is why it was made of public
    figures alone; None if it was made for members of the workspace.
    """

    id: str
    team: str
    channel: str
    thread_ts: str | None = None
    message_ts: str | None = None
    user: str
    question: str
    reading: str
    prices: str | None = None
    as_of: date
    lean: str | None
    option: str | None
    headline: str
    is_private: bool = False
    is_watched: bool = False
    created: float = 0.0
    before: str | None = None
    asked_by: str | None = None
    audience: str | None = None


RETENTION = Retention(table="verdicts", team="team", user="user", age="created", unless="is_watched = 1")
COLUMNS = tuple(KeptVerdict.model_fields)
_SELECT = f"SELECT {', '.join(COLUMNS)} FROM verdicts"  # noqa: S608 names are ours
_FLAGS = ("is_private", "is_watched")


def create_verdicts(db: Statements) -> None:
    db.execute(
        "CREATE TABLE verdicts (id TEXT PRIMARY KEY, team TEXT NOT NULL, channel TEXT NOT NULL, thread_ts TEXT,"
        " message_ts TEXT, user TEXT NOT NULL, question TEXT NOT NULL, reading TEXT NOT NULL, prices TEXT,"
        " as_of TEXT NOT NULL, lean TEXT, option TEXT, headline TEXT NOT NULL, is_private INTEGER NOT NULL,"
        " is_watched INTEGER NOT NULL, created REAL NOT NULL) STRICT"
    )
    db.execute("CREATE INDEX verdicts_of ON verdicts (team, created)")
    db.execute("CREATE INDEX verdicts_at ON verdicts (team, channel, thread_ts)")


def add_card_context(db: Statements) -> None:
    """What else is needed to draw a card again."""
    db.execute("ALTER TABLE verdicts ADD COLUMN before TEXT")
    db.execute("ALTER TABLE verdicts ADD COLUMN asked_by TEXT")


def add_audience(db: Statements) -> None:
    """Who an answer was made for; all before were made for members."""
    db.execute("ALTER TABLE verdicts ADD COLUMN audience TEXT")


class Verdicts:
    """Verdicts by workspace and id."""

    def __init__(self, file: Backend) -> None:
        self._file = file

    def keep(self, verdict: KeptVerdict) -> None:
        """Writes it. One with the same id is replaced, but stays watched and keeps the time it was created."""
        row: dict[str, Any] = verdict.model_dump(mode="json")
        row |= {name: int(row[name]) for name in _FLAGS}
        updates = ", ".join(f"{name} = :{name}" for name in row if name not in ("id", "created", "is_watched"))
        with self._file.writing() as db:
            db.execute(
                f"INSERT INTO verdicts ({', '.join(row)}) VALUES ({', '.join(f':{name}' for name in row)})"  # noqa: S608 names are ours
                f" ON CONFLICT (id) DO UPDATE SET {updates}, is_watched ="
                " CASE WHEN verdicts.is_watched = 1 THEN 1 ELSE :is_watched END",
                row,
            )

    def get(self, team: str, number: str) -> KeptVerdict | None:
        """The verdict with that id, if it belongs to this workspace."""
        return self._first(" WHERE team = ? AND id = ?", team, number)

    def of_thread(self, team: str, channel: str, thread_ts: str) -> KeptVerdict | None:
        """The last recommendation given in a thread."""
        return self._first(
            " WHERE team = ? AND channel = ? AND thread_ts = ? AND lean IS NOT NULL ORDER BY created DESC LIMIT 1",
            team,
            channel,
            thread_ts,
        )

    def recent(
        self, team: str, *, since: float = 0.0, limit: int = 50, user: str | None = None
    ) -> tuple[KeptVerdict, ...]:
        """Recommendations given to a workspace after `since`, newest first; with `user`, to that person."""
        to_user = "" if user is None else " AND user = :user"
        rows = self._file.db.execute(
            f"{_SELECT} WHERE team = :team AND lean IS NOT NULL AND created > :since{to_user}"
            " ORDER BY created DESC LIMIT :limit",
            {"team": team, "since": since, "limit": limit, "user": user},
        )
        return tuple(_verdict(row) for row in rows)

    def watched(self, team: str | None = None, *, user: str | None = None) -> tuple[KeptVerdict, ...]:
        """Verdicts that are judged again when prices change, oldest first.

        Without `team` those of every workspace, without `user` those of everybody.
        """
        rows = self._file.db.execute(
            f"{_SELECT} WHERE is_watched = 1 AND (:team IS NULL OR team = :team)"
            " AND (:user IS NULL OR user = :user) ORDER BY created",
            {"team": team, "user": user},
        )
        return tuple(_verdict(row) for row in rows)

    def teams(self) -> tuple[str, ...]:
        """The workspaces that were given verdicts."""
        return tuple(team for (team,) in self._file.db.execute("SELECT DISTINCT team FROM verdicts ORDER BY team"))

    def watch(self, team: str, number: str, is_watched: bool) -> bool:
        """Starts or stops watching a verdict; False if the workspace has none with that id."""
        with self._file.writing() as db:
            done = db.execute(
                "UPDATE verdicts SET is_watched = ? WHERE team = ? AND id = ?", (int(is_watched), team, number)
            )
        return bool(done.rowcount)

    def _first(self, where: str, *values: str) -> KeptVerdict | None:
        row = self._file.db.execute(f"{_SELECT}{where}", values).fetchone()
        return None if row is None else _verdict(row)


def _verdict(row: tuple[Any, ...]) -> KeptVerdict:
    return KeptVerdict.model_validate(dict(zip(COLUMNS, row, strict=True)))
