"""Starting `chipscout serve` with invalid settings: one sentence, exit status 2, and no token in the output."""

from __future__ import annotations

import os
import socket
import subprocess
from pathlib import Path

import pytest

from tests.forked import as_text, completed
from tests.slack.local.local_slack import LocalSlack
from tests.slack.process import chipscout


def started(slack: LocalSlack, db: Path, *words: str, **changed: str | None) -> subprocess.CompletedProcess[str]:
    """Runs a start that is expected to fail."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("SLACK_", "CHIPSCOUT_"))}
    environment |= slack.env | {"CHIPSCOUT_DB": str(db), "NO_PROXY": "127.0.0.1"}
    for name, value in changed.items():
        environment.pop(name, None)
        if value is not None:
            environment[name] = value
    return as_text(completed([chipscout(), "serve", *words], env=environment, timeout=30))


def sentence(ended: subprocess.CompletedProcess[str]) -> str:
    assert ended.returncode == 2, ended.stderr
    lines = ended.stderr.strip().splitlines()
    assert len(lines) == 1, ended.stderr
    assert "Traceback" not in ended.stderr and ended.stdout == ""
    return lines[0]


def test_a_bot_token_that_slack_refuses(slack: LocalSlack, tmp_path: Path) -> None:
    said = sentence(started(slack, tmp_path / "c.db", SLACK_BOT_TOKEN="xoxb-old-secret"))
    assert "SLACK_BOT_TOKEN" in said and "invalid_auth" in said and "secret" not in said


def test_an_app_token_that_slack_refuses(slack: LocalSlack, tmp_path: Path) -> None:
    said = sentence(started(slack, tmp_path / "c.db", SLACK_APP_TOKEN="xapp-old-secret"))
    assert "SLACK_APP_TOKEN" in said and "invalid_auth" in said and "secret" not in said


def test_tokens_that_are_not_set(slack: LocalSlack, tmp_path: Path) -> None:
    said = sentence(started(slack, tmp_path / "c.db", SLACK_BOT_TOKEN=None, SLACK_APP_TOKEN=None))
    assert "SLACK_BOT_TOKEN" in said and "SLACK_APP_TOKEN" in said


def test_tokens_that_were_swapped(slack: LocalSlack, tmp_path: Path) -> None:
    swapped = {"SLACK_BOT_TOKEN": "xapp-secret", "SLACK_APP_TOKEN": "xoxb-secret"}
    said = sentence(started(slack, tmp_path / "c.db", **swapped))
    assert "starts with xoxb-" in said and "starts with xapp-" in said and "secret" not in said


def test_a_slack_that_cannot_be_reached(slack: LocalSlack, tmp_path: Path) -> None:
    said = sentence(started(slack, tmp_path / "c.db", SLACK_API_URL="http://127.0.0.1:9/api/"))
    assert "cannot be reached at http://127.0.0.1:9/api/" in said


@pytest.mark.parametrize(("made", "said"), [("folder", "is a folder"), ("notes", "is not a database")])
def test_a_database_that_cannot_be_used(slack: LocalSlack, tmp_path: Path, made: str, said: str) -> None:
    path = tmp_path / "c.db"
    if made == "folder":
        path.mkdir()
    else:
        path.write_text("these are notes, not a database " * 40)
    assert said in sentence(started(slack, path))


def test_http_without_a_signing_secret(slack: LocalSlack, tmp_path: Path) -> None:
    said = sentence(started(slack, tmp_path / "c.db", "--http", "127.0.0.1:0", SLACK_APP_TOKEN=None))
    assert said.startswith("Set SLACK_SIGNING_SECRET before")


@pytest.mark.parametrize("address", ["3000", "127.0.0.1", "127.0.0.1:x", "127.0.0.1:65536", "a b:1"])
def test_a_malformed_address(slack: LocalSlack, tmp_path: Path, address: str) -> None:
    said = sentence(started(slack, tmp_path / "c.db", "--http", address, SLACK_SIGNING_SECRET="s"))
    assert "write HOST:PORT" in said


def test_an_address_that_is_taken(slack: LocalSlack, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        ended = started(slack, tmp_path / "c.db", "--http", address, SLACK_SIGNING_SECRET="s", CHIPSCOUT_LOG="ERROR")
        assert f"Cannot listen on {address}" in sentence(ended)


def test_health_together_with_http(slack: LocalSlack, tmp_path: Path) -> None:
    words = ("--http", "127.0.0.1:0", "--health", "127.0.0.1:0")
    assert "/readyz" in sentence(started(slack, tmp_path / "c.db", *words, SLACK_SIGNING_SECRET="s"))
