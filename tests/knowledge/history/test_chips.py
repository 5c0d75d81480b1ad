"""What feeds call the chip of a type is kept beside its prices."""

from __future__ import annotations

import sqlite3
from datetime import date
from decimal import Decimal
from pathlib import Path

from knowledge.history.chips import chips_named
from knowledge.store.store import Store
from knowledge.types.observed import Observed, SeriesKey
from tests.knowledge.store.test_store import write_last_release

DAY = date(2026, 11, 20)
NEW = SeriesKey("aws", "p7.48xlarge", "us-east-1", "on_demand")


def take(store: Store, chip: str, *, feed: str = "skypilot", day: date = DAY) -> None:
    store.history.take(feed, "aws", day, [Observed(NEW, Decimal(80), 8, chip).placed()])


def test_the_last_name_of_the_first_feed_counts_and_no_name_takes_none_away(store: Store) -> None:
    take(store, "R100")
    take(store, "R200", day=date(2026, 11, 21))
    take(store, "", day=date(2026, 11, 22))
    take(store, "Rubin", feed="zz")
    assert store.history.chips_named() == {("aws", "p7.48xlarge"): "R200"}


def test_a_store_of_the_last_release_learns_names_with_its_next_snapshot(tmp_path: Path) -> None:
    write_last_release(tmp_path / "last.db")
    assert chips_named(sqlite3.connect(tmp_path / "last.db")) == {}
    with Store(tmp_path / "last.db", lambda: 0.0) as store:
        take(store, "R200", day=date(2027, 1, 1))
        assert store.history.chips_named() == {("aws", "p7.48xlarge"): "R200"}
