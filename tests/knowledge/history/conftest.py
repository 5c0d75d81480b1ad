"""An empty history of prices in memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest
from sqlite_utils import Database

from knowledge.history.doubts import make_price_doubts
from knowledge.history.tables import make_price_history, make_price_snapshots_regions


@pytest.fixture
def db() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:")
    for make in (make_price_history, make_price_doubts, make_price_snapshots_regions):
        make(Database(connection))
    yield connection
    connection.close()
