"""Advisory locks: held once, on one connection, free when the process or the connection ends."""

from __future__ import annotations

import signal
import time

import pytest

from knowledge.store.base.address import PostgresUrl
from knowledge.store.base.postgres import CONNECTIONS, PostgresDatabase
from tests.knowledge.store.base.test_postgres import end_connections
from tests.knowledge.store.base.test_postgres import url as url
from tests.knowledge.store.processes import run

HOLDS = (
    "from knowledge.store.base.address import PostgresUrl; "
    "from knowledge.store.base.postgres import PostgresDatabase; "
    "lock = PostgresDatabase(PostgresUrl(sys.argv[1])).alone('a'); lock.__enter__(); "
    "print('held', flush=True); time.sleep(60)"
)


def test_more_may_be_held_than_there_are_connections(url: PostgresUrl) -> None:
    with PostgresDatabase(url) as database, PostgresDatabase(url) as other:
        held = [database.alone(str(number)) for number in range(2 * CONNECTIONS)]
        assert all(lock.__enter__() for lock in held)
        assert database.db.execute("SELECT 1").fetchone() == (1,)
        with database.alone("3") as again, other.alone("3") as theirs, other.alone("free") as free:
            assert [again, theirs, free] == [False, False, True]
        for lock in held:
            lock.__exit__(None, None, None)
        with other.alone("3") as theirs:
            assert theirs


def test_it_is_free_when_its_process_was_killed(url: PostgresUrl) -> None:
    with run(HOLDS, url.with_password(), wait=False) as holder, PostgresDatabase(url) as database:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        with database.alone("a") as is_ours:
            assert not is_ours
        holder.send_signal(signal.SIGKILL)
        holder.wait(10)
        assert taken_soon(database, "a")


@pytest.mark.parametrize("count", [1, 2])
def test_it_is_free_when_its_connection_was_lost_and_the_next_is_held(url: PostgresUrl, count: int) -> None:
    with PostgresDatabase(url) as database, PostgresDatabase(url) as other:
        lost = [database.alone(f"lost {number}") for number in range(count)]
        assert all(lock.__enter__() for lock in lost)
        end_connections(url)
        with database.alone("next") as first, other.alone("next") as second, other.alone("lost 0") as third:
            assert [first, second, third] == [True, False, True]
            for lock in lost:
                lock.__exit__(None, None, None)
            with other.alone("next") as still:
                assert not still
        with other.alone("next") as free:
            assert free


def taken_soon(database: PostgresDatabase, name: str) -> bool:
    """The server has to read that the connection was closed."""
    until = time.monotonic() + 5
    while time.monotonic() < until:
        with database.alone(name) as is_ours:
            if is_ours:
                return True
        time.sleep(0.02)
    return False
