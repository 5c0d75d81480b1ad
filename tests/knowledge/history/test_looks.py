"""What is newest among the looks at feeds takes as long after a thousand snapshots as after ten."""

from __future__ import annotations

import time
from datetime import date
from pathlib import Path

from knowledge.history.looks import first_days, is_last, last_states, pairs
from knowledge.history.queries import HistoryReader
from knowledge.store.store import Store
from knowledge.types.observed import Observed, SeriesKey

P5 = SeriesKey("aws", "p5.48xlarge", "us-east-1", "on_demand")
FIRST = 739_000


def looked(path: Path, count: int) -> Store:
    """So many looks at each of two feeds, every third of them partial."""
    store = Store(path, time.time)
    store.history.take("skypilot", "aws", date.fromordinal(FIRST), [Observed(P5, None).placed()])
    with store.file.writing():
        store.file.session.executemany(
            "INSERT INTO price_snapshots (feed, cloud, day, complete, rows, digest, version)"
            " VALUES (?, 'aws', ?, ?, 1, '', ?)",
            [(feed, FIRST + n, n % 3 > 0, n + 1) for feed in ("skypilot", "gpuhunt") for n in range(1, count)],
        )
    return store


def steps(store: Store, day: int) -> int:
    """Instructions of the database that the latest prices and their state take a process that asks first."""
    connection, counted = store.file.connection(), [0]

    def count() -> int:
        counted[0] += 1
        return 0

    connection.set_progress_handler(count, 1)
    past = HistoryReader(lambda: connection)
    assert len(list(past.latest(date.fromordinal(day)))) == 1
    past.states(date.fromordinal(day))
    past.first_looks("aws")
    past.newest_snapshots()
    connection.set_progress_handler(None, 1)
    return counted[0]


def test_the_latest_prices_take_no_longer_after_many_more_looks(tmp_path: Path) -> None:
    few, many = (looked(tmp_path / f"{count}.db", count) for count in (12, 1_200))
    assert steps(many, FIRST + 2_000) < 1.1 * steps(few, FIRST + 2_000)


def test_the_looks_of_every_feed_and_cloud_are_found(tmp_path: Path) -> None:
    with looked(tmp_path / "c.db", 12) as store:
        price = Observed(P5._replace(cloud="gcp"), None).placed()
        store.history.take("skypilot", "gcp", date.fromordinal(FIRST + 5), [price])
        db = store.file.db
        assert list(pairs(db)) == [("gpuhunt", "aws"), ("skypilot", "aws"), ("skypilot", "gcp")]
        assert list(last_states(db, FIRST - 1)) == []
        assert list(last_states(db, FIRST + 4)) == [("aws", FIRST + 4, 5)]
        assert list(last_states(db, FIRST + 99)) == [("aws", FIRST + 11, 12), ("gcp", FIRST + 5, 13)]
        assert first_days(db, "aws") == {"gpuhunt": FIRST + 1, "skypilot": FIRST}
        assert first_days(db, "gcp") == {"skypilot": FIRST + 5}
        assert (is_last(db, FIRST + 10), is_last(db, FIRST + 11)) == (False, True)
