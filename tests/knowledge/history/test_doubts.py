"""Doubtful prices are reported once, from the day that first had them."""

from __future__ import annotations

from datetime import date, timedelta

from knowledge.history.doubts import Doubt, DoubtfulPrice, doubts_of, note_doubts, repeat_doubts
from knowledge.history.merge import Snapshot, merge
from knowledge.store.base.backend import Session
from knowledge.types.observed import SeriesKey

V6E = SeriesKey("gcp", "tpu-v6e-8", "asia-east1", "on_demand")
OTHER = V6E._replace(region="us-east1")
SENTINEL = Doubt(V6E, "sentinel", "700.0")
MONDAY = date(2026, 11, 16)
BEFORE, NOW = date(2026, 11, 1), date(2026, 11, 30)


def look(db: Session, days: int, *doubts: Doubt) -> date:
    """The feed is read that many days after Monday, with these prices in doubt."""
    day = MONDAY + timedelta(days)
    note_doubts(db, "skypilot", "gcp", day, doubts)
    merge(db, Snapshot("skypilot", "gcp", day.toordinal(), True, "", {tuple(OTHER[1:]): ("1", None)}))
    return day


def test_a_doubt_that_lasts_is_one_doubt(db: Session) -> None:
    first, last = look(db, 0, SENTINEL), look(db, 7, SENTINEL)
    assert list(doubts_of(db, BEFORE, NOW)) == [DoubtfulPrice("skypilot", SENTINEL, first, last)]


def test_a_doubt_that_comes_back_is_another(db: Session) -> None:
    first = look(db, 0, SENTINEL)
    look(db, 7)
    again = look(db, 14, SENTINEL)
    assert list(doubts_of(db, BEFORE, NOW)) == [
        DoubtfulPrice("skypilot", SENTINEL, first, first),
        DoubtfulPrice("skypilot", SENTINEL, again, again),
    ]


def test_a_doubt_that_began_before_is_not_news(db: Session) -> None:
    first = look(db, 0, SENTINEL)
    look(db, 7, SENTINEL)
    assert list(doubts_of(db, first, NOW)) == []


def test_reading_the_same_day_again_replaces_its_doubts(db: Session) -> None:
    look(db, 0, SENTINEL)
    look(db, 0)
    assert list(doubts_of(db, BEFORE, NOW)) == []


def test_a_partial_snapshot_replaces_only_the_doubts_of_what_it_lists(db: Session) -> None:
    elsewhere = SENTINEL._replace(key=OTHER)
    day = look(db, 0, SENTINEL, elsewhere)
    note_doubts(db, "skypilot", "gcp", day, (), listed=[tuple(OTHER[1:])])
    assert [doubted.doubt for doubted in doubts_of(db, BEFORE, NOW)] == [SENTINEL]


def test_an_unchanged_feed_keeps_its_doubts(db: Session) -> None:
    first = look(db, 0, SENTINEL)
    again = look(db, 7)
    repeat_doubts(db, "skypilot", "gcp", first.toordinal(), again.toordinal())
    assert [doubted.last_seen_on for doubted in doubts_of(db, BEFORE, NOW)] == [again]
