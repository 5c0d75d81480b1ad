"""`/chipscout subscribe`, `unsubscribe`, `settings` and `digest`."""

from __future__ import annotations

from typing import Any

import pytest

from bot.slack.post import Message
from bot.surfaces.shared.deps import Deps
from bot.surfaces.verbs.digest import about_digest, is_about_digest
from bot.wording.errors import UserError
from tests.bot.surfaces.recording import ANA, CHANNEL, TEAM, RecordingClient

COMMAND: dict[str, Any] = {"channel_id": CHANNEL, "user_id": ANA, "response_url": "https://hooks.slack.com/1"}


@pytest.mark.parametrize(
    "text",
    ["subscribe", "subscribe friday 16:00 Europe/Berlin", "unsubscribe", "settings", "digest"],
)
def test_these_are_about_the_digest(text: str) -> None:
    assert is_about_digest(text)


@pytest.mark.parametrize("text", ["digest the news for me", "unsubscribe me from trn2?", "price of p5", ""])
def test_these_are_not(text: str) -> None:
    assert not is_about_digest(text)


def test_a_channel_subscribes_at_its_hour_and_stops(
    deps: Deps, client: RecordingClient, private: list[Message]
) -> None:
    about_digest(deps, client, COMMAND, TEAM, "subscribe friday 16:00 Europe/Paris")
    kept = deps.store.subscriptions.get(TEAM, CHANNEL)
    assert kept is not None and (kept.zone, kept.user) == ("Europe/Paris", ANA)
    about_digest(deps, client, COMMAND, TEAM, "unsubscribe")
    assert deps.store.subscriptions.get(TEAM, CHANNEL) is None
    assert len(private) == 2, "each is told to the one who typed it"


def test_without_a_zone_the_one_of_whoever_typed_it_is_taken(
    deps: Deps, client: RecordingClient, private: list[Message]
) -> None:
    about_digest(deps, client, COMMAND, TEAM, "subscribe")
    kept = deps.store.subscriptions.get(TEAM, CHANNEL)
    assert kept is not None and kept.zone == "Europe/Berlin"
    assert len(private) == 1


def test_a_channel_we_are_not_in_is_told_so(deps: Deps, client: RecordingClient) -> None:
    client.refuses["conversations.history"] = "not_in_channel"
    with pytest.raises(UserError) as problem:
        about_digest(deps, client, COMMAND, TEAM, "subscribe friday 16:00 Europe/Paris")
    assert problem.value.code == "subscribe_not_in"
    assert deps.store.subscriptions.get(TEAM, CHANNEL) is None


def test_the_preview_has_a_button_to_post_it(deps: Deps, client: RecordingClient, private: list[Message]) -> None:
    about_digest(deps, client, COMMAND, TEAM, "digest")
    assert "digest_post_now" in str(private[0].blocks)
    assert client.called("chat.postMessage") == []
