"""What `/metrics` looks up when it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.health.scraped import QueueState, Scraped, exposition
from knowledge.store.digests import DigestRecord
from knowledge.store.store import Store
from knowledge.store.subscriptions import Subscription

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC).timestamp()  # a Monday
HOUR = 3600.0


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "c.db", lambda: NOON) as opened:
        yield opened


def shown(
    store: Store, ready: bool = True, queues: dict[str, Callable[[], QueueState]] | None = None
) -> dict[str, float]:
    page = exposition(Scraped(store, lambda: ready, 24.0, lambda: NOON, queues))().decode()
    return {
        f"{sample.name}{''.join(f'|{value}' for value in sample.labels.values())}": sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
    }


def looked(store: Store, feed: str, address: str, succeeded: float | None, failing: float | None) -> None:
    with store.file.writing() as db:
        db.execute(
            "INSERT INTO price_looks (feed, cloud, address, tried, succeeded, failing_since, because, etag, modified)"
            " VALUES (?, 'aws', ?, ?, ?, ?, '', '', '')",
            (feed, address, NOON, succeeded, failing),
        )


def test_a_queue_has_a_length_and_an_age(store: Store) -> None:
    assert shown(store)["chipscout_queue_length|inbox"] == 0
    store.inbox.take("event:1", "T1", "{}")
    with store.file.writing() as db:
        db.execute("UPDATE inbox SET taken = ?", (NOON - 90,))
    seen = shown(store, queues={"outbox": lambda: QueueState(3, NOON - 7), "line": lambda: QueueState(2)})
    assert (seen["chipscout_queue_length|inbox"], seen["chipscout_queue_oldest_seconds|inbox"]) == (1, 90)
    assert seen["chipscout_queue_length|line"] == 2 and "chipscout_queue_oldest_seconds|line" not in seen
    assert (seen["chipscout_queue_length|outbox"], seen["chipscout_queue_oldest_seconds|outbox"]) == (3, 7)


def test_a_feed_is_as_old_as_its_oldest_part_and_unknown_while_one_was_never_read(store: Store) -> None:
    looked(store, "a", "1", NOON - HOUR, None)
    looked(store, "a", "2", NOON - 3 * HOUR, NOON - 2 * HOUR)
    looked(store, "b", "1", None, NOON - HOUR)
    seen = shown(store)
    assert seen["chipscout_feed_age_seconds|aws|a"] == 3 * HOUR
    assert "chipscout_feed_age_seconds|aws|b" not in seen
    assert (seen["chipscout_feed_failing|aws|a"], seen["chipscout_feed_failing|aws|b"]) == (1, 1)


def test_a_digest_that_was_due_and_is_not_posted_lags(store: Store) -> None:
    assert shown(store)["chipscout_digest_lag_seconds"] == 0
    store.subscriptions.put(Subscription(team="T1", channel="C1", weekday=0, minute=9 * 60))
    assert shown(store)["chipscout_digest_lag_seconds"] == 3 * HOUR
    store.digests.begin(DigestRecord(team="T1", channel="C1", week="2026-W48", until=date(2026, 11, 23)))
    assert shown(store)["chipscout_digest_lag_seconds"] == 3 * HOUR
    with store.file.writing() as db:
        db.execute("UPDATE digests SET state = 'posted'")
    assert shown(store)["chipscout_digest_lag_seconds"] == 0


def test_labels_tell_nothing_of_a_team_a_channel_or_a_person(store: Store) -> None:
    store.inbox.take("event:secret-key", "TSECRET", '{"text": "our secret"}')
    store.subscriptions.put(Subscription(team="TSECRET", channel="CSECRET", user="USECRET"))
    page = exposition(Scraped(store, lambda: True, 24.0, lambda: NOON))().decode()
    assert "SECRET" not in page and "secret" not in page


def test_a_store_that_cannot_be_read_leaves_the_rest_standing(store: Store) -> None:
    with store.file.writing() as db:
        db.execute("DROP TABLE inbox")
    seen = shown(store, ready=False)
    assert seen["chipscout_ready"] == 0
    assert "chipscout_queue_length|inbox" not in seen
