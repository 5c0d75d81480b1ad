"""What `chipscout doctor` asks a Slack that can be reached."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from bot.environment.settings import Settings
from bot.health.checks_slack import slack_findings
from bot.health.finding import Finding
from bot.slack.manifest import bot_scopes
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.records import APP_TOKEN, BOT_TOKEN


@pytest.fixture
def slack() -> Iterator[LocalSlack]:
    with LocalSlack() as local:
        yield local


def settings(slack: LocalSlack, bot: str = BOT_TOKEN, app: str = APP_TOKEN, **more: str) -> Settings:
    given = {"slack_bot_token": bot, "slack_app_token": app, "slack_api_url": slack.url} | more
    return Settings(**given)  # type: ignore[arg-type]  # as from the environment


def told(found: list[Finding]) -> list[tuple[str, str, str]]:
    return [(each.check, each.status, each.code) for each in found]


def test_tokens_that_are_taken_scopes_and_a_clock_that_is_right(slack: LocalSlack) -> None:
    found = list(slack_findings(settings(slack)))
    assert told(found) == [
        ("tokens", "ok", "bot_token_taken"),
        ("scopes", "ok", "scopes_granted"),
        ("tokens", "ok", "app_token_taken"),
        ("clock", "ok", "clock_right"),
    ]
    assert f"all {len(bot_scopes())} of the manifest" in found[1].text


def test_tokens_that_are_refused_are_named_and_not_printed(slack: LocalSlack) -> None:
    found = list(slack_findings(settings(slack, "xoxb-old-secret", "xapp-old-secret")))
    assert told(found)[:2] == [("tokens", "fail", "token_refused")] * 2
    said = " ".join(f"{each.text} {each.remedy}" for each in found)
    assert "SLACK_BOT_TOKEN: Slack refuses it (invalid_auth)" in said and "SLACK_APP_TOKEN" in said
    assert "secret" not in said and "ticket" not in said


def test_scopes_that_are_not_granted_are_listed(slack: LocalSlack) -> None:
    slack.world.scopes = slack.world.scopes - {"users:read", "files:read"}
    (missing,) = [each for each in slack_findings(settings(slack)) if each.check == "scopes"]
    assert missing.status == "warn" and set(missing.values["scopes"]) == {"users:read", "files:read"}


@pytest.mark.parametrize(
    ("off", "status", "said"),
    [(600, "fail", "ahead of"), (-600, "fail", "behind"), (60, "warn", "ahead of"), (2, "ok", "")],
)
def test_a_clock_that_is_off_is_noticed(slack: LocalSlack, off: float, status: str, said: str) -> None:
    (clock,) = [each for each in slack_findings(settings(slack), lambda: time.time() + off) if each.check == "clock"]
    assert clock.status == status and said in clock.text


def test_a_slack_that_cannot_be_reached_is_one_warning(slack: LocalSlack) -> None:
    away = settings(slack, slack_api_url="http://127.0.0.1:9/api/")
    assert told(list(slack_findings(away))) == [("slack", "warn", "slack_unreachable")]


def test_without_any_setting_of_slack_nobody_is_asked(slack: LocalSlack) -> None:
    assert list(slack_findings(settings(slack, "", ""))) == []


def test_with_several_workspaces_the_clock_is_still_held_against_slack_s(slack: LocalSlack) -> None:
    many = settings(slack, "", "", slack_client_id="1.2", slack_client_secret="hush")
    assert told(list(slack_findings(many)))[0] == ("tokens", "ok", "tokens_of_workspaces")
