"""Due digests are posted every minute, and an error in one channel does not affect the next."""

from __future__ import annotations

import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.jobs.post_digests import DigestJob
from knowledge.facts import Facts
from knowledge.store.digests import DigestRecord
from knowledge.store.store import Store
from knowledge.store.subscriptions import Subscription

MONDAY = datetime(2026, 11, 23, 9, 0, 30, tzinfo=UTC)
WEEK = "2026-W48"


class Poster:
    """Records what it is asked to post; fails for the channels in `down`."""

    def __init__(self, *down: str) -> None:
        self.posted: list[tuple[str, str]] = []
        self.down = down

    def post(self, _client: object, wanted: Subscription, week: str) -> None:
        if wanted.channel in self.down:
            raise OSError("connection refused")
        self.posted.append((wanted.channel, week))


def subscribe(store: Store, channel: str, **changed: Any) -> None:
    plain: dict[str, Any] = {
        "team": "T1", "channel": channel, "weekday": 0, "minute": 540, "zone": "UTC", "user": "U1",
        "set_at": MONDAY.timestamp() - 7 * 86400,
    }  # fmt: skip
    store.subscriptions.put(Subscription.model_validate(plain | changed))


def run(facts: Facts, store: Store, poster: Poster, client: object = object()) -> list[tuple[str, str]]:
    DigestJob(facts, store, poster, lambda _: client, MONDAY.timestamp).run()  # type: ignore[arg-type,return-value]
    return poster.posted


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "chipscout.db", MONDAY.timestamp)


def test_channels_whose_digest_is_due_get_it(facts: Facts, store: Store) -> None:
    subscribe(store, "C-now")
    subscribe(store, "C-later", minute=600)
    assert run(facts, store, Poster()) == [("C-now", WEEK)]


def test_a_channel_that_fails_does_not_stop_the_others(facts: Facts, store: Store) -> None:
    subscribe(store, "C1")
    subscribe(store, "C2")
    assert run(facts, store, Poster("C1")) == [("C2", WEEK)]


def test_a_posted_digest_is_skipped_and_a_begun_one_is_finished(facts: Facts, store: Store) -> None:
    for channel in ("C-posted", "C-begun"):
        subscribe(store, channel)
        digested = DigestRecord(
            team="T1", channel=channel, week=WEEK, until=MONDAY.date(), state="begun", parts="[]",
            begun=MONDAY.timestamp(),
        )  # fmt: skip
        store.digests.begin(digested)
        if channel == "C-posted":
            store.digests.finish(digested, "posted", parent_ts="1.0")
    assert run(facts, store, Poster()) == [("C-begun", WEEK)]


def test_a_workspace_that_uninstalled_the_app_gets_nothing(facts: Facts, store: Store) -> None:
    subscribe(store, "C1")
    assert run(facts, store, Poster(), client=None) == []


def test_an_unknown_time_zone_is_logged_and_does_not_stop_the_others(
    facts: Facts, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    subscribe(store, "C1", zone="Mars/Olympus")
    subscribe(store, "C2")
    assert run(facts, store, Poster()) == [("C2", WEEK)]
    assert "Mars/Olympus" in caplog.text


def test_a_digest_that_waits_for_its_channel_holds_up_no_other(facts: Facts, store: Store) -> None:
    """The first is sent only when the second one has been."""
    second_is_sent = threading.Event()

    class Waiting(Poster):
        def post(self, client: object, wanted: Subscription, week: str) -> None:
            if wanted.channel == "C1":
                assert second_is_sent.wait(10.0)
            super().post(client, wanted, week)
            if wanted.channel == "C2":
                second_is_sent.set()

    subscribe(store, "C1")
    subscribe(store, "C2")
    assert run(facts, store, Waiting()) == [("C2", WEEK), ("C1", WEEK)]


def test_a_fault_in_one_digest_stops_no_other(facts: Facts, store: Store, caplog: pytest.LogCaptureFixture) -> None:
    class Faulty(Poster):
        def post(self, client: object, wanted: Subscription, week: str) -> None:
            if wanted.channel == "C1":
                raise ZeroDivisionError
            super().post(client, wanted, week)

    subscribe(store, "C1")
    subscribe(store, "C2")
    assert run(facts, store, Faulty()) == [("C2", WEEK)]
    assert "ZeroDivisionError" in caplog.text
