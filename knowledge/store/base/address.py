"""Where the store is: a file on this machine, or a PostgreSQL database that several machines share."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

SCHEMES = frozenset({"postgresql", "postgres"})
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")


class PostgresUrl:
    """A connection string as libpq takes it. Printed without its password; used where a path is used."""

    def __init__(self, url: str) -> None:
        """Raises ValueError: it names no database of PostgreSQL."""
        parts = urlsplit(url)
        if parts.scheme not in SCHEMES or not parts.path.strip("/"):
            raise ValueError("postgresql://user:password@host:port/database")
        _ = parts.port  # raises ValueError for what is not a port
        self._url, self._parts = url, parts

    def exists(self) -> bool:
        """As a path would be asked. Only a connection can tell."""
        return True

    def with_password(self) -> str:
        """The connection string itself: for the driver and for child processes, never for a log."""
        return self._url

    def __str__(self) -> str:
        parts = self._parts
        host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else (parts.hostname or "")
        who = f"{parts.username}@" if parts.username else ""
        port = f":{parts.port}" if parts.port else ""
        return f"postgresql://{who}{host}{port}{parts.path}"

    def __repr__(self) -> str:
        return f"PostgresUrl({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PostgresUrl) and self._url == other._url

    def __hash__(self) -> int:
        return hash(self._url)


Location: TypeAlias = Path | PostgresUrl


def location(named: str | Path | PostgresUrl) -> Location:
    """What CHIPSCOUT_DB names.

    Raises:
        ValueError: an address of another kind of database, or a malformed one; it is not repeated.
    """
    if not isinstance(named, str):
        return named
    return PostgresUrl(named) if _SCHEME.match(named) else Path(named)


def in_environment(where: Location) -> str:
    """What CHIPSCOUT_DB has to be for a child process to open the same store."""
    return where.with_password() if isinstance(where, PostgresUrl) else str(where)
