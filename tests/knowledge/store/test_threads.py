"""Threads: a conversation comes back as it was stored, also after a process was killed while it wrote."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from pathlib import Path

import pytest

from knowledge.store.store import Store
from knowledge.store.threads import Conversation
from tests.knowledge.store.conftest import Clock
from tests.knowledge.store.processes import run


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
