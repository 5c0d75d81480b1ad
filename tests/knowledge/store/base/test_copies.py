"""Backups of the file while it is in use, and what putting one back refuses."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path

import pytest

from knowledge.store.base.copies import UNFINISHED, CopyError, back_up, put_back
from knowledge.store.base.sqlite_file import Migration, SqliteFile

CREATE = Migration(1, "make_notes", lambda db: db.execute("CREATE TABLE notes (text TEXT)"))
KNOWN = ["make_notes"]
STAMP = "20261122T120000Z"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "c.db"
    with SqliteFile(made, [CREATE]) as file, file.writing() as db:
        db.conn.executemany("INSERT INTO notes VALUES (?)", [(f"note {number}",) for number in range(100)])
    return made


def notes(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("SELECT count(*) FROM notes").fetchone()[0])


def left(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def refused(source: Path, target: Path, *, replaces: bool = False) -> str:
    with pytest.raises(CopyError) as problem:
        put_back(source, target, KNOWN, STAMP, replaces=replaces)
    return problem.value.reason


def test_a_backup_holds_what_is_only_in_the_log_yet_and_is_one_private_file(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "deep" / "backup.db"
    with SqliteFile(path, [CREATE]) as file:
        with file.writing() as db:
            db.execute("INSERT INTO notes VALUES ('in the log')")
        copied = back_up(path, target)
    assert (copied.rows["notes"], notes(target)) == (101, 101)
    assert left(target.parent) == ["backup.db"]
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert copied.size == target.stat().st_size


def test_a_backup_beside_writers_is_of_one_moment(path: Path, tmp_path: Path) -> None:
    """Each transaction writes two notes: no copy has an odd number of them."""
    over = threading.Event()

    def write() -> None:
        with SqliteFile(path, [CREATE]) as file:
            while not over.is_set():
                with file.writing() as db:
                    db.conn.executemany("INSERT INTO notes VALUES (?)", [("a",), ("b",)])

    writer = threading.Thread(target=write)
    writer.start()
    try:
        counts = []
        for number in range(8):
            copied = back_up(path, tmp_path / f"{number}.db")
            counts.append(copied.rows["notes"])
            assert notes(tmp_path / f"{number}.db") == copied.rows["notes"]
    finally:
        over.set()
        writer.join()
    assert all(count % 2 == 0 for count in counts) and counts == sorted(counts)


def test_an_existing_file_is_replaced_only_if_told_so_and_the_database_itself_never(
    path: Path, tmp_path: Path
) -> None:
    target = tmp_path / "backup.db"
    target.write_text("something else")
    for where, reason in ((target, "exists"), (path, "same")):
        with pytest.raises(CopyError) as problem:
            back_up(path, where)
        assert problem.value.reason == reason
    assert target.read_text() == "something else"
    back_up(path, target, replaces=True)
    assert notes(target) == 100
    with pytest.raises(CopyError) as problem:
        back_up(path, path, replaces=True)
    assert problem.value.reason == "same" and notes(path) == 100


def test_what_cannot_be_copied_leaves_nothing_behind(path: Path, tmp_path: Path) -> None:
    bad, out = tmp_path / "bad.db", tmp_path / "out"
    out.mkdir()
    bad.write_bytes(b"these are notes, not a database " * 40)
    with pytest.raises(CopyError) as problem:
        back_up(bad, out / "b.db")
    assert problem.value.reason == "unreadable"
    with pytest.raises(CopyError) as problem:
        back_up(tmp_path / "none.db", out / "b.db")
    assert problem.value.reason == "missing"
    (tmp_path / "file").write_text("")
    with pytest.raises(CopyError) as problem:
        back_up(path, tmp_path / "file" / "b.db")
    assert problem.value.reason == "unwritable"
    assert left(out) == []


def test_a_damaged_file_is_not_backed_up_as_if_it_were_whole(path: Path, tmp_path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-3000:-200] = os.urandom(2800)
    path.write_bytes(content)
    with pytest.raises(CopyError) as problem:
        back_up(path, tmp_path / "b.db")
    assert problem.value.reason in ("damaged", "unreadable")
    assert not (tmp_path / "b.db").exists()


def test_a_backup_is_put_back_and_the_old_file_stays_whole_beside_it(path: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    back_up(path, backup)
    with SqliteFile(path, [CREATE]) as file, file.writing() as db:
        db.execute("INSERT INTO notes VALUES ('later')")
    assert refused(backup, path) == "exists"
    copied = put_back(backup, path, KNOWN, STAMP, replaces=True)
    assert copied.aside == tmp_path / f"c.db.before-{STAMP}"
    assert (notes(path), notes(copied.aside)) == (100, 101)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not [name for name in left(tmp_path) if name.endswith(("-wal", "-shm", "-journal", UNFINISHED))]
    SqliteFile(path, [CREATE]).close()


def test_where_nothing_was_a_backup_needs_no_force(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "new" / "c.db"
    assert put_back(path, target, KNOWN, STAMP).aside is None
    assert notes(target) == 100


def test_a_file_that_a_process_has_open_is_not_taken_from_it(path: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    back_up(path, backup)
    with SqliteFile(path, [CREATE]) as file:
        file.db.execute("SELECT count(*) FROM notes").fetchone()
        assert refused(backup, path, replaces=True) == "in_use"
        with file.writing() as db:
            db.execute("INSERT INTO notes VALUES ('still ours')")
    assert notes(path) == 101
    put_back(backup, path, KNOWN, STAMP, replaces=True)


def test_a_damaged_file_can_be_replaced(path: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    back_up(path, backup)
    path.write_bytes(b"these were notes " * 500)
    copied = put_back(backup, path, KNOWN, STAMP, replaces=True)
    assert notes(path) == 100
    assert copied.aside is not None and copied.aside.read_bytes().startswith(b"these were")


def test_what_is_no_backup_of_ours_is_not_put_back(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "new.db"
    other, newer, text = tmp_path / "other.db", tmp_path / "newer.db", tmp_path / "text.db"
    with closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE recipes (text TEXT)")
    SqliteFile(newer, [CREATE, Migration(2, "of_tomorrow", lambda db: db.execute("CREATE TABLE t (x)"))]).close()
    text.write_text("not a database")
    found = [refused(each, target) for each in (other, newer, text, tmp_path / "none.db", tmp_path)]
    assert found == ["not_ours", "newer", "damaged", "missing", "missing"]
    assert refused(path, path, replaces=True) == "same"
    assert not target.exists() and notes(path) == 100
