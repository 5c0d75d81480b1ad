"""Looks that somebody accepted: kept with the prices, and another state of the history."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

from knowledge.store.store import Store
from tests.bot.observed import P5, price, take

FIRST = date(2026, 9, 1)


def test_an_accepted_look_comes_with_each_price_of_the_feed_and_is_a_new_version(tmp_path: Path) -> None:
    with Store(tmp_path / "c.db", lambda: 0.0) as store:
        for feed in ("skypilot", "gpuhunt"):
            take(store, FIRST, price(P5, "55.04"), feed=feed)
        before = store.history.version()
        store.history.accept("skypilot", "aws", FIRST)
        store.history.accept("skypilot", "aws", FIRST)
        assert store.history.version() > before
        accepted = {series.feed: series.accepted for series in store.history.series()}
        assert accepted == {"skypilot": (FIRST,), "gpuhunt": ()}


def test_it_stays_accepted_when_the_feed_is_read_again_that_day(tmp_path: Path) -> None:
    with Store(tmp_path / "c.db", lambda: 0.0) as store:
        take(store, FIRST, price(P5, "55.04"))
        store.history.accept("skypilot", "aws", FIRST)
        take(store, FIRST, price(P5, "49.54"))
        take(store, FIRST + timedelta(1), price(P5, "49.54"))
        (series,) = store.history.series()
        assert series.accepted == (FIRST,)


def test_accepting_is_no_look(tmp_path: Path) -> None:
    with Store(tmp_path / "c.db", lambda: 0.0) as store:
        take(store, FIRST, price(P5, "55.04"))
        store.history.accept("skypilot", "aws", FIRST + timedelta(9))
        assert [(one.seen_on, one.rows) for one in store.history.newest_snapshots()] == [(FIRST, 1)]
        (now,) = store.history.latest(FIRST + timedelta(9))
        assert now.confirmed_on == FIRST
        assert [state.day for state in store.history.states(date.max)] == [FIRST + timedelta(9)]
        (series,) = store.history.series()
        assert (series.looked, series.accepted) == ((FIRST,), (FIRST + timedelta(9),))
        store.history.confirm("skypilot", "aws", FIRST + timedelta(9))  # and read again that day it is one
        assert store.history.newest_snapshots()[0].seen_on == FIRST + timedelta(9)
