"""What a feed last showed is the same out of the parts and out of the rows."""

from __future__ import annotations

import random

import pytest

from knowledge.history import latest_parts
from knowledge.history.shown_rows import shown_rows
from knowledge.store.store import Store
from tests.knowledge.history.test_latest_parts import any_take


@pytest.mark.parametrize("seed", range(3))
def test_parts_and_rows_show_the_same_after_every_import(
    store: Store, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of several feeds, in part, of earlier days, delisted and back, without a price, never listed but in doubt."""
    monkeypatch.setattr(latest_parts, "LEAST", 0)
    rng, db = random.Random(seed), store.file.session
    for day in range(8):
        any_take(store, day, rng)
        version = store.history.version()
        for feed in ("skypilot", "gpuhunt", "zz"):
            by_parts = sorted(row for some in shown_rows(db, feed, "aws", version) for row in some)
            by_rows = sorted(row for some in shown_rows(db, feed, "aws", 0) for row in some)  # no part is that old
            assert by_parts == by_rows
