"""`chipscout doctor`: lines, JSON, exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import chipscout


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in (
        "SLACK_BOT_TOKEN",
        "SLACK_APP_TOKEN",
        "SLACK_SIGNING_SECRET",
        "CHIPSCOUT_GCP_KEY",
        "CHIPSCOUT_FEEDS",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("CHIPSCOUT_DB", str(tmp_path / "c.db"))


def run(*said: str, **environment: str) -> Result:
    return CliRunner(env=environment).invoke(chipscout, ["doctor", "--offline", *said])


def test_on_a_fresh_machine_nothing_is_broken_and_nothing_is_created(tmp_path: Path) -> None:
    done = run()
    assert done.exit_code == 0
    assert done.output.splitlines()[-1] == "Nothing is broken; 2 to look at."
    assert {line.split()[0] for line in done.output.splitlines()[:-1] if not line.startswith(" ")} == {"ok", "warn"}
    assert list(tmp_path.iterdir()) == []


def test_what_is_broken_makes_the_exit_status_1_and_no_secret_is_printed(tmp_path: Path) -> None:
    done = run(SLACK_BOT_TOKEN="xapp-very-secret", CHIPSCOUT_DB=str(tmp_path))
    assert done.exit_code == 1
    assert "fail  settings  SLACK_BOT_TOKEN must be a bot token" in done.output
    assert "fail  store" in done.output and "2 to mend." in done.output
    assert "very-secret" not in done.output


def test_as_json_it_is_a_list_of_checks(tmp_path: Path) -> None:
    done = run("--json", CHIPSCOUT_DB=str(tmp_path))
    said = json.loads(done.output)
    assert (done.exit_code, said["ok"]) == (1, False)
    assert {frozenset(check) for check in said["checks"]} == {frozenset({"check", "status", "code", "text", "do"})}
    (store,) = [check for check in said["checks"] if check["check"] == "store"]
    assert (store["status"], store["do"]) == ("fail", None)


def test_a_secret_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    done = run(SLACK_BOT_TOKEN_FILE=str(tmp_path / "none"))
    assert done.exit_code == 1 and "SLACK_BOT_TOKEN_FILE names" in done.output


def test_a_setting_of_the_reader_that_is_malformed_is_a_line_as_well() -> None:
    done = run(CHIPSCOUT_READER_URL="http://models.example.com", CHIPSCOUT_READER_MODEL="m")
    assert done.exit_code == 1 and "fail  settings  CHIPSCOUT_READER_URL must be an https address" in done.output
