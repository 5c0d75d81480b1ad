"""Merging a snapshot writes only what changed, in any order of days."""

from __future__ import annotations

from knowledge.history.merge import Snapshot, merge
from knowledge.store.base.backend import Session

P5 = ("p5.48xlarge", "us-east-1", "on_demand", "", "", "instance")
TRN2 = ("trn2.48xlarge", "us-east-2", "capacity_block", "", "", "instance")


def snapshot(day: int, p5: str | None = None, trn2: str | None = None, *, complete: bool = True) -> Snapshot:
    """What a feed lists on a day; a price of None is not listed."""
    rows = {P5: p5, TRN2: trn2}
    prices = {key: (usd, None) for key, usd in rows.items() if usd is not None}
    return Snapshot("skypilot", "aws", day, complete, "", prices)


def points(db: Session) -> list[tuple[str, int, str | None, int]]:
    rows = db.execute(
        "SELECT s.instance, p.day, p.usd, p.gone FROM price_points p JOIN price_series s ON s.id = p.series"
        " ORDER BY s.instance, p.day"
    )
    return rows.fetchall()


def test_an_unchanged_price_is_counted_and_not_written(db: Session) -> None:
    merge(db, snapshot(10, p5="98.32"))
    counts, _ = merge(db, snapshot(11, p5="98.32"))
    assert (counts["unchanged"], points(db)) == (1, [("p5.48xlarge", 10, "98.32", 0)])


def test_a_series_missing_from_a_complete_snapshot_is_delisted(db: Session) -> None:
    merge(db, snapshot(10, p5="98.32", trn2="35.76"))
    counts, _ = merge(db, snapshot(11, trn2="35.76"))
    assert counts["gone"] == 1
    assert points(db)[:2] == [("p5.48xlarge", 10, "98.32", 0), ("p5.48xlarge", 11, None, 1)]


def test_a_series_missing_from_a_partial_snapshot_stays(db: Session) -> None:
    merge(db, snapshot(10, p5="98.32", trn2="35.76"))
    merge(db, snapshot(11, trn2="30", complete=False))
    assert points(db) == [
        ("p5.48xlarge", 10, "98.32", 0),
        ("trn2.48xlarge", 10, "35.76", 0),
        ("trn2.48xlarge", 11, "30", 0),
    ]


def test_merging_an_earlier_day_keeps_the_later_day(db: Session) -> None:
    merge(db, snapshot(20, p5="55.04"))
    merge(db, snapshot(10, p5="98.32"))
    assert points(db) == [("p5.48xlarge", 10, "98.32", 0), ("p5.48xlarge", 20, "55.04", 0)]


def test_the_same_snapshot_again_is_nothing_new(db: Session) -> None:
    assert merge(db, snapshot(10, p5="98.32")).is_new
    assert not merge(db, snapshot(10, p5="98.32")).is_new
