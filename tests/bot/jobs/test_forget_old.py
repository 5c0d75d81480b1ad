"""What the team no longer keeps is deleted, and the log says how much."""

from __future__ import annotations

import logging
from datetime import date
from pathlib import Path

import pytest

from bot.jobs.forget_old import DAY_SECONDS, ForgetJob
from knowledge.store.store import Store
from knowledge.store.verdicts import KeptVerdict

NOW = 1795219200.0


def keep(store: Store, number: str, days_ago: float) -> None:
    store.verdicts.keep(
        KeptVerdict(
            id=number, team="T1", channel="C1", user="U1", question="", reading="{}", as_of=date(2026, 11, 21),
            lean="gpu", option=None, headline="", created=NOW - days_ago * DAY_SECONDS,
        )
    )  # fmt: skip


def test_verdicts_older_than_the_retention_are_deleted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    with Store(tmp_path / "chipscout.db", lambda: NOW) as store:
        keep(store, "old", 31)
        keep(store, "new", 29)
        ForgetJob(store, 30, lambda: NOW).run()
        assert store.verdicts.get("T1", "old") is None
        assert store.verdicts.get("T1", "new") is not None
    assert "forgot 1 verdicts" in caplog.text


def test_a_day_with_nothing_to_delete_is_not_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    with Store(tmp_path / "chipscout.db", lambda: NOW) as store:
        keep(store, "new", 1)
        ForgetJob(store, 30, lambda: NOW).run()
    assert "forgot" not in caplog.text
