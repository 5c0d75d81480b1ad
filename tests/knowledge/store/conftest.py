"""An empty store, on SQLite and on PostgreSQL, and a clock that tests can set."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from knowledge.store.base.address import Location
from knowledge.store.store import Store

NOW = 1_795_348_800.0  # 2026-11-22, noon in UTC


class Clock:
    """Seconds since 1970, as tests want them."""

    def __init__(self, now: float = NOW) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(where: Location, clock: Clock) -> Iterator[Store]:
    with Store(where, clock) as opened:
        yield opened
