"""`chipscout data`: exporting and deleting the stored data of a user."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import chipscout
from bot.wording import words
from bot.wording.errors import UserError
from knowledge.store.store import Store
from tests.knowledge.store.base.test_retention import ask


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "c.db"
    with Store(path, time.time) as store:
        ask(store, "T1", "U1", "1.1")
        ask(store, "T2", "U1", "2.1")
        ask(store, "T1", "U2", "1.2")
    return path


def run(db: Path, *said: str) -> str:
    done = CliRunner(env={"CHIPSCOUT_DB": str(db)}).invoke(chipscout, ["data", *said], catch_exceptions=False)
    assert done.exit_code == 0
    return done.output


def test_an_export_is_json_of_everything_by_table(db: Path) -> None:
    held = json.loads(run(db, "export", "U1", "--team", "T1"))
    assert held.pop("user") == "U1"
    assert {table: len(rows) for table, rows in held.items()} == {
        "threads": 1,
        "verdicts": 1,
        "measurements": 1,
        "votes": 0,
        "homes": 0,
        "slack_installations": 0,
        "subscriptions": 0,
        "watch_reports": 0,
        "own_prices": 0,
        "offered_answers": 0,
    }
    assert held["threads"][0]["question"] == "asked by U1"


def test_a_delete_takes_one_workspace_or_all(db: Path) -> None:
    said = run(db, "delete", "U1", "--team", "T1", "--yes")
    assert said == "Deleted for U1: 1 threads, 1 measurements, 1 verdicts.\n"
    assert len(json.loads(run(db, "export", "U1"))["threads"]) == 1
    run(db, "delete", "U1", "--yes")
    assert run(db, "delete", "U1", "--yes") == "Deleted for U1: nothing.\n"
    assert len(json.loads(run(db, "export", "U2"))["threads"]) == 1


def test_nothing_is_deleted_where_nobody_can_be_asked(db: Path) -> None:
    with pytest.raises(UserError) as problem:
        run(db, "delete", "U1")
    assert "--yes" in words.error(problem.value)
    assert len(json.loads(run(db, "export", "U1"))["threads"]) == 2
