"""The inbox: a delivery is held by one process, and taken over when that process is gone."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from knowledge.store.base.address import Location
from knowledge.store.base.backend import Statements
from knowledge.store.base.leases import LEASE_SECONDS, MISSED_BEATS
from knowledge.store.inbox import HELD_SECONDS, SETTLING_SECONDS, TRIES, Delivery
from knowledge.store.store import Store
from tests.knowledge.store.conftest import NOW, Clock
from tests.knowledge.store.processes import run

TAKE = "s = Store(Path(sys.argv[1]), time.time); print(s.inbox.take('event:Ev1', 'T1', '{}'))"


def as_if_elsewhere(store: Store) -> None:
    """What is held was taken on another host, of whose processes nothing is known."""
    with store.file.writing() as db:
        db.execute("UPDATE inbox SET holder = 'another-host 1 aaaa'")


def test_a_delivery_is_taken_once(store: Store) -> None:
    assert store.inbox.take("event:Ev1", "T1", "{}")
    assert not store.inbox.take("event:Ev1", "T1", "{}")


def test_nothing_is_kept_of_a_delivery_that_was_dealt_with(store: Store) -> None:
    store.inbox.take("event:Ev1", "T1", '{"text": "what we train"}')
    store.inbox.done("event:Ev1")
    assert store.file.db.execute("SELECT count(*) FROM inbox").fetchone() == (0,)


def test_what_this_process_works_on_is_not_taken_over(store: Store, clock: Clock) -> None:
    store.inbox.take("event:Ev1", "T1", "{}")
    clock.now += 10 * HELD_SECONDS
    assert store.inbox.take_over() == ()


def test_what_a_dead_process_left_is_taken_over_at_once_and_by_one(tmp_path: Path) -> None:
    path = tmp_path / "chipscout.db"
    said, _ = run(TAKE, path).communicate()
    assert said.strip() == "True"
    with Store(path, time.time) as store, Store(path, time.time) as other:
        left = store.inbox.take_over()
        assert [(delivery.key, delivery.body, delivery.tries) for delivery in left] == [("event:Ev1", "{}", 1)]
        assert other.inbox.take_over() == store.inbox.take_over() == ()


def test_a_lease_on_another_host_runs_out_unless_it_is_renewed(store: Store, clock: Clock) -> None:
    store.inbox.take("event:Ev1", "T1", "{}")
    as_if_elsewhere(store)
    clock.now += HELD_SECONDS - 1
    assert store.inbox.take_over() == ()
    clock.now += 1
    assert [delivery.taken for delivery in store.inbox.take_over()] == [NOW]


def test_what_a_process_left_that_stopped_beating_is_shared_by_the_living(
    where: Location, store: Store, clock: Clock
) -> None:
    with Store(where, clock) as dead, Store(where, clock) as other:
        dead.replicas.beat()
        keys = [f"event:Ev{number:02}" for number in range(20)]
        for key in keys:
            clock.now += 1
            dead.inbox.take(key, "T1", "{}")
        for _ in range(1 + MISSED_BEATS):
            assert store.inbox.take_over() == ()
            store.replicas.beat()
            other.replicas.beat()
        taken = [delivery.key for each in (store, other, store, other) for delivery in each.inbox.take_over()]
        assert taken == keys  # each once, oldest first


def test_a_process_that_stopped_in_an_orderly_way_leaves_its_deliveries_at_once(
    where: Location, store: Store, clock: Clock
) -> None:
    with Store(where, clock) as other:
        other.replicas.beat()
        other.inbox.take("event:Ev1", "T1", "{}")
        store.replicas.beat()
        assert store.inbox.take_over() == ()
        other.replicas.leave()
        store.replicas.beat()
        assert [delivery.key for delivery in store.inbox.take_over()] == ["event:Ev1"]


def test_a_delivery_that_was_written_and_reported_as_failed_is_begun_by_its_own_process(
    store: Store, clock: Clock
) -> None:
    """The commit went through and its confirmation was lost: Slack's next try is refused as known."""
    store.inbox.take("event:Ev1", "T1", "{}")
    store.inbox._in_hand.clear()
    assert store.inbox.take_over() == ()
    clock.now += SETTLING_SECONDS
    assert [delivery.key for delivery in store.inbox.take_over()] == ["event:Ev1"]
    assert store.inbox.take_over() == ()


