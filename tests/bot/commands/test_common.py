"""What several commands share: the day, slots set by hand, the database of this terminal."""

from __future__ import annotations

import sqlite3
from datetime import date
from pathlib import Path

import click
import pytest

from bot.advice.team import TeamData
from bot.commands.common import Day, load_facts, local_team, open_store, settings_of
from bot.wording.errors import UserError


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "chipscout.db"
    monkeypatch.setenv("CHIPSCOUT_DB", str(path))
    return path


def test_a_day_is_written_as_in_iso() -> None:
    assert Day().convert("2026-11-21", None, None) == date(2026, 11, 21)
    with pytest.raises(UserError, match="bad_date"):
        Day().convert("21 November", None, None)


def test_slots_set_by_hand_are_pairs_and_a_value_may_hold_an_equals_sign() -> None:
    assert settings_of(("runs=20", " region = us-east-1", "note=a=b")) == {
        "runs": "20",
        "region": "us-east-1",
        "note": "a=b",
    }


@pytest.mark.parametrize("pair", ["runs", "=20", "runs="])
def test_half_a_pair_is_refused(pair: str) -> None:
    with pytest.raises(UserError, match="bad_setting"):
        settings_of((pair,))


def test_reading_what_the_team_recorded_makes_no_database(db: Path) -> None:
    assert local_team() == TeamData()
    assert not db.exists()


def test_a_database_that_cannot_be_read_is_told_once_and_done_without(
    db: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db.write_bytes(b"these are notes, not a database " * 40)
    with click.Context(click.Command("ask")):
        assert local_team() == local_team() == TeamData()
    assert capsys.readouterr().err.count(str(db)) == 1


def test_a_store_that_cannot_be_opened_is_the_users_error(db: Path) -> None:
    db.write_bytes(b"these are notes, not a database " * 40)
    with pytest.raises(UserError, match="store_unusable"), open_store():
        pass
    db.unlink()
    with open_store():
        assert sqlite3.connect(db).execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_facts_of_another_folder_that_are_wrong_name_file_and_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sources.toml").write_text("[[source]]\nid = 1\n", encoding="utf-8")
    monkeypatch.setenv("CHIPSCOUT_DATA", str(tmp_path))
    with pytest.raises(UserError) as refusal:
        load_facts()
    assert refusal.value.code == "bad_data" and "sources.toml" in str(refusal.value.values["file"])
