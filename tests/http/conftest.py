"""A misbehaving site for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.http.server import Site, running


@pytest.fixture
def site() -> Iterator[Site]:
    with running() as made:
        yield made
