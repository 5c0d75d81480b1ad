"""Several workspaces from one deployment."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from slack_bolt import BoltContext
from slack_sdk.oauth.installation_store import Installation

from bot.slack.oauth import ByWorkspace, Installations, States, authorize_url, page
from knowledge.store.store import Store

CLIENT = "1.2"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "c.db", time.time) as opened:
        yield opened


def installed(store: Store, token: str, at: float) -> None:
    Installations(store, CLIENT).save(
        Installation(
            app_id="A1", team_id="T1", user_id="U1", bot_id="B1", bot_user_id="U0BOT", bot_token=token,
            bot_scopes=["chat:write"], installed_at=at,
        )
    )  # fmt: skip


def token_of(store: Store, team: str) -> str | None:
    found = ByWorkspace(Installations(store, CLIENT))(
        context=BoltContext(), enterprise_id=None, team_id=team, user_id="U1"
    )
    return found.bot_token if found else None


def test_a_workspace_is_answered_with_its_own_token(store: Store) -> None:
    installed(store, "xoxb-1", at=1000.0)
    assert token_of(store, "T1") == "xoxb-1"
    assert token_of(store, "T2") is None


def test_a_workspace_that_installs_again_has_its_newest_token(store: Store) -> None:
    installed(store, "xoxb-1", at=1000.0)
    installed(store, "xoxb-2", at=2000.0)
    assert token_of(store, "T1") == "xoxb-2"


def test_an_install_under_way_can_be_finished_once(store: Store) -> None:
    states = States(store)
    state = states.issue()
    assert [states.consume(state), states.consume(state), states.consume("made-up")] == [True, False, False]


def test_consent_is_asked_for_on_the_host_of_the_web_api() -> None:
    assert authorize_url("https://slack.com/api/") == "https://slack.com/oauth/v2/authorize"
    assert authorize_url("https://slack-gov.com/api/") == "https://slack-gov.com/oauth/v2/authorize"


def test_a_name_on_a_page_is_no_markup() -> None:
    shown = page("installed", app_id="A1", team="<b>Acme</b>", team_id="T1")
    assert "&lt;b&gt;Acme&lt;/b&gt;" in shown
    assert "<b>Acme" not in shown
