"""Reply URLs: available for half an hour, then gone from the file."""

from __future__ import annotations

from knowledge.store.store import Store
from tests.knowledge.store.conftest import Clock

HALF_AN_HOUR = 1800.0


def test_the_newest_url_of_a_verdict_counts(store: Store) -> None:
    store.reply_urls.keep("T1", "a", "https://slack.example/1")
    store.reply_urls.keep("T1", "a", "https://slack.example/2")
    assert store.reply_urls.get("T1", "a") == "https://slack.example/2"
    assert store.reply_urls.get("T2", "a") is None


def test_a_url_expires_after_half_an_hour(store: Store, clock: Clock) -> None:
    store.reply_urls.keep("T1", "a", "https://slack.example/1")
    clock.now += HALF_AN_HOUR
    assert store.reply_urls.get("T1", "a") == "https://slack.example/1"
    clock.now += 1
    assert store.reply_urls.get("T1", "a") is None


def test_expired_urls_are_deleted_when_another_is_stored(store: Store, clock: Clock) -> None:
    store.reply_urls.keep("T1", "a", "https://slack.example/1")
    clock.now += HALF_AN_HOUR + 1
    store.reply_urls.keep("T1", "b", "https://slack.example/2")
    assert store.file.db.execute("SELECT verdict FROM reply_urls").fetchall() == [("b",)]
