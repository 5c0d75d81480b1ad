"""What is said of the file without creating or migrating anything."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from knowledge.store.base.inspection import inspected
from knowledge.store.base.sqlite_file import Migration, SqliteFile

CREATE = Migration(1, "make_notes", lambda db: db.execute("CREATE TABLE notes (text TEXT)"))
ADD = Migration(2, "add_color", lambda db: db.execute("ALTER TABLE notes ADD COLUMN color TEXT"))
KNOWN = ["make_notes", "add_color"]


def test_a_file_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    found = inspected(tmp_path / "new" / "c.db", KNOWN)
    assert (found.exists, found.problem) == (False, None)
    assert found.free == pytest.approx(shutil.disk_usage(tmp_path).free, rel=0.1)
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_an_older_version_is_not_migrated(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    SqliteFile(path, [CREATE]).close()
    found = inspected(path, KNOWN)
    assert (found.applied, found.known, found.problem, found.is_private) == (1, 2, None, True)
    with closing(sqlite3.connect(path)) as db:
        assert "color" not in [row[1] for row in db.execute("PRAGMA table_info(notes)")]


def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knowledge.store.base.inspection.PROBE_MS", 20)
    newer, text, held = tmp_path / "newer.db", tmp_path / "text.db", tmp_path / "held.db"
    SqliteFile(newer, [CREATE, ADD, Migration(3, "of_tomorrow", lambda db: db.execute("CREATE TABLE t (x)"))]).close()
    text.write_text("these are notes, not a database " * 40)
    SqliteFile(held, [CREATE, ADD]).close()
    text.chmod(0o644)
    with closing(sqlite3.connect(held, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        found = {
            path: inspected(path, KNOWN) for path in (newer, text, held, tmp_path, tmp_path / "text.db" / "c.db")
        }
    assert [each.problem for each in found.values()] == ["newer", "corrupt", "locked", "directory", "unwritable"]
    assert not found[text].is_private and found[held].is_private


def test_a_stranger_s_database_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "recipes.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (text TEXT)")
    assert inspected(path, KNOWN).applied == 0
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]
