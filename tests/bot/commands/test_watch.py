"""`chipscout watch` where there is nothing to watch; with verdicts: tests/bot/watch."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import chipscout
from bot.wording.errors import UserError


@pytest.fixture(autouse=True)
def own_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHIPSCOUT_DB", str(tmp_path / "chipscout.db"))


def run(*words: str) -> Result:
    return CliRunner().invoke(chipscout, ["watch", *words])


def test_nobody_watches_anything_yet() -> None:
    assert run("list").output.strip()
    assert json.loads(run("list", "--json").output) == []


def test_a_verdict_that_is_not_kept_is_refused_with_where_to_look() -> None:
    refused = run("show", "5d1f0c2a9b3e").exception
    assert isinstance(refused, UserError) and refused.code == "watch_unknown"


def test_re_evaluating_nothing_says_so_and_needs_no_slack() -> None:
    done = run("rejudge")
    assert done.exit_code == 0 and "0" in done.output
