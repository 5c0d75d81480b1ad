"""`chipscout store move`: one sentence for what was moved, and one for each reason not to."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import chipscout
from bot.wording import words
from bot.wording.errors import UserError
from knowledge.store.store import Store
from tests.knowledge.store.base.test_retention import ask

SECRET = "postgresql://ada:s3cret@127.0.0.1:1/team"


def run(db: Path, *said: str, typed: str = "") -> str:
    done = CliRunner(env={"CHIPSCOUT_DB": str(db)}).invoke(chipscout, said, input=typed, catch_exceptions=False)
    return " ".join(done.output.split())


def refused(db: Path, *said: str, typed: str = "") -> str:
    with pytest.raises(UserError) as problem:
        run(db, *said, typed=typed)
    sentence = words.error(problem.value)
    assert "s3cret" not in sentence
    return sentence


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "c.db"
    with Store(path, time.time) as store:
        ask(store, "T1", "U1", "1.1")
    return path


def test_what_was_moved_is_counted(db: Path, tmp_path: Path) -> None:
    said = run(db, "store", "move", str(tmp_path / "new.db"))
    assert "Moved 3 rows of 3 tables" in said  # a thread, a verdict, a measurement
    assert "CHIPSCOUT_DB" in said


def test_the_address_may_come_from_standard_input(db: Path, tmp_path: Path) -> None:
    assert "Moved 3 rows" in run(db, "store", "move", "-", typed=f"{tmp_path / 'new.db'}\n")


def test_each_reason_not_to_move_is_one_sentence_without_the_password(db: Path, tmp_path: Path) -> None:
    assert "does not answer" in refused(db, "store", "move", SECRET)
    assert "postgresql://" in refused(db, "store", "move", "mysql://ada:s3cret@127.0.0.1/team")
    assert "is where the data is already" in refused(db, "store", "move", str(db))
    assert "does not exist" in refused(tmp_path / "none.db", "store", "move", "-", typed=str(tmp_path / "x.db"))
    run(db, "store", "move", str(tmp_path / "new.db"))
    assert "holds rows already" in refused(db, "store", "move", str(tmp_path / "new.db"))