def test_what_waits_to_be_written_as_dealt_with_is_not_begun_again(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.inbox.take("event:Ev1", "T1", "{}")
    clock.now += 10 * HELD_SECONDS
    seen = looks_for_what_is_left(store, monkeypatch, behind=None)
    store.inbox.done("event:Ev1")
    assert seen == [()]


def test_what_was_just_written_is_not_begun_by_another_thread(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = looks_for_what_is_left(store, monkeypatch, behind=clock)
    assert store.inbox.take("event:Ev1", "T1", "{}")
    assert seen == [()]


def test_a_delivery_whose_commit_failed_is_not_ours(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    writing = store.file.writing

    @contextmanager
    def lost() -> Iterator[Statements]:
        with writing() as db:
            yield db
        raise OSError("the connection was lost behind the commit")

    with monkeypatch.context() as patch:
        patch.setattr(store.file, "writing", lost)
        with pytest.raises(OSError, match="behind the commit"):
            store.inbox.take("event:Ev1", "T1", "{}")
        with pytest.raises(OSError, match="behind the commit"):
            store.inbox.take("event:Ev1", "T1", "{}")  # as Slack sends it again
    clock.now += SETTLING_SECONDS
    assert [delivery.key for delivery in store.inbox.take_over()] == ["event:Ev1"]


def looks_for_what_is_left(
    store: Store, monkeypatch: pytest.MonkeyPatch, *, behind: Clock | None
) -> list[tuple[Delivery, ...]]:
    """What a look finds while the next write waits for its turn, or long after its commit by that clock."""
    writing, seen = store.file.writing, list[tuple[Delivery, ...]]()

    @contextmanager
    def watched() -> Iterator[Statements]:
        monkeypatch.setattr(store.file, "writing", writing)  # the look writes, too
        if behind is None:
            seen.append(store.inbox.take_over())
        with writing() as db:
            yield db
        if behind is not None:
            behind.now += SETTLING_SECONDS
            seen.append(store.inbox.take_over())

    monkeypatch.setattr(store.file, "writing", watched)
    return seen


def test_the_claims_of_a_first_try_end_before_it_is_taken_over() -> None:
    """Else whoever takes over would find the work still claimed and drop it."""
    assert HELD_SECONDS > LEASE_SECONDS


def test_what_ends_every_process_is_hopeless_after_some_tries(store: Store, clock: Clock) -> None:
    store.inbox.take("event:Ev1", "T1", "{}")
    hopeless = []
    for _ in range(TRIES):
        as_if_elsewhere(store)
        clock.now += HELD_SECONDS
        hopeless += [delivery.is_hopeless for delivery in store.inbox.take_over()]
    assert hopeless == [False, False, False, False, False, True]


def test_what_waits_is_counted_with_the_time_the_oldest_came(store: Store, clock: Clock) -> None:
    assert store.inbox.waiting() == (0, None)
    began = clock.now
    store.inbox.take("event:1", "T1", "{}")
    clock.now += 5
    store.inbox.take("event:2", "T1", "{}")
    assert store.inbox.waiting() == (2, began)
    store.inbox.done("event:1")
    assert store.inbox.waiting() == (1, began + 5)


def test_who_stood_still_ends_nothing_that_another_took_over(where: Location, store: Store, clock: Clock) -> None:
    with Store(where, clock) as frozen:
        frozen.replicas.beat()
        frozen.inbox.take("event:Ev1", "T1", "{}")
        assert frozen.inbox.is_ours("event:Ev1")
        for _ in range(2 + MISSED_BEATS):
            store.replicas.beat()
        assert [delivery.key for delivery in store.inbox.take_over()] == ["event:Ev1"]
        assert not frozen.inbox.is_ours("event:Ev1")
        frozen.inbox.done("event:Ev1")
        assert store.inbox.is_ours("event:Ev1")
        store.inbox.done("event:Ev1")
        assert store.inbox.waiting() == (0, None)


def test_a_message_that_is_not_dealt_with_is_found_by_its_place(store: Store) -> None:
    said = {"event": {"channel": "C1", "ts": "1000.5", "text": "price of p5"}}
    reply = {"event": {"channel": "C1", "ts": "1000.7", "thread_ts": "1000.6"}}
    store.inbox.take("event:1", "T1", json.dumps(said))
    store.inbox.take("event:2", "T1", json.dumps(reply))
    assert store.inbox.has_message("T1", "C1", "1000.5")
    assert not store.inbox.has_message("T1", "C2", "1000.5")
    assert not store.inbox.has_message("T2", "C1", "1000.5")
    assert not store.inbox.has_message("T1", "C1", "1000.6")
    store.inbox.done("event:1")
    assert not store.inbox.has_message("T1", "C1", "1000.5")
