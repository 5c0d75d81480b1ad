"""An empty history of prices, on SQLite and on PostgreSQL."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from knowledge.store.base.address import Location
from knowledge.store.base.backend import Session
from knowledge.store.store import Store


@pytest.fixture
def store(where: Location) -> Iterator[Store]:
    with Store(where, time.time) as opened:
        yield opened


@pytest.fixture
def db(store: Store) -> Iterator[Session]:
    """In a transaction, as whoever writes prices is."""
    with store.file.writing():
        yield store.file.session
