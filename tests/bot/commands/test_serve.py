"""`chipscout serve` as far as it comes without Slack, and `chipscout manifest`."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import chipscout
from bot.wording.errors import UserError


def run(*words: str) -> Result:
    return CliRunner().invoke(chipscout, words)


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("CHIPSCOUT_DB", str(tmp_path / "chipscout.db"))


def test_without_tokens_it_names_them_and_does_not_start() -> None:
    refused = run("serve").exception
    assert isinstance(refused, UserError) and refused.code == "settings_missing"
    assert refused.values["names"] == ("SLACK_BOT_TOKEN", "SLACK_APP_TOKEN")


def test_the_manifest_is_for_a_socket_unless_an_address_is_given() -> None:
    assert "socket_mode_enabled: true" in run("manifest").output
    http = run("manifest", "--http", "https://scout.example.com").output
    assert "socket_mode_enabled: false" in http and "https://scout.example.com/" in http
