"""Observed prices: only changes are stored, and every day can be restored, in any order of import."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from knowledge.history.doubts import Doubt
from knowledge.history.history import PriceInForce, SnapshotCounts
from knowledge.store.store import Store
from knowledge.types.observed import FeedError, Observed, PlacePrices, Point, SeriesKey

ROOT = Path(__file__).resolve().parents[3]
P5 = SeriesKey("aws", "p5.48xlarge", "us-east-1", "on_demand")
TRN2 = SeriesKey("aws", "trn2.48xlarge", "us-east-2", "capacity_block")
V5E = SeriesKey("gcp", "v5litepod-8", "us-west4", "spot", scope="chip")
MAY, JUNE, JULY = date(2025, 5, 5), date(2025, 6, 2), date(2025, 7, 7)


def at(key: SeriesKey, usd: str | None) -> PlacePrices:
    return Observed(key=key, usd_per_hour=None if usd is None else Decimal(usd)).placed()


def points(store: Store, key: SeriesKey) -> tuple[Point, ...]:
    return next(found.points for found in store.history.series() if found.key == key)


def rows(store: Store) -> int:
    return int(store.file.db.execute("SELECT count(*) FROM price_points").fetchone()[0])


def test_an_unchanged_price_costs_no_row(store: Store) -> None:
    assert store.history.take("skypilot", "aws", MAY, [at(P5, "98.32")]) == SnapshotCounts(1, 1, 0, 0, 0)
    for days in range(1, 200):
        taken = store.history.take("skypilot", "aws", MAY + timedelta(days), [at(P5, "98.320")])
        assert taken == SnapshotCounts(1, 0, 0, 0, 1)
    assert rows(store) == 1


def test_a_cut_adds_one_point_and_each_day_has_its_price(store: Store) -> None:
    store.history.take("skypilot", "aws", MAY, [at(P5, "98.32")])
    assert store.history.take("skypilot", "aws", JULY, [at(P5, "55.04")]) == SnapshotCounts(1, 0, 1, 0, 0)
    assert points(store, P5) == (Point(MAY, Decimal("98.32")), Point(JULY, Decimal("55.04")))
    assert list(store.history.latest(JUNE)) == [PriceInForce("skypilot", P5, Decimal("98.32"), MAY, MAY)]
    assert list(store.history.latest(JULY)) == [PriceInForce("skypilot", P5, Decimal("55.04"), JULY, JULY)]
    assert list(store.history.latest(date(2025, 1, 1))) == []


def test_importing_an_earlier_day_changes_no_later_day(store: Store) -> None:
    store.history.take("skypilot", "aws", JULY, [at(P5, "55.04")])
    store.history.take("skypilot", "aws", MAY, [at(P5, "98.32")])
    store.history.take("skypilot", "aws", JUNE, [at(P5, "98.32")])
    assert points(store, P5) == (Point(MAY, Decimal("98.32")), Point(JULY, Decimal("55.04")))
    standing = next(store.history.latest(date(2025, 6, 30)))
    assert (standing.seen_on, standing.confirmed_on) == (MAY, JUNE)


def test_the_same_snapshot_again_changes_nothing_and_a_corrected_one_replaces(store: Store) -> None:
    store.history.take("skypilot", "aws", MAY, [at(P5, "98.32"), at(TRN2, "35.76")])
    before = store.history.version()
    assert store.history.take("skypilot", "aws", MAY, [at(P5, "98.32"), at(TRN2, "35.76")]) == SnapshotCounts(
        2, 0, 0, 0, 2
    )
    assert store.history.version() == before
    assert store.history.take("skypilot", "aws", MAY, [at(P5, "98.23")]) == SnapshotCounts(1, 0, 1, 1, 0)
    assert [standing.key for standing in store.history.latest(MAY)] == [P5]
    assert points(store, P5) == (Point(MAY, Decimal("98.23")),)
    assert store.history.version() > before


def test_what_a_complete_snapshot_no_longer_lists_is_gone_and_may_come_back(store: Store) -> None:
    store.history.take("skypilot", "aws", MAY, [at(P5, "98.32"), at(TRN2, "35.76")])
    assert store.history.take("skypilot", "aws", JUNE, [at(P5, "98.32")]) == SnapshotCounts(1, 0, 0, 1, 1)
    assert [standing.key for standing in store.history.latest(JUNE)] == [P5]
    assert store.history.take("skypilot", "aws", JULY, [at(P5, "98.32"), at(TRN2, "35.76")]) == SnapshotCounts(
        2, 1, 0, 0, 1
    )
    assert points(store, TRN2) == (
        Point(MAY, Decimal("35.76")),
        Point(JUNE, None, is_gone=True),
        Point(JULY, Decimal("35.76")),
    )


def test_a_partial_snapshot_says_nothing_about_series_it_does_not_list(store: Store) -> None:
    store.history.take("aws_spot", "aws", MAY, [at(P5, "98.32"), at(TRN2, "35.76")], complete=False)
    store.history.take("aws_spot", "aws", JULY, [at(P5, "98.32")], complete=False)
    stands = {standing.key: standing for standing in store.history.latest(JULY)}
    assert stands[TRN2].confirmed_on == MAY
    assert stands[P5].confirmed_on == JULY
    looked = {found.key: found.looked for found in store.history.series()}
    assert looked == {P5: (MAY, JULY), TRN2: (MAY,)}


def test_listed_without_a_price_is_neither_free_nor_gone(store: Store) -> None:
    store.history.take("skypilot", "gcp", MAY, [at(V5E, None)])
    assert next(store.history.latest(MAY)).usd_per_hour is None
    store.history.take("skypilot", "gcp", JUNE, [at(V5E, "0.4200000001")])
    assert points(store, V5E) == (Point(MAY, None), Point(JUNE, Decimal("0.4200000001")))


def test_feeds_and_clouds_are_independent(store: Store) -> None:
    store.history.take("skypilot", "aws", MAY, [at(P5, "98.32")])
    store.history.take("skypilot", "gcp", JUNE, [at(V5E, "0.42")])
    store.history.take("gpuhunt", "aws", JUNE, [at(TRN2, "35.76")])
    assert [standing.key for standing in store.history.latest(JUNE)] == [TRN2, P5, V5E]
    assert [standing.key for standing in store.history.latest(JUNE, cloud="gcp")] == [V5E]
    assert [standing.key for standing in store.history.latest(JUNE, instances=["p5.48xlarge", "x"])] == [P5]


def test_since_a_day_still_carries_the_price_in_force_before_it(store: Store) -> None:
    for day, usd in ((MAY, "98.32"), (JUNE, "60"), (JULY, "55.04")):
        store.history.take("skypilot", "aws", day, [at(P5, usd)])
    found = next(store.history.series(instance="p5.48xlarge", since=date(2025, 6, 20)))
    assert found.points == (Point(JUNE, Decimal(60)), Point(JULY, Decimal("55.04")))
    assert found.looked == (MAY, JUNE, JULY)


def test_the_lower_of_two_prices_for_one_series_counts_in_either_order(store: Store) -> None:
    twice = [at(P5, "98.32"), at(P5, None), at(P5, "55.04")]
    store.history.take("skypilot", "aws", MAY, twice)
    assert store.history.take("skypilot", "aws", MAY, reversed(twice)) == SnapshotCounts(1, 0, 0, 0, 1)
    assert points(store, P5) == (Point(MAY, Decimal("55.04")),)


def test_an_empty_snapshot_is_an_error_not_a_mass_delisting(store: Store) -> None:
    store.history.take("skypilot", "aws", MAY, [at(P5, "98.32")])
    with pytest.raises(FeedError):
        store.history.take("skypilot", "aws", JUNE, [])
    assert [standing.key for standing in store.history.latest(JUNE)] == [P5]


def test_a_feed_with_nothing_newer_confirms_its_prices(store: Store) -> None:
    assert store.history.confirm("skypilot", "aws", MAY) is None
    store.history.take("skypilot", "aws", MAY, [at(P5, "98.32")])
    assert store.history.confirm("skypilot", "aws", JUNE) == SnapshotCounts(1, 0, 0, 0, 1)
    assert next(store.history.latest(JUNE)).confirmed_on == JUNE
    assert rows(store) == 1


def test_attempts_record_the_last_success_and_since_when_it_fails(store: Store) -> None:
    history = store.history
    history.note_attempt("skypilot", "aws", 100.0, True, address="http://127.0.0.1/aws.csv", etag='"a"')
    history.note_attempt("skypilot", "aws", 200.0, False, "timeout", address="http://127.0.0.1/aws.csv")
    history.note_attempt("skypilot", "aws", 300.0, False, "status", address="http://127.0.0.1/aws.csv")
    look = history.attempts()[0]
    assert (look.tried, look.succeeded, look.failing_since) == (300.0, 100.0, 200.0)
    assert (look.because, look.etag, look.modified) == ("status", '"a"', "")
    history.note_attempt("skypilot", "aws", 400.0, True, address="http://127.0.0.1/aws.csv", etag="")
    look = history.attempts()[0]
    assert (look.succeeded, look.failing_since, look.because, look.etag) == (400.0, None, "", "")


TAKE = """
import sys, time
from datetime import date
from decimal import Decimal
from pathlib import Path
from knowledge.types.observed import Observed, SeriesKey
from knowledge.store.store import Store

