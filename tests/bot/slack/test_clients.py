"""A client of the Web API for a workspace."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.environment.settings import Settings
from bot.slack.clients import Clients, one_client
from bot.wording.errors import UserError
from knowledge.store.store import Store
from tests.bot.surfaces.recording import TEAM, RecordingClient


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> Settings:
    for name in ("SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", "SLACK_BOT_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    return Settings()


def test_one_workspace_is_served_with_its_token(settings: Settings, tmp_path: Path) -> None:
    own = RecordingClient()
    with Store(tmp_path / "c.db", time.time) as store:
        clients = Clients(settings, store, own)
        assert clients.of(TEAM) is own
        assert clients.of("T0OTHER") is None
    assert len(own.called("auth.test")) == 1, "Slack is asked once whose token it is"


def test_a_workspace_that_did_not_install_has_no_client(settings: Settings, tmp_path: Path) -> None:
    many = settings.model_copy(update={"slack_client_id": "1.2", "slack_client_secret": SecretStr("s")})
    with Store(tmp_path / "c.db", time.time) as store:
        assert Clients(many, store, RecordingClient()).of("T0OTHER") is None


def test_a_command_that_posts_needs_a_token(settings: Settings) -> None:
    with pytest.raises(UserError) as problem:
        one_client(settings)
    assert problem.value.values["names"] == ("SLACK_BOT_TOKEN",)


def test_a_command_that_posts_uses_the_token(settings: Settings) -> None:
    made = one_client(settings.model_copy(update={"slack_bot_token": SecretStr("xoxb-1")}))
    assert made.token == "xoxb-1"
