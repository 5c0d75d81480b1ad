"""The prices each verdict was given at, so that it can be reproduced: one body for all verdicts with the same prices.

A body is named by its SHA-256 digest. Every workspace has its own bodies, because they may contain its own prices.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from knowledge.store.base.retention import Retention

if TYPE_CHECKING:
    from knowledge.store.base.backend import Backend, Statements

NAMED_WITHIN_SECONDS = 3600.0
RETENTION = Retention(table="frozen_prices", team="team")  # a body is deleted once no verdict or report names it


def create_frozen_prices(db: Statements) -> None:
    db.execute(
        "CREATE TABLE frozen_prices (team TEXT NOT NULL, digest TEXT NOT NULL, body BLOB NOT NULL,"
        " PRIMARY KEY (team, digest)) STRICT, WITHOUT ROWID"
    )


def add_kept(db: Statements) -> None:
    """When a body was stored, in seconds since 1970."""
    db.execute("ALTER TABLE frozen_prices ADD COLUMN kept REAL NOT NULL DEFAULT 0")


class FrozenPrices:
    """Bodies of prices by workspace and digest, stored compressed. `clock` gives seconds since 1970."""

    def __init__(self, file: Backend, clock: Callable[[], float]) -> None:
        self._file, self._clock = file, clock

    def keep(self, team: str, digest: str, body: bytes) -> None:
        """Stores `body` under its digest, and deletes the workspace's bodies that no verdict or report names.

        Whoever stores a body names it a moment later, so one that is new stays for a while.
        """
        known = "SELECT 1 FROM frozen_prices WHERE team = ? AND digest = ?"
        if self._file.db.execute(known, (team, digest)).fetchone():
            return
        packed = zlib.compress(body, 6)
        with self._file.writing() as db:
            db.execute(
                "DELETE FROM frozen_prices WHERE team = :team AND kept < :before AND digest NOT IN"
                " (SELECT prices FROM verdicts WHERE team = :team AND prices IS NOT NULL"
                " UNION SELECT prices FROM watch_reports WHERE team = :team AND prices IS NOT NULL)",
                {"team": team, "before": self._clock() - NAMED_WITHIN_SECONDS},
            )
            db.execute(
                "INSERT INTO frozen_prices (team, digest, body, kept) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (team, digest, packed, self._clock()),
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
