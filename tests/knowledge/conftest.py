"""Where a store is, on SQLite and on PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import pytest

from knowledge.store.base.address import Location, PostgresUrl
from knowledge.store.store import RETENTION
from tests.servers import postgres


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Location:
    """Where an empty store is: a file, and a database of this worker on a real server."""
    if request.param == "sqlite":
        return tmp_path / "chipscout.db"
    url: PostgresUrl = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
def postgres_url(worker_id: str) -> PostgresUrl:
    """An empty database; skips the test where no server or driver is installed."""
    pytest.importorskip("psycopg_pool", reason=postgres.DRIVER)
    if postgres.server() is None:
        pytest.skip(postgres.INSTALL)
    return PostgresUrl(postgres.emptied(f"worker_{worker_id}", [rule.table for rule in RETENTION]))
