"""`/chipscout subscribe`, `unsubscribe`, `settings` and `digest`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from slack_bolt import BoltContext

from bot.slack import post
from bot.slack.post import Message
from bot.surfaces.questions.command import answer_command
from bot.surfaces.shared.deps import Deps
from bot.surfaces.verbs.digest import about_digest, is_about_digest, register
from bot.wording.errors import UserError
from knowledge.store.subscriptions import Subscription
from tests.bot.surfaces.recording import ANA, CHANNEL, TEAM, RecordingClient

COMMAND: dict[str, Any] = {"channel_id": CHANNEL, "user_id": ANA, "response_url": "https://hooks.slack.com/1"}
PRESSED: dict[str, Any] = {
    "channel": {"id": CHANNEL}, "user": {"id": ANA}, "trigger_id": "t1", "response_url": "https://hooks.slack.com/1",
}  # fmt: skip


def on_post_now(deps: Deps) -> Callable[..., None]:
    """What the button of a preview calls."""
    heard: dict[str, Callable[..., None]] = {}

    class Listens:
        def action(self, action_id: str, **_how: Any) -> Callable[[Callable[..., None]], None]:
            return lambda listener: heard.update({action_id: listener})

    register(Listens(), deps)  # type: ignore[arg-type]  # all of a Bolt app that is used here
    return heard["digest_post_now"]


@pytest.mark.parametrize(
    "text",
    ["subscribe", "subscribe friday 16:00 Europe/Berlin", "unsubscribe", "settings", "digest"],
)
def test_these_are_about_the_digest(text: str) -> None:
    assert is_about_digest(text)


@pytest.mark.parametrize("text", ["digest the news for me", "unsubscribe me from trn2?", "price of p5", ""])
def test_these_are_not(text: str) -> None:
    assert not is_about_digest(text)


def test_a_channel_subscribes_at_its_hour_and_stops(deps: Deps, client: RecordingClient) -> None:
    (begun,) = about_digest(deps, client, COMMAND, TEAM, "subscribe friday 16:00 Europe/Paris")
    kept = deps.store.subscriptions.get(TEAM, CHANNEL)
    assert kept is not None and (kept.zone, kept.user) == ("Europe/Paris", ANA)
    assert "every Friday at 16:00 (Europe/Paris)" in begun.text
    (ended,) = about_digest(deps, client, COMMAND, TEAM, "unsubscribe")
    assert deps.store.subscriptions.get(TEAM, CHANNEL) is None
    assert ended.text == "This channel no longer gets a digest."


def test_without_a_zone_the_one_of_whoever_typed_it_is_taken(deps: Deps, client: RecordingClient) -> None:
    assert len(about_digest(deps, client, COMMAND, TEAM, "subscribe")) == 1
    kept = deps.store.subscriptions.get(TEAM, CHANNEL)
    assert kept is not None and kept.zone == "Europe/Berlin"


def test_a_channel_we_are_not_in_is_told_so(deps: Deps, client: RecordingClient) -> None:
    client.refuses["conversations.history"] = "not_in_channel"
    with pytest.raises(UserError) as problem:
        about_digest(deps, client, COMMAND, TEAM, "subscribe friday 16:00 Europe/Paris")
    assert problem.value.code == "subscribe_not_in"
    assert deps.store.subscriptions.get(TEAM, CHANNEL) is None


def test_the_preview_has_a_button_to_post_it(deps: Deps, client: RecordingClient) -> None:
    (parent, *_) = about_digest(deps, client, COMMAND, TEAM, "digest")
    assert "digest_post_now" in str(parent.blocks)
    assert client.called("chat.postMessage") == []


def test_where_the_address_of_the_reply_is_used_up_the_answer_is_shown_in_the_channel(
    deps: Deps, client: RecordingClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def used_up(*_: object, **__: object) -> None:
        raise post.RefusedError("used_url")

    monkeypatch.setattr(post, "privately", used_up)
    command = COMMAND | {"text": "settings friday", "trigger_id": "t1"}
    deps.store.subscriptions.put(Subscription(team=TEAM, channel=CHANNEL))
    answer_command(deps, client, command, TEAM)
    on_post_now(deps)(client=client, body=PRESSED, context=BoltContext({"team_id": TEAM}))
    settings, posted = client.called("chat.postEphemeral")
    assert (settings["user"], posted["user"]) == (ANA, ANA)
    assert "every Friday" in settings["text"] and posted["text"] == "Posted."


def test_a_press_that_is_delivered_twice_posts_once_and_answers_once(
    deps: Deps, client: RecordingClient, private: list[Message]
) -> None:
    pressed = on_post_now(deps)
    for _ in range(2):
        pressed(client=client, body=PRESSED, context=BoltContext({"team_id": TEAM}))
    assert [message.text for message in private] == ["Posted."]
    assert len(client.called("chat.postMessage")) == 1
