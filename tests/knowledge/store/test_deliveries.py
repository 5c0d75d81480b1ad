"""Deliveries: a claim that only one process gets, and posts that are known from their beginning."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from knowledge.store.base.address import Location
from knowledge.store.base.backend import PostgresError
from knowledge.store.base.leases import MISSED_BEATS
from knowledge.store.deliveries import HeldElsewhereError
from knowledge.store.store import Store
from tests.knowledge.store.conftest import NOW, Clock
from tests.knowledge.store.processes import run

# ---- claims


def test_a_claim_is_given_once(store: Store) -> None:
    assert [store.deliveries.claim("k"), store.deliveries.claim("k")] == ["mine", "busy"]


def test_finished_work_is_done_for_good(store: Store, clock: Clock) -> None:
    store.deliveries.claim("k")
    store.deliveries.finish("k")
    clock.now += 3600
    assert store.deliveries.claim("k") == "done"


def test_a_claim_of_a_command_is_given_again_when_its_lease_ends(where: Location, store: Store, clock: Clock) -> None:
    """A command does not beat, so nothing is known of it but when it began."""
    with Store(where, clock) as command:
        command.deliveries.claim("k", lease=45)
        clock.now += 44
        assert store.deliveries.claim("k", lease=45) == "busy"
        clock.now += 1
        assert store.deliveries.claim("k", lease=45) == "mine"


def test_a_claim_of_a_process_that_beats_is_its_own_however_long_it_takes(
    where: Location, store: Store, clock: Clock
) -> None:
    with Store(where, clock) as other:
        other.replicas.beat()
        assert other.deliveries.claim("k") == "mine"
        for _ in range(100):
            clock.now += 1
            other.replicas.beat()
            store.replicas.beat()
            assert store.deliveries.claim("k") == "busy"


def test_a_claim_of_a_process_that_stopped_beating_is_given_to_another(
    where: Location, store: Store, clock: Clock
) -> None:
    with Store(where, clock) as other:
        other.replicas.beat()
        other.deliveries.claim("k")
        seen = []
        for _ in range(1 + MISSED_BEATS):
            seen.append(store.deliveries.claim("k"))
            store.replicas.beat()
        assert seen == ["busy"] * (1 + MISSED_BEATS)
        assert store.deliveries.claim("k") == "mine"
        assert other.deliveries.claim("k") == "busy"


def test_a_claim_whose_end_could_not_be_written_is_claimed_again_by_its_own_process(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server went away between the answer and its note: what comes again must not find ourselves at work."""
    store.deliveries.claim("k")

    @contextmanager
    def gone(turn: str | None = None) -> Iterator[None]:  # noqa: ARG001
        raise PostgresError("OperationalError 57P01")
        yield

    with monkeypatch.context() as broken, pytest.raises(PostgresError):
        broken.setattr(store.file, "writing", gone)
        store.deliveries.finish("k")
    assert store.deliveries.claim("k") == "mine"


def test_a_released_claim_is_given_again(store: Store) -> None:
    store.deliveries.claim("k")
    store.deliveries.release("k")
    assert store.deliveries.claim("k") == "mine"


@pytest.mark.skipif(os.name != "posix", reason="only there a process can be asked whether it lives")
def test_the_claim_of_a_dead_process_is_given_at_once(tmp_path: Path) -> None:
    path = tmp_path / "chipscout.db"
    run("s = Store(Path(sys.argv[1]), time.time); print(s.deliveries.claim('k'))", path).communicate()
    with Store(path, time.time) as store:
        assert store.deliveries.claim("k") == "mine"


