"""The inbox: a delivery is held by one process, and taken over when that process is gone."""

from __future__ import annotations

import time
from pathlib import Path

from knowledge.store.base.leases import LEASE_SECONDS
from knowledge.store.inbox import HELD_SECONDS, TRIES
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
    assert hopeless == [False, False, True]
