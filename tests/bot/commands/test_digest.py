"""`chipscout digest`: a week of prices in the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import chipscout
from bot.wording.errors import UserError

WEEK = ("--since", "2026-08-01", "--as-of", "2026-08-08")


@pytest.fixture(autouse=True)
def own_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHIPSCOUT_DB", str(tmp_path / "chipscout.db"))


def run(*words: str) -> Result:
    return CliRunner().invoke(chipscout, ["digest", *words])


def test_the_text_and_the_json_are_of_the_same_days() -> None:
    body = json.loads(run(*WEEK, "--json").output)
    assert (body["since"], body["until"]) == ("2026-08-01", "2026-08-08")
    assert "2026-08-08" in run(*WEEK).output


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--since", "2026-08-09", "--as-of", "2026-08-08"), "digest_days"),
        ((*WEEK, "--post", "#ml-infra"), "channel_id"),
        ((*WEEK, "--post", "C0123456"), "settings_missing"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    words: tuple[str, ...], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SLACK_BOT_TOKEN", raising=False)
    refused = run(*words).exception
    assert isinstance(refused, UserError) and refused.code == code
