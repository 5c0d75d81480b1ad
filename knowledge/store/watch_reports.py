"""What was reported of verdicts whose prices moved, each time once, and where each verdict stood then."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date
from typing import TYPE_CHECKING, Any, Literal

from knowledge.store.retention import Retention
from knowledge.types.base import Fact

if TYPE_CHECKING:
    from sqlite_utils import Database

State = Literal["begun", "posted", "refused"]


class Report(Fact):
    """The `number`-th report on one verdict.

    `basis` names the answer it is about: another reading under the same id begins anew. `stand` is where the verdict
    stood, as JSON, at the prices of `day`, which `Store.freezes` keeps under `prices`. `message` is what is posted,
    as JSON, written down before it is.
    """

    team: str
    verdict: str
    number: int
    basis: str
    day: date
    stand: str
    prices: str | None
    message: str
    user: str
    state: State = "begun"
    ts: str | None = None
    because: str = ""
    made: float = 0.0


HELD = Retention(
    table="watch_reports", team="team", user="user", age="made",
    lasting="verdict IN (SELECT id FROM verdicts WHERE is_watched = 1)",
)  # fmt: skip
COLUMNS = tuple(Report.model_fields)
_SELECT = f"SELECT {', '.join(COLUMNS)} FROM watch_reports"  # noqa: S608 names are ours


def make_watch_reports(db: Database) -> None:
    db.execute(
        "CREATE TABLE watch_reports (team TEXT NOT NULL, verdict TEXT NOT NULL, number INTEGER NOT NULL,"
        " basis TEXT NOT NULL, day TEXT NOT NULL, stand TEXT NOT NULL, prices TEXT, message TEXT NOT NULL,"
        " user TEXT NOT NULL, state TEXT NOT NULL, ts TEXT, because TEXT NOT NULL, made REAL NOT NULL,"
        " PRIMARY KEY (team, verdict, number)) STRICT"
    )


class WatchReports:
    """Reports in the open file; `db` and `writing` are the store's."""

    def __init__(self, db: Database, writing: Callable[[], AbstractContextManager[Database]]) -> None:
        self._db, self._writing = db, writing

    def begin(self, report: Report) -> bool:
        """Whether it is ours to post: of two processes that came to the same, one writes it down."""
        row: dict[str, Any] = report.model_dump(mode="json")
        names = ", ".join(row)
        with self._writing() as db:
            done = db.execute(
                f"INSERT OR IGNORE INTO watch_reports ({names}) VALUES ({', '.join(f':{name}' for name in row)})",  # noqa: S608 names are ours
                row,
            )
        return bool(done.rowcount)

    def of(self, team: str, verdict: str) -> tuple[Report, ...]:
        """All on one verdict, the oldest first."""
        return self._many(" WHERE team = ? AND verdict = ? ORDER BY number", team, verdict)

    def begun(self) -> tuple[Report, ...]:
        """Those that were written down and not seen to be posted, the oldest first."""
        return self._many(" WHERE state = 'begun' ORDER BY made, number")

    def ended(self, report: Report, state: State, *, ts: str | None = None, because: str = "") -> None:
        """How it went."""
        with self._writing() as db:
            db.execute(
                "UPDATE watch_reports SET state = ?, ts = ?, because = ?"
                " WHERE team = ? AND verdict = ? AND number = ?",
                (state, ts, because, report.team, report.verdict, report.number),
            )

    def _many(self, where: str, *values: str) -> tuple[Report, ...]:
        rows = self._db.execute(f"{_SELECT}{where}", values)
        return tuple(Report.model_validate(dict(zip(COLUMNS, row, strict=True))) for row in rows)
