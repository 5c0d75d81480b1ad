"""The store's file is opened to read one table, and never created or changed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from knowledge.history.read_only import open_read_only


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "store.db"
    db = sqlite3.connect(file)
    db.execute("CREATE TABLE prices (usd TEXT)")
    db.execute("INSERT INTO prices VALUES ('55.04')")
    db.commit()
    db.close()
    return file


def test_a_table_is_read_and_cannot_be_written(path: Path) -> None:
    with open_read_only(path, "prices") as db:
        assert db is not None
        assert db.execute("SELECT usd FROM prices").fetchall() == [("55.04",)]
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            db.execute("DELETE FROM prices")


def test_a_table_that_does_not_exist_yet_gives_no_connection(path: Path) -> None:
    with open_read_only(path, "measurements") as db:
        assert db is None


def test_a_missing_file_is_not_created(tmp_path: Path) -> None:
    with open_read_only(tmp_path / "none.db", "prices") as db:
        assert db is None
    assert not (tmp_path / "none.db").exists()


def test_a_file_that_is_not_a_database_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("not a database, but long enough to be taken for one" * 20)
    with pytest.raises(sqlite3.DatabaseError), open_read_only(tmp_path / "text.db", "prices"):
        pass
