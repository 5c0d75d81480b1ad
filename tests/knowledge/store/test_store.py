"""The store: claims that only one gets, threads that survive, files that cannot be used."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from knowledge.store.store import MIGRATIONS, Store, StoreError
from knowledge.store.threads import Conversation

ROOT = Path(__file__).resolve().parents[3]
CLAIM = "import sys, time; from pathlib import Path; from knowledge.store.store import Store; "


class Clock:
    """A clock one can turn."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Iterator[Store]:
    with Store(tmp_path / "chipscout.db", clock) as opened:
        yield opened


def conversation(**changed: object) -> Conversation:
    plain = {
        "team": "T1",
        "channel": "C1",
        "thread_ts": "1.000001",
        "question": "which chip?",
        "reading": '{"text": "which chip?"}',
        "message_ts": "1.000002",
        "is_ours": True,
    }
    return Conversation.model_validate(plain | changed)


def run(code: str, *args: object, wait: bool = True) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", CLAIM + code, *map(str, args)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    if wait:
        process.wait(30)
    return process


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
    got: list[str] = []
    threads = [threading.Thread(target=lambda: got.append(store.deliveries.claim("k"))) for _ in range(16)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(got) == ["busy"] * 15 + ["mine"]


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
    assert begun is not None and begun.ts is None and begun.begun == 1_800_000_000.0
    store.deliveries.posted("p", "5.000001")
    done = store.deliveries.begin_post("p", "C1")
    assert done is not None and done.ts == "5.000001"


def test_a_refused_post_leaves_nothing(store: Store) -> None:
    store.deliveries.begin_post("p", "C1")
    store.deliveries.drop_post("p")
    assert store.deliveries.begin_post("p", "C1") is None


# ---- threads


def test_a_thread_comes_back_as_it_was_written(store: Store, clock: Clock) -> None:
    store.threads.remember(conversation())
    assert store.threads.conversation("T1", "C1", "1.000001") == conversation(updated=clock.now)


def test_threads_of_others_are_unknown(store: Store) -> None:
    store.threads.remember(conversation())
    assert store.threads.conversation("T2", "C1", "1.000001") is None
    assert store.threads.conversation("T1", "C2", "1.000001") is None


def test_a_thread_that_is_ours_stays_ours(store: Store) -> None:
    store.threads.remember(conversation())
    store.threads.remember(conversation(is_ours=False, question="and on spot?"))
    known = store.threads.conversation("T1", "C1", "1.000001")
    assert known is not None and known.is_ours and known.question == "and on spot?"


def test_owning_a_thread_leaves_its_reading(store: Store) -> None:
    store.threads.own("T1", "C1", "1.000001", "which chip?")
    fresh = store.threads.conversation("T1", "C1", "1.000001")
    assert fresh is not None and fresh.is_ours and fresh.reading is None
    store.threads.remember(conversation())
    store.threads.own("T1", "C1", "1.000001", "again?")
    kept = store.threads.conversation("T1", "C1", "1.000001")
    assert kept is not None and kept.reading == '{"text": "which chip?"}'


def test_threads_survive_reopening(tmp_path: Path, clock: Clock) -> None:
    with Store(tmp_path / "chipscout.db", clock) as store:
        store.threads.remember(conversation())
    with Store(tmp_path / "chipscout.db", clock) as store:
        assert store.threads.conversation("T1", "C1", "1.000001") is not None


WRITER = """
from knowledge.store.threads import Conversation
s = Store(Path(sys.argv[1]), time.time)
for n in range(10**9):
    s.threads.remember(Conversation(team='T', channel='C', thread_ts=str(n % 50), question=str(n),
                                    reading=str(n) * 2000, message_ts=str(n), is_ours=True))
    print(n, flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
def test_a_process_killed_while_writing_leaves_no_half_written_thread(tmp_path: Path) -> None:
    path = tmp_path / "chipscout.db"
    for seen in (3, 40, 120):
        process = run("exec(sys.argv[2])", path, WRITER, wait=False)
        assert process.stdout is not None
        for _ in range(seen):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.communicate()
        with Store(path, time.time) as store:
            threads = [each for n in range(50) if (each := store.threads.conversation("T", "C", str(n)))]
        assert threads and all(
            each.reading == each.question * 2000 == (each.message_ts or "") * 2000 for each in threads
        )
        plain = sqlite3.connect(path)
        assert plain.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        plain.close()


# ---- the file


def test_the_folder_is_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "chipscout.db"
    Store(path, time.time).close()
    assert path.is_file()


def test_the_file_says_its_version_and_uses_a_log(tmp_path: Path) -> None:
    path = tmp_path / "chipscout.db"
    Store(path, time.time).close()
    plain = sqlite3.connect(path)
    names = {row[0] for row in plain.execute("SELECT name FROM _sqlite_migrations")}
    assert names == {migration.name for migration in MIGRATIONS}
    assert plain.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    plain.close()


def refused(path: Path) -> str:
    with pytest.raises(StoreError) as problem:
        Store(path, time.time)
    return problem.value.reason


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    assert refused(tmp_path) == "directory"


@pytest.mark.parametrize("content", [b"these are notes, not a database " * 40, b"SQLite format 3\0" + b"?" * 8000])
def test_a_file_that_is_no_database_is_told_and_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "chipscout.db"
    path.write_bytes(content)
    assert refused(path) == "corrupt"
    assert path.read_bytes() == content


def test_a_file_of_a_newer_chipscout_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "chipscout.db"
    plain = sqlite3.connect(path)
    plain.execute("PRAGMA user_version = 99")
    plain.close()
    assert refused(path) == "newer"


def test_a_path_below_a_file_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert refused(tmp_path / "file" / "chipscout.db") == "unwritable"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="everything is writable to root")
def test_a_read_only_file_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "chipscout.db"
    Store(path, time.time).close()
    path.chmod(0o400)
    tmp_path.chmod(0o500)
    assert refused(path) == "unwritable"
