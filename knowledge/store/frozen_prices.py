"""The prices that verdicts were given at, so that each comes out the same again: one body for all verdicts of a day.

A body is named by its digest. Each workspace has bodies of its own, since prices of its own may be in them.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from knowledge.store.retention import Retention

if TYPE_CHECKING:
    from sqlite_utils import Database

HELD = Retention(table="frozen_prices", team="team")  # bodies go with the verdicts that name them


def make_freezes(db: Database) -> None:
    db.execute(
        "CREATE TABLE frozen_prices (team TEXT NOT NULL, digest TEXT NOT NULL, body BLOB NOT NULL,"
        " PRIMARY KEY (team, digest)) STRICT, WITHOUT ROWID"
    )


class Freezes:
    """Frozen prices in the open file; `db` and `writing` are the store's."""

    def __init__(self, db: Database, writing: Callable[[], AbstractContextManager[Database]]) -> None:
        self._db, self._writing = db, writing

    def keep(self, team: str, digest: str, body: bytes) -> None:
        """Keeps `body` under its SHA-256; bodies that no verdict or report of the workspace names go."""
        if self._db.execute("SELECT 1 FROM frozen_prices WHERE team = ? AND digest = ?", (team, digest)).fetchone():
            return
        packed = zlib.compress(body, 6)
        with self._writing() as db:
            db.execute(
                "DELETE FROM frozen_prices WHERE team = :team AND digest NOT IN"
                " (SELECT prices FROM verdicts WHERE team = :team AND prices IS NOT NULL"
                " UNION SELECT prices FROM watch_reports WHERE team = :team AND prices IS NOT NULL)",
                {"team": team},
            )
            db.execute(
                "INSERT OR IGNORE INTO frozen_prices (team, digest, body) VALUES (?, ?, ?)", (team, digest, packed)
            )

    def get(self, team: str, digest: str) -> bytes | None:
        """The body; None where there is none, or where it is not what it was."""
        row = self._db.execute(
            "SELECT body FROM frozen_prices WHERE team = ? AND digest = ?", (team, digest)
        ).fetchone()
        if row is None:
            return None
        body = zlib.decompress(row[0])
        return body if hashlib.sha256(body).hexdigest() == digest else None
