"""Secrets from variables and from files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import get_args

import pytest
from pydantic import SecretStr

from bot.environment import database_path, reader
from bot.environment.secret import SECRETS, secret
from bot.environment.settings import Settings, load
from bot.wording import words
from bot.wording.errors import UserError


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith(("SLACK_", "CHIPSCOUT_")):
            monkeypatch.delenv(name)


def refused(name: str) -> str:
    with pytest.raises(UserError) as problem:
        secret(name)
    return words.error(problem.value)


def test_a_secret_is_read_from_its_variable_or_from_its_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert secret("SLACK_BOT_TOKEN") == ""
    monkeypatch.setenv("SLACK_BOT_TOKEN", " xoxb-1 ")
    assert secret("SLACK_BOT_TOKEN") == "xoxb-1"
    monkeypatch.delenv("SLACK_BOT_TOKEN")
    (tmp_path / "token").write_text("xoxb-2\n")
    monkeypatch.setenv("SLACK_BOT_TOKEN_FILE", str(tmp_path / "token"))
    assert secret("SLACK_BOT_TOKEN") == "xoxb-2"


def test_what_is_said_twice_is_refused_and_not_repeated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "token").write_text("xoxb-2")
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-1")
    monkeypatch.setenv("SLACK_BOT_TOKEN_FILE", str(tmp_path / "token"))
    said = refused("SLACK_BOT_TOKEN")
    assert "SLACK_BOT_TOKEN and SLACK_BOT_TOKEN_FILE" in said and "xoxb" not in said


@pytest.mark.parametrize(
    "content", [b"", b"  \n", b"\xff\xfe\x00", b"x" * 100_000], ids=["empty", "blank", "binary", "long"]
)
def test_a_file_that_holds_no_value_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "token").write_bytes(content)
    monkeypatch.setenv("SLACK_BOT_TOKEN_FILE", str(tmp_path / "token"))
    assert "SLACK_BOT_TOKEN_FILE names" in refused("SLACK_BOT_TOKEN")


def test_a_file_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SLACK_BOT_TOKEN_FILE", str(tmp_path / "none"))
    assert "No such file" in refused("SLACK_BOT_TOKEN")
    with pytest.raises(UserError):
        load()


def test_every_secret_setting_may_be_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    values = {
        "SLACK_BOT_TOKEN": "xoxb-1",
        "SLACK_APP_TOKEN": "xapp-1",
        "SLACK_SIGNING_SECRET": "signs",
        "SLACK_CLIENT_SECRET": "client",
        "CHIPSCOUT_API_TOKENS": "T1:sha256:0",
    }
    fields = {
        name.upper()
        for name, field in Settings.model_fields.items()
        if SecretStr in (field.annotation, *get_args(field.annotation))
    }
    assert fields == set(values) and fields <= set(SECRETS)
    for name, value in values.items():
        (tmp_path / name).write_text(f"{value}\n")
        monkeypatch.setenv(f"{name}_FILE", str(tmp_path / name))
    read = load()
    assert [getattr(read, name.lower()).get_secret_value() for name in values] == list(values.values())


def test_a_malformed_value_in_a_file_is_named_like_one_in_a_variable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "token").write_text("xapp-secret")
    monkeypatch.setenv("SLACK_BOT_TOKEN_FILE", str(tmp_path / "token"))
    with pytest.raises(UserError) as problem:
        load()
    assert "SLACK_BOT_TOKEN must be" in words.error(problem.value)
    assert "xapp-secret" not in words.error(problem.value)


def test_the_database_may_be_named_by_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "where").write_text(f"{tmp_path}/c.db\n")
    monkeypatch.setenv("CHIPSCOUT_DB_FILE", str(tmp_path / "where"))
    assert database_path.path() == tmp_path / "c.db" == load().database


def test_the_key_of_the_reader_may_be_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "key").write_text("hush\n")
    monkeypatch.setenv("CHIPSCOUT_READER_KEY_FILE", str(tmp_path / "key"))
    assert reader.load().key.get_secret_value() == "hush"
    monkeypatch.setenv("CHIPSCOUT_READER_KEY", "other")
    monkeypatch.delenv("CHIPSCOUT_READER_KEY_FILE")
    assert reader.load().key.get_secret_value() == "other"


def test_the_documents_name_every_secret_that_may_be_in_a_file() -> None:
    page = (Path(__file__).parents[3] / "docs" / "operating.md").read_text(encoding="utf-8")
    (paragraph,) = [each for each in page.split("\n\n") if "SLACK_BOT_TOKEN_FILE=" in each]
    assert [name for name in SECRETS if f"`{name}`" not in paragraph] == []
