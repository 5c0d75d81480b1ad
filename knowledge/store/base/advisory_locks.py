"""Advisory locks of a PostgreSQL session: what a process holds by them is free as soon as the process has ended.

All that one user of the database holds is on one connection, so that holding many at a time takes no connection from
whoever reads. The connection is taken with the first lock and given back with the last.
"""

from __future__ import annotations

import hashlib
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg_pool import ConnectionPool


class AdvisoryLocks:
    """The locks by name. Whoever has one of these objects may hold each name once."""

    def __init__(self, pool: ConnectionPool[Any]) -> None:
        self._pool, self._guard = pool, threading.Lock()
        self._connection: Connection[Any] | None = None
        self._held: dict[str, Connection[Any]] = {}

    def take(self, name: str) -> bool:
        """Whether it is ours now; nobody waits for it.

        Raises:
            psycopg.Error: the server cannot be asked.
        """
        import psycopg

        with self._guard:
            if name in self._held:
                return False
            try:
                return self._try(name)
            except psycopg.OperationalError:
                if not self._held:  # the connection was a new one
                    raise
                self._connection = None  # lost: whatever else was held on it is free
                return self._try(name)

    def give_back(self, name: str) -> None:
        """Frees it; where its connection was lost meanwhile, it is free already."""
        import psycopg

        with self._guard:
            connection = self._held.pop(name)
            try:
                connection.execute("SELECT pg_advisory_unlock(%s)", (number_of(name),))
            except psycopg.Error:
                connection.close()
            self._leave(connection)

    def _try(self, name: str) -> bool:
        connection = self._connection = self._connection or self._pool.getconn()
        try:
            row = connection.execute("SELECT pg_try_advisory_lock(%s)", (number_of(name),)).fetchone()
            if is_ours := bool(row and row[0]):
                self._held[name] = connection
        finally:
            self._leave(connection)
        return is_ours

    def _leave(self, connection: Connection[Any]) -> None:
        """Gives a connection back that holds nothing any more."""
        if connection in self._held.values():
            return
        if self._connection is connection:
            self._connection = None
        self._pool.putconn(connection)


def number_of(name: str) -> int:
    """The key of an advisory lock."""
    return int.from_bytes(hashlib.sha256(f"chipscout {name}".encode()).digest()[:8], signed=True)
