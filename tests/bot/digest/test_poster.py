"""The period of a channel's next digest."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from threading import Lock

import pytest

from bot.advice.advisor import Advisor
from bot.digest.digester import Digester
from bot.digest.poster import DigestPoster
from knowledge.facts import Facts
from knowledge.store.digests import DigestRecord
from knowledge.store.store import Store
from knowledge.store.subscriptions import Subscription
from tests.day import DAY

NOON = datetime(DAY.year, DAY.month, DAY.day, 12, tzinfo=UTC).timestamp()
WANTED = Subscription(team="T1", channel="C1")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "chipscout.db", lambda: NOON) as opened:
        yield opened


@pytest.fixture
def poster(facts: Facts, store: Store) -> DigestPoster:
    return DigestPoster(facts, store, Digester(Advisor(facts, DAY), store, Lock()), lambda: NOON)


def posted(store: Store, week: str, until: date) -> None:
    record = DigestRecord(team="T1", channel="C1", week=week, until=until, begun=NOON)
    store.digests.finish(store.digests.begin(record), "posted", parent_ts="1.0")


def test_the_first_digest_covers_the_week_before(poster: DigestPoster) -> None:
    asked = poster.next_request(WANTED)
    assert (asked.since, asked.until) == (date(2026, 11, 14), DAY)


def test_the_next_digest_starts_where_the_last_one_ended(store: Store, poster: DigestPoster) -> None:
    posted(store, "2026-W46", date(2026, 11, 12))
    assert poster.next_request(WANTED).since == date(2026, 11, 12)


def test_after_a_long_break_the_period_is_limited(store: Store, poster: DigestPoster) -> None:
    posted(store, "2025-W46", date(2025, 11, 12))
    assert poster.next_request(WANTED).since > date(2026, 1, 1)


def test_a_draft_stores_nothing(store: Store, poster: DigestPoster) -> None:
    made, (parent,) = poster.draft(WANTED)
    assert made.is_quiet and parent.name == "parent"
    assert store.digests.newest("T1", "C1") is None
