"""What the manifest asks for and what the app listens to are the same."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
from slack_bolt import App
from slack_bolt.listener import Listener
from slack_bolt.request import BoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk import WebClient

from bot.app import register
from bot.card.action_ids import NUMBERED, Action, Form, Shortcut
from bot.slack.http_mode import TAKES
from bot.slack.manifest import bot_scopes, manifest_text
from bot.surfaces.shared.deps import Deps
from bot.wording import words
from bot.wording.errors import UserError
from bot.wording.examples import examples
from tests.slack.local.app_manifest import app_manifest, parsed

ROOT = Path(__file__).resolve().parents[3]
SCOPE_OF_EVENT = {
    "app_mention": "app_mentions:read",
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "message.im": "im:history",
}
NEEDS_NO_SCOPE = {"app_home_opened", "app_uninstalled", "tokens_revoked"}
# a shared file is fetched;
# chat.postMessage, chat.postEphemeral and chat.update; the slash command; Export and the chart as a picture
# who somebody is, and whether a channel is shared: users.info, conversations.info
SCOPES_OF_CALLS = {
    "assistant:write",
    "channels:read",
    "chat:write",
    "commands",
    "files:read",
    "files:write",
    "groups:read",
    "users:read",
}
LISTENER_OF_EVENT = {event: event.split(".")[0] for event in SCOPE_OF_EVENT.keys() | NEEDS_NO_SCOPE}


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    return app_manifest()


@pytest.fixture(scope="module")
def listeners() -> list[Listener]:
    app = App(client=WebClient("xoxb-test"), token_verification_enabled=False, signing_secret="secret")
    deps = Deps(None, None, Lock())  # type: ignore[arg-type]  # nobody is asked anything here
    register(app, deps)
    return app._listeners


def constraints(listeners: list[Listener], kind: str) -> Iterator[str]:
    """What the built-in matchers of a kind (event, command, action, ...) wait for."""
    for listener in listeners:
        for matcher in listener.matchers:
            matches = getattr(matcher, "func", None)
            if matches is not None and matches.__qualname__.startswith(f"{kind}.<locals>"):
                known = inspect.getclosurevars(matches).nonlocals
                yield str(known.get("event_type") or known.get("command"))


def test_the_file_at_the_top_is_the_one_in_the_package() -> None:
    assert (ROOT / "manifest.yaml").read_text(encoding="utf-8") == manifest_text()


def test_every_event_asked_for_has_a_listener_and_every_listener_an_event(
    manifest: dict[str, Any], listeners: list[Listener]
) -> None:
    events = manifest["settings"]["event_subscriptions"]["bot_events"]
    assert {LISTENER_OF_EVENT[event] for event in events} == set(constraints(listeners, "event"))


def test_the_commands_are_those_the_app_listens_to(manifest: dict[str, Any], listeners: list[Listener]) -> None:
    named = [each["command"] for each in manifest["features"]["slash_commands"]]
    assert named == list(constraints(listeners, "command")) == ["/chipscout"]


def test_what_is_typed_arrives_escaped(manifest: dict[str, Any]) -> None:
    assert all(each["should_escape"] is True for each in manifest["features"]["slash_commands"])


def test_each_scope_is_needed_and_each_need_has_its_scope(manifest: dict[str, Any]) -> None:
    events = manifest["settings"]["event_subscriptions"]["bot_events"]
    needed = SCOPES_OF_CALLS | {SCOPE_OF_EVENT[event] for event in events if event not in NEEDS_NO_SCOPE}
    assert set(manifest["oauth_config"]["scopes"]["bot"]) == needed


def test_interactivity_is_on_only_if_something_listens(manifest: dict[str, Any], listeners: list[Listener]) -> None:
    interactive = [
        kind for kind in ("view_submission", "shortcut", "action", "options") if list(constraints(listeners, kind))
    ]
    assert manifest["settings"]["interactivity"]["is_enabled"] is bool(interactive)


def test_socket_mode_is_on_and_people_can_write_to_the_bot(manifest: dict[str, Any]) -> None:
    assert manifest["settings"]["socket_mode_enabled"] is True
    assert manifest["features"]["app_home"]["messages_tab_enabled"] is True
    assert manifest["features"]["app_home"]["messages_tab_read_only_enabled"] is False


def test_texts_keep_to_slack_s_lengths(manifest: dict[str, Any]) -> None:
    assert len(manifest["display_information"]["name"]) <= 35
    assert len(manifest["display_information"]["description"]) <= 140
    assert all(len(each["description"]) <= 2000 for each in manifest["features"]["slash_commands"])


def test_shortcuts_are_those_the_app_listens_to(manifest: dict[str, Any]) -> None:
    named = [(each["type"], each["callback_id"], len(each["name"])) for each in manifest["features"]["shortcuts"]]
    assert named == [("message", str(Shortcut.ASK), 24)]  # 24 characters is the most that Slack takes


def test_every_id_a_person_can_press_or_send_has_its_one_listener(listeners: list[Listener]) -> None:
    pressed = {f"{action}_1" if action in NUMBERED else str(action) for action in Action}
    payloads = [_pressed(each) for each in sorted(pressed)]
    payloads += [{"type": "view_submission", "view": {"type": "modal", "callback_id": str(form)}} for form in Form]
    payloads += [{"type": "message_action", "callback_id": str(each)} for each in Shortcut]
    for payload in payloads:
        request = BoltRequest(body=payload, mode="socket_mode")
        takers = [each for each in listeners if each.matches(req=request, resp=BoltResponse(status=200))]
        assert len(takers) == 1, payload


def _pressed(action_id: str) -> dict[str, Any]:
    return {"type": "block_actions", "actions": [{"type": "button", "action_id": action_id, "block_id": "b"}]}


def test_the_agent_view_offers_what_home_offers(manifest: dict[str, Any]) -> None:
    shown = manifest["features"]["agent_view"]
    assert shown["suggested_prompts"] == [each.model_dump() for each in examples()]
    assert len(shown["agent_description"]) <= 300 and manifest["features"]["app_home"]["home_tab_enabled"] is True


# ---- over HTTP


def test_over_http_it_differs_in_the_addresses_alone() -> None:
    http = parsed(manifest_text("https://scout.example.com/"))
    base = "https://scout.example.com"
    assert http["features"]["slash_commands"][0].pop("url") == f"{base}/slack/commands"
    assert http["settings"]["event_subscriptions"].pop("request_url") == f"{base}/slack/events"
    assert http["settings"]["interactivity"].pop("request_url") == f"{base}/slack/interactive"
    assert http["oauth_config"].pop("redirect_urls") == [f"{base}/slack/oauth_redirect"]
    assert http["settings"].pop("socket_mode_enabled") is False
    socket = app_manifest()
    assert socket["settings"].pop("socket_mode_enabled") is True
    assert http == socket


def test_the_addresses_are_those_the_app_takes_requests_at() -> None:
    asked_for = {f"/slack/{each}" for each in ("events", "commands", "interactive")}
    assert asked_for == set(TAKES)


@pytest.mark.parametrize(
    "url", ["http://scout.example.com", "https://a b.example.com", 'https://x.example.com/"', "x"]
)
def test_an_address_slack_does_not_send_to_is_refused(url: str) -> None:
    with pytest.raises(UserError) as problem:
        manifest_text(url)
    assert "https address" in words.error(problem.value)


def test_workspaces_are_asked_for_the_same_scopes(manifest: dict[str, Any]) -> None:
    assert list(bot_scopes()) == manifest["oauth_config"]["scopes"]["bot"]
