"""The file: created where there is none, refused with a reason where it cannot be used."""

from __future__ import annotations

import os
import sqlite3
import threading
from pathlib import Path

import pytest

from knowledge.store.base.sqlite_file import Migration, SqliteFile, StoreError

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