store = Store(Path(sys.argv[1]), time.time)
seen = [0]

def slow(statement):
    seen[0] += statement.startswith("INSERT INTO price_series")
    if seen[0] == 12:
        print("half", flush=True)
        time.sleep(60)

rows = [
    Observed(key=SeriesKey("aws", f"p5.{n}xlarge", "us-east-1", "on_demand"), usd_per_hour=Decimal(n + 1)).placed()
    for n in range(1000)
]
store.file.db.conn.set_trace_callback(slow)
store.history.take("skypilot", "aws", date(2025, 6, 2), rows)
"""


def test_a_process_killed_during_a_snapshot_leaves_nothing_of_it(tmp_path: Path) -> None:
    path = tmp_path / "chipscout.db"
    with Store(path, time.time) as store:
        store.history.take("skypilot", "aws", MAY, [at(P5, "98.32")])
    process = subprocess.Popen([sys.executable, "-c", TAKE, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "half\n"
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    with Store(path, time.time) as store:
        assert list(store.history.latest(JULY)) == [PriceInForce("skypilot", P5, Decimal("98.32"), MAY, MAY)]
        assert len(list(store.history.series())) == 1
        assert store.history.take("skypilot", "aws", JUNE, [at(P5, "98.32")]) == SnapshotCounts(1, 0, 0, 0, 1)


def test_an_older_file_gets_the_tables(tmp_path: Path) -> None:
    path = tmp_path / "chipscout.db"
    with Store(path, time.time) as store:
        for table in ("price_points", "price_series", "price_snapshots", "price_looks"):
            store.file.db.execute(f"DROP TABLE {table}")
        store.file.db.execute("DELETE FROM _sqlite_migrations WHERE name = 'make_price_history'")
        store.file.db.conn.commit()
    with Store(path, time.time) as store:
        assert store.history.version() == 0
    with sqlite3.connect(path) as plain:
        assert plain.execute("SELECT count(*) FROM price_snapshots").fetchone() == (0,)
    plain.close()


def test_a_price_in_doubt_stays_in_force_and_ages(store: Store) -> None:
    zero = [Doubt(P5, "zero", "0.0")]
    store.history.take("skypilot", "aws", MAY, [at(P5, "98.32"), at(TRN2, "35.76")])
    store.history.take("skypilot", "aws", JUNE, [at(TRN2, "35.76")], doubts=zero)
    store.history.take("skypilot", "aws", JULY, [at(TRN2, "35.76")], doubts=zero)
    store.history.confirm("skypilot", "aws", JULY + timedelta(7))
    in_force = {each.key: each for each in store.history.latest(JULY + timedelta(7))}
    assert (in_force[P5].usd_per_hour, in_force[P5].confirmed_on) == (Decimal("98.32"), MAY)
    assert in_force[TRN2].confirmed_on == JULY + timedelta(7)
    (begun,) = store.history.doubts(MAY, JULY + timedelta(7))
    assert (begun.seen_on, begun.last_seen_on) == (JUNE, JULY + timedelta(7))


def test_a_file_of_one_region_delists_only_there(store: Store) -> None:
    west = P5._replace(region="us-west-2")
    both = [at(P5, "55.04"), at(west, "55.04")]
    store.history.take("aws_offers", "aws", MAY, both, complete=False, regions=["us-east-1", "us-west-2"])
    p4d = P5._replace(instance="p4d.24xlarge")
    store.history.take("aws_offers", "aws", JUNE, [at(p4d, "21.96")], complete=False, regions=["us-east-1"])
    assert {each.key for each in store.history.latest(JUNE)} == {p4d, west}
    looked = {each.key: each.looked for each in store.history.series()}
    assert looked == {P5: (MAY, JUNE), p4d: (MAY, JUNE), west: (MAY,)}  # it was not there in May: it is new