def test_of_many_threads_one_gets_the_claim(store: Store) -> None:
    claims: list[str] = []
    threads = [threading.Thread(target=lambda: claims.append(store.deliveries.claim("k"))) for _ in range(16)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(claims) == ["busy"] * 15 + ["mine"]


def test_of_many_processes_one_gets_each_claim(tmp_path: Path) -> None:
    path = tmp_path / "chipscout.db"
    code = "claim = Store(Path(sys.argv[1]), time.time).deliveries.claim"
    code += "; print(sum(claim(str(n)) == 'mine' for n in range(200)))"
    code += "; sys.stdout.flush(); sys.stdin.read()"  # alive until all have asked
    processes = [run(code, path, wait=False) for _ in range(4)]
    won = [int(process.stdout.readline()) for process in processes if process.stdout]
    for process in processes:
        process.communicate()
    assert sum(won) == 200


def test_deliveries_are_forgotten_after_a_week(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "chipscout.db"
    with Store(path, clock) as store:
        store.deliveries.claim("k")
        store.deliveries.finish("k")
    clock.now += 8 * 24 * 3600
    with Store(path, clock) as store:
        assert store.deliveries.claim("k") == "mine"


# ---- posts


def test_a_post_is_known_from_its_beginning(store: Store) -> None:
    assert store.deliveries.begin_post("p", "C1") is None
    begun = store.deliveries.begin_post("p", "C1")
    assert begun is not None and begun.ts is None and begun.begun == NOW
    store.deliveries.posted("p", "5.000001")
    done = store.deliveries.begin_post("p", "C1")
    assert done is not None and done.ts == "5.000001"


def test_a_refused_post_leaves_nothing(store: Store) -> None:
    store.deliveries.begin_post("p", "C1")
    store.deliveries.drop_post("p")
    assert store.deliveries.begin_post("p", "C1") is None


# ---- a process that stood still


def died(one: Store, other: Store) -> None:
    """`one` beats no more, and `other` has noticed."""
    one.replicas.beat()
    for _ in range(2 + MISSED_BEATS):
        other.replicas.beat()


def test_a_message_is_about_to_be_sent_by_one_process(where: Location, store: Store, clock: Clock) -> None:
    with Store(where, clock) as other:
        other.replicas.beat()
        assert other.deliveries.begin_post("p", "C1") is None
        store.replicas.beat()
        with pytest.raises(HeldElsewhereError):
            store.deliveries.begin_post("p", "C1")
        again = other.deliveries.begin_post("p", "C1")
        assert again is not None and again.ts is None


def test_who_stood_still_sends_nothing_that_another_took_over(where: Location, store: Store, clock: Clock) -> None:
    with Store(where, clock) as frozen:
        frozen.deliveries.begin_post("p", "C1")
        died(frozen, store)
        left = store.deliveries.begin_post("p", "C1")
        assert left is not None and left.ts is None
        store.replicas.beat()
        with pytest.raises(HeldElsewhereError):
            frozen.deliveries.begin_post("p", "C1")
        frozen.deliveries.drop_post("p")
        assert store.deliveries.post_of("p") == left
        store.deliveries.posted("p", "5.000001")
        done = frozen.deliveries.begin_post("p", "C1")
        assert done is not None and done.ts == "5.000001"


def test_who_stood_still_ends_no_claim_that_another_took_over(where: Location, store: Store, clock: Clock) -> None:
    with Store(where, clock) as frozen, Store(where, clock) as third:
        for key in ("finished", "released"):
            frozen.deliveries.claim(key)
        died(frozen, store)
        assert [store.deliveries.claim(key) for key in ("finished", "released")] == ["mine", "mine"]
        store.replicas.beat()
        frozen.deliveries.finish("finished")
        frozen.deliveries.release("released")
        assert [third.deliveries.claim(key) for key in ("finished", "released")] == ["busy", "busy"]


def test_a_message_that_was_let_go_is_for_whoever_comes_next(where: Location, store: Store, clock: Clock) -> None:
    with Store(where, clock) as other:
        other.replicas.beat()
        other.deliveries.begin_post("p", "C1")
        other.deliveries.let_go("p")
        left = store.deliveries.begin_post("p", "C1")
        assert left is not None and left.ts is None
