"""What a workspace recorded, for every door but Slack."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from bot.advice.team import TeamData
from bot.api.own_data import FileData, SharedData
from bot.wording.errors import UserError
from knowledge.store.store import Store


def test_reading_creates_no_file_and_a_broken_one_is_said(tmp_path: Path) -> None:
    file = tmp_path / "own.db"
    assert FileData(file).of("T1") == TeamData() and not file.exists()
    file.write_bytes(b"no database" * 100)
    for call in (lambda: FileData(file).of("T1"), lambda: FileData(file).store().__enter__()):
        with pytest.raises(UserError):
            call()


def test_the_store_of_the_app_is_used_as_it_is(tmp_path: Path) -> None:
    with Store(tmp_path / "own.db", time.time) as store:
        shared = SharedData(store)
        with shared.store() as same:
            assert same is store
        assert shared.of("T1") == TeamData((), ())
