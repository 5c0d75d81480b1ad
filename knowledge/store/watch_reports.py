"""Reports on watched verdicts whose prices changed: each posted once, with where the verdict stood at the time."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, Literal

from knowledge.store.base.retention import Retention
from knowledge.types.base import Fact

if TYPE_CHECKING:
    from knowledge.store.base.backend import Backend, Statements

State = Literal["begun", "posted", "refused"]


class Report(Fact):
    """Report `number` on one verdict.

    `basis` identifies the answer it is about: a new reading under the same id starts over. `stand` is where the
    verdict stood, as JSON, at the prices of `day`, kept in `Store.frozen_prices` under `prices`. `message` is what is
    posted, as JSON, stored before it is posted.
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


RETENTION = Retention(
    table="watch_reports", team="team", user="user", age="made",
    unless="verdict IN (SELECT id FROM verdicts WHERE is_watched = 1)",
)  # fmt: skip
COLUMNS = tuple(Report.model_fields)
_SELECT = f"SELECT {', '.join(COLUMNS)} FROM watch_reports"  # noqa: S608 names are ours


def create_watch_reports(db: Statements) -> None:
    db.execute(
        "CREATE TABLE watch_reports (team TEXT NOT NULL, verdict TEXT NOT NULL, number INTEGER NOT NULL,"
        " basis TEXT NOT NULL, day TEXT NOT NULL, stand TEXT NOT NULL, prices TEXT, message TEXT NOT NULL,"
        " user TEXT NOT NULL, state TEXT NOT NULL, ts TEXT, because TEXT NOT NULL, made REAL NOT NULL,"
        " PRIMARY KEY (team, verdict, number)) STRICT"
    )


class WatchReports:
    """Reports by workspace, verdict and number."""

    def __init__(self, file: Backend) -> None:
        self._file = file

    def begin(self, report: Report) -> bool:
        """Stores the report; True if it is ours to post, False if another process stored it first."""
        row: dict[str, Any] = report.model_dump(mode="json")
        names = ", ".join(row)
        with self._file.writing() as db:
            done = db.execute(
                f"INSERT INTO watch_reports ({names}) VALUES ({', '.join(f':{name}' for name in row)})"  # noqa: S608 names are ours
                " ON CONFLICT DO NOTHING",
                row,
            )
        return bool(done.rowcount)

    def of_verdict(self, team: str, verdict: str) -> tuple[Report, ...]:
        """All reports on one verdict, oldest first."""
        return self._all(" WHERE team = ? AND verdict = ? ORDER BY number", team, verdict)

    def begun(self) -> tuple[Report, ...]:
        """Reports that were stored but not seen to be posted, oldest first."""
        return self._all(" WHERE state = 'begun' ORDER BY made, number")

    def finish(self, report: Report, state: State, *, ts: str | None = None, because: str = "") -> None:
        """Records how it ended."""
        with self._file.writing() as db:
            db.execute(
                "UPDATE watch_reports SET state = ?, ts = ?, because = ?"
                " WHERE team = ? AND verdict = ? AND number = ?",
                (state, ts, because, report.team, report.verdict, report.number),
            )

    def _all(self, where: str, *values: str) -> tuple[Report, ...]:
        rows = self._file.db.execute(f"{_SELECT}{where}", values)
        return tuple(Report.model_validate(dict(zip(COLUMNS, row, strict=True))) for row in rows)
