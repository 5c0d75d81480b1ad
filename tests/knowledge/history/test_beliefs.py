"""What was worked out about a state of the history is kept for that state alone."""

from __future__ import annotations

import time
from datetime import date
from pathlib import Path

from knowledge.history.beliefs import SnapshotState
from knowledge.store.store import Store
from tests.bot.observed import P5, price, take

FIRST, SECOND = date(2026, 11, 1), date(2026, 11, 2)


def test_a_state_is_the_last_snapshot_and_the_version_up_to_it(tmp_path: Path) -> None:
    with Store(tmp_path / "a.db", time.time) as store:
        take(store, SECOND, price(P5, "55.04"))
        assert store.history.states(FIRST) == ()
        assert store.history.states(SECOND) == (SnapshotState("aws", SECOND, 1),)
        take(store, FIRST, price(P5, "98.32"))  # an earlier day, read later
        assert store.history.states(FIRST) == (SnapshotState("aws", FIRST, 2),)
        assert store.history.states(SECOND) == (SnapshotState("aws", SECOND, 2),)


def test_what_is_kept_counts_for_its_state_and_rules(tmp_path: Path) -> None:
    with Store(tmp_path / "a.db", time.time) as store:
        take(store, FIRST, price(P5, "55.04"))
        (state,) = store.history.states(FIRST)
        store.history.keep_beliefs(state, "rules", "[]")
        assert store.history.kept_beliefs(state, "rules") == "[]"
        assert store.history.kept_beliefs(state, "other rules") is None
        assert store.history.kept_beliefs(state._replace(version=2), "rules") is None
