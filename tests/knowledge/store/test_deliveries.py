"""Deliveries: a claim that only one process gets, and posts that are known from their beginning."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

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


def test_a_claim_past_its_lease_is_given_again(store: Store, clock: Clock) -> None:
    store.deliveries.claim("k", lease=45)
    clock.now += 44
    assert store.deliveries.claim("k", lease=45) == "busy"
    clock.now += 1
    assert store.deliveries.claim("k", lease=45) == "mine"


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
