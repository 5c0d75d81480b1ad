"""An empty history of prices in memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest
from sqlite_utils import Database

from knowledge.history.doubts import create_price_doubts
from knowledge.history.tables import add_snapshot_regions, create_price_history


@pytest.fixture
def db() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:")
    for make in (create_price_history, create_price_doubts, add_snapshot_regions):
        make(Database(connection))
    yield connection
    connection.close()
