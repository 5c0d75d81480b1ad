"""The file: created where there is none, refused with a reason where it cannot be used."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from knowledge.store.base.sqlite_file import LEAST_FREE_BYTES, Migration, SqliteFile, StoreError, reason_of

CREATE = Migration(1, "make_notes", lambda db: db.execute("CREATE TABLE notes (text TEXT)"))
ADD = Migration(2, "add_color", lambda db: db.execute("ALTER TABLE notes ADD COLUMN color TEXT"))


def test_a_file_gets_the_migrations_it_has_not_had(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    with SqliteFile(path, [CREATE]) as file, file.writing() as db:
        db.execute("INSERT INTO notes VALUES ('kept')")
    with SqliteFile(path, [CREATE, ADD]) as file:
        assert file.db.execute("SELECT text, color FROM notes").fetchall() == [("kept", None)]


def test_a_file_with_a_migration_unknown_here_is_from_a_newer_version(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    SqliteFile(path, [CREATE, ADD]).close()
    with pytest.raises(StoreError) as problem:
        SqliteFile(path, [CREATE])
    assert problem.value.reason == "newer"


def test_a_transaction_that_fails_changes_nothing(tmp_path: Path) -> None:
    with SqliteFile(tmp_path / "c.db", [CREATE]) as file:
        with pytest.raises(ValueError, match="halfway"), file.writing() as db:
            db.execute("INSERT INTO notes VALUES ('half')")
            raise ValueError("halfway")
        assert file.db.execute("SELECT count(*) FROM notes").fetchone() == (0,)


def test_each_thread_has_its_own_connection(tmp_path: Path) -> None:
    with SqliteFile(tmp_path / "c.db", [CREATE]) as file:
        connections = [file.db.conn, file.db.conn]
        other = threading.Thread(target=lambda: connections.append(file.db.conn))
        other.start()
        other.join()
    assert connections[0] is connections[1] is not connections[2]


def test_connections_end_one_after_the_other(tmp_path: Path) -> None:
    """Of two that close at once neither is the last one, and the write-ahead log stays beside the file."""
    with SqliteFile(tmp_path / "c.db", [CREATE]) as file:
        connection = file.session
        ending = threading.Thread(target=file._ends, args=(connection,))
        with file._guard:  # as while the file closes another
            ending.start()
            ending.join(0.05)
            assert connection.execute("SELECT 1").fetchone() == (1,)
        ending.join()
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")
    assert [path.name for path in tmp_path.iterdir()] == ["c.db"]


def test_what_was_closed_is_not_opened_by_a_straggler(tmp_path: Path) -> None:
    file = SqliteFile(tmp_path / "c.db", [CREATE])
    file.close()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        file.db.execute("SELECT 1")


def test_the_folder_is_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "chipscout.db"
    SqliteFile(path, [CREATE]).close()
    assert path.is_file()


def test_the_file_says_its_version_and_uses_a_log(tmp_path: Path) -> None:
    path = tmp_path / "chipscout.db"
    SqliteFile(path, [CREATE]).close()
    plain = sqlite3.connect(path)
    names = {row[0] for row in plain.execute("SELECT name FROM _sqlite_migrations")}
    assert names == {CREATE.name}
    assert plain.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    plain.close()


def refused(path: Path) -> str:
    with pytest.raises(StoreError) as problem:
        SqliteFile(path, [CREATE])
    return problem.value.reason


def test_a_folder_is_not_a_database(tmp_path: Path) -> None:
    assert refused(tmp_path) == "directory"


@pytest.mark.parametrize("content", [b"these are notes, not a database " * 40, b"SQLite format 3\0" + b"?" * 8000])
def test_a_file_that_is_not_a_database_is_refused_and_left_as_it_is(tmp_path: Path, content: bytes) -> None:
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
    SqliteFile(path, [CREATE]).close()
    path.chmod(0o400)
    tmp_path.chmod(0o500)
    assert refused(path) == "unwritable"


def test_a_transaction_within_another_is_part_of_it(tmp_path: Path) -> None:
    file = SqliteFile(tmp_path / "a.db", [])
    with file.writing() as db:
        db.execute("CREATE TABLE names (name TEXT)")
    with pytest.raises(LookupError), file.writing():
        with file.writing() as db:
            db.execute("INSERT INTO names VALUES ('Ada')")
        raise LookupError
    assert file.db["names"].count == 0
    with file.writing(), file.writing() as db:
        db.execute("INSERT INTO names VALUES ('Ada')")
    assert not file.db.conn.in_transaction
    assert file.db["names"].count == 1
    file.close()


# ---- whether something could be stored now


def test_a_file_that_takes_a_write_has_no_problem_and_is_as_it_was(tmp_path: Path) -> None:
    with SqliteFile(tmp_path / "c.db", [CREATE]) as file:
        before = (
            file.db.execute("PRAGMA schema_version").fetchone(),
            file.db.execute("PRAGMA user_version").fetchone(),
        )
        assert [file.problem() for _ in range(3)] == [None] * 3
        after = file.db.execute("PRAGMA schema_version").fetchone(), file.db.execute("PRAGMA user_version").fetchone()
        assert before == after


def test_a_writer_that_does_not_end_is_noticed_and_a_reader_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("knowledge.store.base.sqlite_file.PROBE_MS", 20)
    path = tmp_path / "c.db"
    with SqliteFile(path, [CREATE]) as file, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT * FROM notes").fetchall()
        assert file.problem() is None
        other.execute("COMMIT")
        other.execute("BEGIN IMMEDIATE")
        assert file.problem() == "locked"
        other.execute("ROLLBACK")
        assert file.problem() is None


def test_a_file_that_a_newer_version_has_migrated_meanwhile_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    with SqliteFile(path, [CREATE]) as file:
        SqliteFile(path, [CREATE, ADD]).close()
        assert file.problem() == "newer"


def test_a_file_that_was_replaced_is_noticed(tmp_path: Path) -> None:
    path, fresh = tmp_path / "c.db", tmp_path / "fresh.db"
    SqliteFile(fresh, [CREATE]).close()
    with SqliteFile(path, [CREATE]) as file:
        fresh.rename(path)
        assert file.problem() == "replaced"


def test_a_disk_with_hardly_any_room_is_full_though_a_small_write_might_still_go_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SqliteFile(tmp_path / "c.db", [CREATE]) as file:
        room = shutil.disk_usage(tmp_path)
        monkeypatch.setattr(shutil, "disk_usage", lambda _: room._replace(free=LEAST_FREE_BYTES - 1))
        assert file.problem() == "full"


@pytest.mark.skipif(os.name != "posix", reason="limits of a process are POSIX")
def test_a_write_the_system_refuses_is_noticed(tmp_path: Path) -> None:
    """In a process whose files may not grow: what a quota does."""
    script = (
        "import resource, sys; from pathlib import Path; from knowledge.store.base.sqlite_file import SqliteFile\n"
        "file = SqliteFile(Path(sys.argv[1]), []); print(file.problem())\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); print(file.problem())"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "c.db")], capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == ["None", "unusable"]


@pytest.mark.parametrize(
    ("problem", "reason"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "full"),
        (OSError(errno.EACCES, "Permission denied"), "unwritable"),
        (sqlite3.OperationalError("something else"), "unusable"),
    ],
)
def test_an_error_of_the_system_is_given_its_reason(problem: OSError | sqlite3.Error, reason: str) -> None:
    assert reason_of(problem) == reason


def test_a_full_database_is_called_full(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "c.db")) as plain:
        plain.execute("CREATE TABLE t (text TEXT)")
        plain.execute("PRAGMA max_page_count = 2")
        with pytest.raises(sqlite3.Error) as problem:
            plain.execute("INSERT INTO t VALUES (?)", ("x" * 20_000,))
    assert reason_of(problem.value) == "full"


def test_the_connection_of_a_thread_ends_with_it(tmp_path: Path) -> None:
    """A server's threads come and go: each would leave two handles and a cache of two megabytes."""
    with SqliteFile(tmp_path / "c.db", [CREATE]) as file:
        for _ in range(5):
            asking = threading.Thread(target=lambda: file.db.execute("SELECT 1").fetchone())
            asking.start()
            asking.join()
        assert file._open == {file.session}
