"""The prices each verdict was given at, so that it can be reproduced: one body for all verdicts with the same prices.

A body is named by its SHA-256 digest. Every workspace has its own bodies, because they may contain its own prices.
"""

from __future__ import annotations

import hashlib
import zlib
from typing import TYPE_CHECKING

from knowledge.store.base.retention import Retention

if TYPE_CHECKING:
    from sqlite_utils import Database

    from knowledge.store.base.sqlite_file import SqliteFile

RETENTION = Retention(table="frozen_prices", team="team")  # a body is deleted once no verdict or report names it


def create_frozen_prices(db: Database) -> None:
    db.execute(
        "CREATE TABLE frozen_prices (team TEXT NOT NULL, digest TEXT NOT NULL, body BLOB NOT NULL,"
        " PRIMARY KEY (team, digest)) STRICT, WITHOUT ROWID"
    )


class FrozenPrices:
    """Bodies of prices by workspace and digest, stored compressed."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file

    def keep(self, team: str, digest: str, body: bytes) -> None:
        """Stores `body` under its digest, and deletes the workspace's bodies that no verdict or report names."""
        known = "SELECT 1 FROM frozen_prices WHERE team = ? AND digest = ?"
        if self._file.db.execute(known, (team, digest)).fetchone():
            return
        packed = zlib.compress(body, 6)
        with self._file.writing() as db:
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
        """The body; None if it is not stored or no longer matches its digest."""
        row = self._file.db.execute(
            "SELECT body FROM frozen_prices WHERE team = ? AND digest = ?", (team, digest)
        ).fetchone()
        if row is None:
            return None
        body = zlib.decompress(row[0])
        return body if hashlib.sha256(body).hexdigest() == digest else None
