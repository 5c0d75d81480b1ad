"""`chipscout backup` and `chipscout restore`."""

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


def run(db: str, *said: str) -> str:
    done = CliRunner(env={"CHIPSCOUT_DB": db}).invoke(chipscout, said, catch_exceptions=False)
    assert done.exit_code == 0
    return " ".join(done.output.split())


def refused(db: str, *said: str) -> str:
    with pytest.raises(UserError) as problem:
        run(db, *said)
    return words.error(problem.value)


def asked(db: Path) -> int:
    with Store(db, time.time) as store:
        return store.file.db["threads"].count


def test_what_was_asked_after_a_backup_is_gone_after_a_restore_and_kept_beside_it(tmp_path: Path) -> None:
    db, backup = tmp_path / "c.db", tmp_path / "backup.db"
    with Store(db, time.time) as store:
        ask(store, "T1", "U1", "1.1")
        said = run(str(db), "backup", str(backup))
        assert "Integrity and rows were checked." in said and "3 rows" in said  # a thread, a verdict, a measurement
        ask(store, "T1", "U1", "2.1")
        assert "is in use" in refused(str(db), "restore", str(backup), "--force")
    assert "--force" in refused(str(db), "restore", str(backup))
    said = run(str(db), "restore", str(backup), "--force")
    (aside,) = tmp_path.glob("c.db.before-*")
    assert str(aside) in said
    assert (asked(db), asked(aside)) == (1, 2)


def test_without_a_database_there_is_nothing_to_back_up(tmp_path: Path) -> None:
    assert "nothing to back up" in refused(str(tmp_path / "c.db"), "backup", str(tmp_path / "b.db"))


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_of_postgres_its_own_tools_are_named_and_no_password(command: str, tmp_path: Path) -> None:
    said = refused("postgresql://scout:hush@127.0.0.1/scout", command, str(tmp_path / "b.db"))
    assert "pg_dump" in said and "hush" not in said


def test_every_refusal_has_its_words() -> None:
    from typing import get_args

    from knowledge.store.base.copies import CopyProblem

    for reason in get_args(CopyProblem):
        for what in ("backup", "restore"):
            said = words.error(UserError("copy_refused", path="c.db", reason=reason, detail="", what=what))
            assert said.startswith("c.db ") and said.endswith(".")
