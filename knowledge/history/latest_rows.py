"""The last figure of every price, kept in this process: read once, then brought up to date by what changed since."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from operator import itemgetter
from typing import Any

from knowledge.history.last_figures import ORDER
from knowledge.store.base.backend import Session

Row = tuple[Any, ...]
COLUMNS = f"s.id, {ORDER}, s.chips, s.spoken, s.since, s.usd, s.gone"
_GONE, _SINCE = -1, -3  # None: no snapshot says anything of it any more
FEED_AND_KEY = itemgetter(slice(1, 9))


class LatestRows:
    """The rows of one store, for every thread. An older file, opened only for reading, is read anew each time."""

    def __init__(self) -> None:
        self._version: int | None = None
        self._rows: dict[int, Row] = {}
        self._listed: Sequence[Row] = ()
        self._guard = threading.Lock()

    def of(self, db: Session, version: int) -> Sequence[Row]:
        """Those of prices that are listed, in order of feed and key. `version`: that of the history, as `db` sees it.

        Keeps the newest version that was asked for.
        """
        with self._guard:
            if self._version == version:
                return self._listed
            is_older = self._version is not None and version < self._version
            rows: dict[int, Row] = {}
            after = 0
            if self._version is not None and not is_older and _says_what_changed(db):
                rows, after = self._rows, self._version
            read = db.execute(
                f"SELECT {COLUMNS} FROM price_series s" + (" WHERE s.changed > ?" if after else ""),  # noqa: S608 names are ours
                (after,) if after else (),
            ).fetchall()
            known = len(rows)
            rows = rows | {row[0]: row for row in read}
            if len(rows) > known:
                rows = {row[0]: row for row in sorted(rows.values(), key=FEED_AND_KEY)}
            listed = [row for row in rows.values() if row[_SINCE] is not None and not row[_GONE]]
            if not is_older:
                self._version, self._rows, self._listed = version, rows, listed
            return listed


def _says_what_changed(db: Session) -> bool:
    return "changed" in {column[0] for column in db.execute("SELECT * FROM price_series LIMIT 0").description}
