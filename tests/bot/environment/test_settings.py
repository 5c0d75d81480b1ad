"""Settings: one sentence names what is missing or malformed, and never repeats a token."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.app import open_store
from bot.environment.settings import Settings, load
from bot.wording import words
from bot.wording.errors import UserError

GOOD = {"SLACK_BOT_TOKEN": "xoxb-1-abc", "SLACK_APP_TOKEN": "xapp-1-abc"}


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith(("SLACK_", "CHIPSCOUT_")):
            monkeypatch.delenv(name)


def loaded(monkeypatch: pytest.MonkeyPatch, **environment: str) -> Settings:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return load()


def refusal(monkeypatch: pytest.MonkeyPatch, **environment: str) -> str:
    with pytest.raises(UserError) as problem:
        loaded(monkeypatch, **environment).for_socket_mode()
    return words.error(problem.value)


def test_good_settings_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = loaded(monkeypatch, **GOOD, CHIPSCOUT_DB="/data/c.db", CHIPSCOUT_LOG="debug").for_socket_mode()
    assert settings.slack_bot_token.get_secret_value() == "xoxb-1-abc"
    assert settings.database == Path("/data/c.db")
    assert settings.log == "DEBUG"


def test_without_settings_slack_s_address_and_the_user_s_data_folder_are_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings = loaded(monkeypatch)
    assert settings.slack_api_url == "https://slack.com/api/"
    assert settings.database.name == "chipscout.db" and settings.database.parent.name == "chipscout"


def test_an_address_may_lack_its_last_slash(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = loaded(monkeypatch, SLACK_API_URL="https://slack-gov.com/api")
    assert settings.slack_api_url == "https://slack-gov.com/api/"


def test_blanks_around_a_pasted_token_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = loaded(monkeypatch, SLACK_BOT_TOKEN=" xoxb-1-abc\n")
    assert settings.slack_bot_token.get_secret_value() == "xoxb-1-abc"


def test_both_tokens_missing_are_named_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    said = refusal(monkeypatch)
    assert "SLACK_BOT_TOKEN" in said and "SLACK_APP_TOKEN" in said and "\n" not in said


def test_an_empty_token_counts_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    said = refusal(monkeypatch, SLACK_BOT_TOKEN="xoxb-1", SLACK_APP_TOKEN="")
    assert said.startswith("Set SLACK_APP_TOKEN before")


def test_http_needs_the_signing_secret_and_no_app_token(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserError) as problem:
        loaded(monkeypatch, SLACK_BOT_TOKEN="xoxb-1").for_http()
    said = words.error(problem.value)
    assert said == (
        "Set SLACK_SIGNING_SECRET before chipscout serve:"
        " SLACK_SIGNING_SECRET is the Signing Secret under Basic Information."
    )
    assert loaded(monkeypatch, SLACK_SIGNING_SECRET="abc").for_http()


def test_several_workspaces_need_both_halves_of_the_client_and_no_bot_token(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserError) as problem:
        loaded(monkeypatch, SLACK_CLIENT_ID="1.2", SLACK_SIGNING_SECRET="abc").for_http()
    assert words.error(problem.value).startswith("Set SLACK_CLIENT_SECRET before")
    settings = loaded(monkeypatch, SLACK_CLIENT_SECRET="def").for_http()
    assert settings.serves_many and "def" not in repr(settings)


def test_admins_and_days_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = loaded(monkeypatch, CHIPSCOUT_ADMINS=" U1, W2 U3,", CHIPSCOUT_KEEP_DAYS="30")
    assert (settings.admins, settings.keep_days) == ({"U1", "W2", "U3"}, 30)
    monkeypatch.delenv("CHIPSCOUT_ADMINS")
    monkeypatch.delenv("CHIPSCOUT_KEEP_DAYS")
    assert (load().admins, load().keep_days) == (frozenset(), 365)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CHIPSCOUT_ADMINS", "ada-secret"),
        ("CHIPSCOUT_KEEP_DAYS", "0"),
        ("CHIPSCOUT_KEEP_DAYS", "secret"),
        ("SLACK_CLIENT_ID", "secret"),
        ("SLACK_BOT_TOKEN", "xapp-swapped-secret"),
        ("SLACK_BOT_TOKEN", "xoxb-with blank-secret"),
        ("SLACK_APP_TOKEN", "xoxb-swapped-secret"),
        ("SLACK_API_URL", "ftp://secret.example"),
        ("SLACK_API_URL", "slack.com/secret"),
        ("CHIPSCOUT_LOG", "secretly"),
    ],
)
def test_a_malformed_value_is_named_and_not_repeated(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    said = refusal(monkeypatch, **GOOD | {name: value})
    assert said.startswith(f"{name} must be ") and "secret" not in said


def test_settings_do_not_show_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    secret = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
    settings = loaded(monkeypatch, **GOOD, SLACK_SIGNING_SECRET=secret)
    for shown in (repr(settings), settings.model_dump_json()):
        assert secret not in shown
        assert not any(token in shown for token in GOOD.values())


def test_a_database_path_that_is_a_folder_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(UserError) as problem:
        open_store(loaded(monkeypatch, CHIPSCOUT_DB=str(tmp_path)))
    assert words.error(problem.value).startswith(f"The database {tmp_path} is a folder")


def test_a_file_that_is_no_database_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_text("these are notes, not a database " * 40)
    with pytest.raises(UserError) as problem:
        open_store(loaded(monkeypatch, CHIPSCOUT_DB=str(tmp_path / "notes.db")))
    assert "is not a database chipscout can read" in words.error(problem.value)
