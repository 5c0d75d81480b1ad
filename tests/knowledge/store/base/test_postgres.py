"""PostgreSQL: refused with a reason, reconnected when it was away, and silent about passwords."""

from __future__ import annotations

import threading
import time

import pytest

from knowledge.store.base.address import PostgresUrl
from knowledge.store.base.backend import Migration, PostgresError, StoreError
from knowledge.store.base.postgres import PostgresDatabase
from tests.servers import postgres

NOTES = Migration(1, "make_notes", lambda db: db.execute("CREATE TABLE notes (text TEXT, user TEXT)"))
COLOR = Migration(2, "add_color", lambda db: db.execute("ALTER TABLE notes ADD COLUMN color TEXT"))


@pytest.fixture
def url(worker_id: str) -> PostgresUrl:
    """A database without tables."""
    pytest.importorskip("psycopg_pool", reason=postgres.DRIVER)
    if postgres.server() is None:
        pytest.skip(postgres.INSTALL)
    return PostgresUrl(postgres.fresh(f"notes_{worker_id}"))


def refused(url: str, *migrations: Migration) -> str:
    with pytest.raises(StoreError) as problem:
        PostgresDatabase(PostgresUrl(url), migrations)
    assert postgres.PASSWORD not in f"{problem.value} {problem.value!r} {problem.value.__cause__}"
    return problem.value.reason


@pytest.mark.usefixtures("url")
def test_what_cannot_be_used_is_refused_with_a_reason() -> None:
    server = postgres.server()
    assert server is not None
    assert refused(server.url("nowhere")) == "missing"
    assert refused(server.url("postgres", password="wrong")) == "refused"
    assert refused(f"postgresql://{postgres.OWNER}:{postgres.PASSWORD}@127.0.0.1:1/x") == "unreachable"


def test_a_database_gets_the_migrations_it_has_not_had(url: PostgresUrl) -> None:
    with PostgresDatabase(url, [NOTES]) as database, database.writing() as db:
        db.execute("INSERT INTO notes (text, user) VALUES (?, ?)", ("kept", "U1"))
    with PostgresDatabase(url, [NOTES, COLOR]) as database:
        assert database.db.execute("SELECT text, user, color FROM notes").fetchall() == [("kept", "U1", None)]
    assert refused(url.with_password(), NOTES) == "newer"


def test_replicas_that_start_together_make_the_tables_once(url: PostgresUrl) -> None:
    opened: list[PostgresDatabase] = []
    threads = [
        threading.Thread(target=lambda: opened.append(PostgresDatabase(url, [NOTES, COLOR]))) for _ in range(6)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert [database.tables() for database in opened] == [["notes"]] * 6
    for database in opened:
        database.close()


def test_a_transaction_that_fails_changes_nothing(url: PostgresUrl) -> None:
    with PostgresDatabase(url, [NOTES]) as database:
        with pytest.raises(LookupError), database.writing():
            with database.writing() as inner:
                inner.execute("INSERT INTO notes (text) VALUES ('half')")
            raise LookupError
        assert database.db.execute("SELECT count(*) FROM notes").fetchone() == (0,)


def test_turns_of_one_name_come_one_after_the_other(url: PostgresUrl) -> None:
    """Each reads what the one before it wrote."""
    with PostgresDatabase(url, [NOTES]) as database:

        def append() -> None:
            for _ in range(10):
                with database.writing("notes") as db:
                    (count,) = db.execute("SELECT count(*) FROM notes").fetchone()
                    db.execute("INSERT INTO notes (text) VALUES (?)", (str(count),))

        threads = [threading.Thread(target=append) for _ in range(4)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        texts = [int(text) for (text,) in database.db.execute("SELECT text FROM notes")]
    assert sorted(texts) == list(range(40))


def test_an_error_says_neither_values_nor_where(url: PostgresUrl) -> None:
    unique = Migration(1, "make_keys", lambda db: db.execute("CREATE TABLE keys (name TEXT PRIMARY KEY)"))
    with PostgresDatabase(url, [unique]) as database:
        database.db.execute("INSERT INTO keys VALUES ('what we train')")
        with pytest.raises(PostgresError) as problem:
            database.db.execute("INSERT INTO keys VALUES (?)", ("what we train",))
    assert str(problem.value) == "UniqueViolation 23505"
    assert problem.value.__cause__ is None and problem.value.__suppress_context__


def test_values_are_stored_as_sqlite_stores_them(url: PostgresUrl) -> None:
    with PostgresDatabase(url, [NOTES]) as database:
        database.db.execute("INSERT INTO notes (text) VALUES (?)", ("100% of \0 'it'",))
        assert database.db.execute("SELECT text, ? FROM notes", (True,)).fetchone() == ("100% of \ufffd 'it'", 1)


def test_a_lost_connection_is_replaced_and_its_transaction_is_undone(url: PostgresUrl) -> None:
    """The server ends every connection, as it does when it restarts."""
    with PostgresDatabase(url, [NOTES]) as database:
        with pytest.raises(PostgresError), database.writing() as db:
            db.execute("INSERT INTO notes (text) VALUES ('lost')")
            end_connections(url)
            db.execute("INSERT INTO notes (text) VALUES ('lost, too')")
        end_connections(url)
        with database.writing() as db:
            db.execute("INSERT INTO notes (text) VALUES ('kept')")
        assert database.db.execute("SELECT text FROM notes").fetchall() == [("kept",)]
        assert database.problem() == "unreachable"  # there is no table of replicas to try a write on


def end_connections(url: PostgresUrl) -> None:
    import psycopg

    with psycopg.connect(url.with_password(), autocommit=True) as admin:
        ended = admin.execute(
            "SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchall()
        pids = [pid for pid, _ in ended]  # a pool opens others meanwhile
        until = time.monotonic() + 10
        while admin.execute("SELECT 1 FROM pg_stat_activity WHERE pid = ANY(%s)", (pids,)).fetchone():
            assert time.monotonic() < until
            time.sleep(0.01)
